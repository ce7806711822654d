// Somebody's public keys as tools read them: /ann.keys for ssh (an AuthorizedKeysCommand, cloud-init), /ann.gpg for
// gpg.
#include "accounts/guards.hpp"
#include "accounts/keys/gpg_key.hpp"
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
    for (const auto& key : public_keys_of(call.db(), account.id)) lines += key.content + "\n";
    return as_text(std::move(lines));
}

Result<Raw> get_openpgp(Call& call, const Account& account)
{
    const auto keys = exported_gpg_keys_of(call.db(), account.id);
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
constexpr Operation key_text_operations[] = {
    {GET, "/{username}.keys", scope::user, reads_person, handle<get_ssh>,     200, "siteKeys",    "Give somebody's SSH keys"},
    {GET, "/{username}.gpg",  scope::user, reads_person, handle<get_openpgp>, 200, "siteGpgKeys", "Give somebody's OpenPGP keys"},
};
// clang-format on
static_assert(well_formed(key_text_operations));

} // namespace

const Table key_text_table{"site", key_text_operations, Door::site, &refuse_in_words, listens::to_tools_and_pages};

} // namespace cairn::accounts
