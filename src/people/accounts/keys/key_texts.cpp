// Somebody's public keys as tools read them: /ann.keys for ssh (an AuthorizedKeysCommand, cloud-init), /ann.gpg for
// gpg.
#include "accounts/guards.hpp"
#include "accounts/keys/public_key.hpp"
#include "accounts/tables.hpp"
#include "api/plain_refusal.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "crypto/openpgp_packet.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

using namespace api;
using enum Method;

namespace {

// An organization has no keys, and no address for them.
Result<void> check_reads_person(Call& call)
{
    auto account = TRY(account_at(call, "username"));
    TRY(check_sees_account(call, account));
    if (account.kind != AccountKind::individual) return not_found("the account");
    call.load(std::move(account));
    return {};
}

constexpr Guard reads_person{.name = "reads the person's account",
                             .path = &type_of<UserPath>(),
                             .loads = &tag<Account>,
                             .errors = {403, 404},
                             .check = &check_reads_person};

Raw as_text(std::string words)
{
    return {.body = std::move(words),
            .content_type = "text/plain; charset=utf-8",
            .headers = {{"Cache-Control", "private, no-cache"}, {"X-Content-Type-Options", "nosniff"}}};
}

Result<Raw> get_ssh(Call& call, const Account& account)
{
    std::string lines;
    for (const auto& key :
         call.db().all<StoredKey>("SELECT * FROM public_key WHERE account_id = $1 ORDER BY id", account.id))
        lines += key.content + "\n";
    return as_text(std::move(lines));
}

struct Export {
    std::string key_id;
    std::string packets; // empty: it was registered before they were kept
};
BOOST_DESCRIBE_STRUCT(Export, (), (key_id, packets))

Result<Raw> get_openpgp(Call& call, const Account& account)
{
    const auto keys = call.db().all<Export>(
        "SELECT k.key_id, COALESCE(c.packets, '') AS packets FROM gpg_key k LEFT JOIN gpg_certificate c"
        " ON c.gpg_key_id = k.id WHERE k.account_id = $1 AND k.primary_id IS NULL ORDER BY k.id",
        account.id);
    std::string packets;
    std::vector<std::string> missing;
    for (const auto& key : keys) {
        if (key.packets.empty()) missing.push_back(key.key_id);
        else packets += base64_decode(key.packets).value_or(std::string());
    }
    std::string note;
    if (keys.empty()) note = "this person has registered no OpenPGP keys";
    if (!missing.empty())
        note = "these keys can be given out once they are registered again: " + text::join(missing, ", ");
    return as_text(crypto::openpgp::write_armor(packets, "PUBLIC KEY BLOCK", note));
}

// clang-format off
constexpr Operation operations[] = {
    {GET, "/{username}.keys", scope::user, reads_person, handle<get_ssh>,     200, "siteKeys",    "Give somebody's SSH keys"},
    {GET, "/{username}.gpg",  scope::user, reads_person, handle<get_openpgp>, 200, "siteGpgKeys", "Give somebody's OpenPGP keys"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table key_text_table{"site", operations, Door::site, &refuse_in_words, listens::to_tools_and_pages};

} // namespace cairn::accounts
