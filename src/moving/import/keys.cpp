// SSH keys of people and of repositories, the names by which SSH certificates call them, and OpenPGP keys.
#include "accounts/keys/gpg_key.hpp"
#include "crypto/openpgp.hpp"
#include "crypto/ssh_key.hpp"
#include "import/kinds.hpp"

namespace cairn::import {

namespace {

// What the number in the column `type` means. A key of repositories has no account here.
constexpr std::int64_t deploy = 2;
constexpr std::int64_t principal = 3;

struct KeyRow {
    std::int64_t id = 0;
    std::int64_t owner_id = 0;
    std::string name;
    std::string content;
    std::int64_t type = 1;
    Time created_unix;
    Time updated_unix;
};
BOOST_DESCRIBE_STRUCT(KeyRow, (), (id, owner_id, name, content, type, created_unix, updated_unix))

struct GpgKeyRow {
    std::int64_t id = 0;
    std::int64_t owner_id = 0;
    std::string key_id;
    std::string primary_key_id;
    bool verified = false;
};
BOOST_DESCRIBE_STRUCT(GpgKeyRow, (), (id, owner_id, key_id, primary_key_id, verified))

struct ArmorRow {
    std::string key_id;
    std::string content;
};
BOOST_DESCRIBE_STRUCT(ArmorRow, (), (key_id, content))

Outcome take_principal(Batch& batch, const KeyRow& row, std::int64_t account)
{
    if (batch.tx.run("INSERT INTO ssh_principal (account_id, name, created_at) VALUES ($1, $2, $3)"
                     " ON CONFLICT DO NOTHING",
                     account, row.content, row.created_unix)
        == 0)
        return refuse("the principal is registered here already", row.content);
    return {};
}

Outcome take_key(Batch& batch, KeyRow& row)
{
    const auto account = row.type == deploy ? std::nullopt : batch.account(row.owner_id);
    if (!account && row.type != deploy) return refuse("its account was not moved", row.name);
    if (row.type == principal) return take_principal(batch, row, *account);
    const auto line = crypto::read_ssh_key(row.content);
    if (!line) return refuse(line.error(), row.name);
    const auto id = batch.id_for(row.id);
    // Titles there may come twice.
    for (int copy = 1; copy <= 20; ++copy) {
        const auto title = copy == 1 ? row.name : row.name + " (" + std::to_string(copy) + ")";
        if (batch.tx.run("INSERT INTO public_key (id, account_id, title, fingerprint, content, comment, created_at,"
                         " last_used_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
                         id, account, title, line->key.fingerprint(), line->key.content(), line->comment,
                         row.created_unix, row.updated_unix)
            == 0)
            continue;
        batch.remember(row.id, id);
        return {};
    }
    return refuse("the key is registered here already", row.name);
}

Outcome take_gpg_key(Batch& batch, GpgKeyRow& row)
{
    if (!row.primary_key_id.empty()) return nothing_to_move(); // it comes with its primary key
    const auto account_id = batch.account(row.owner_id);
    const auto account = account_id ? accounts::find_account(batch.tx, *account_id) : std::nullopt;
    if (!account) return refuse("its account was not moved", row.key_id);
    auto& source = batch.move().source;
    if (!source.has("gpg_key_import", "key_id")) return refuse("the old site does not keep the key itself", row.key_id);
    const auto armor = source.where<ArmorRow>("gpg_key_import", "key_id", row.key_id);
    if (armor.empty()) return refuse("the old site does not keep the key itself", row.key_id);
    const auto certificate = crypto::openpgp::Certificate::from_armor(armor.front().content);
    if (!certificate) return refuse(certificate.error(), row.key_id);
    const auto added = accounts::add_gpg_key(batch.tx, *account, *certificate, row.verified);
    if (!added) return refuse(added.error(), row.key_id);
    return {};
}

} // namespace

const Kind keys_kind{.name = "SSH keys",
                     .table = "public_key",
                     .here = "public_key",
                     .ids = Ids::kept,
                     .run = &move_rows<KeyRow, &take_key>,
                     .needed = "id owner_id content"};
const Kind gpg_keys_kind{.name = "GPG keys",
                         .table = "gpg_key",
                         .run = &move_rows<GpgKeyRow, &take_gpg_key>,
                         .needed = "id owner_id key_id"};

} // namespace cairn::import
