// The second step at sign-in: one-time codes, where the old site's SECRET_KEY opens their secrets, and security keys.
// An account whose second step does not come keeps asking for it: see accounts::lose_second_step().
#include "import/second_steps.hpp"

#include "accounts/sign_in/two_factor.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "crypto/imported_secret.hpp"
#include "import/kinds.hpp"

namespace cairn::import {

namespace {

struct CodesRow {
    std::int64_t id = 0;
    std::int64_t uid = 0;
    std::string secret;
};
BOOST_DESCRIBE_STRUCT(CodesRow, (), (id, uid, secret))
constexpr auto notes(const CodesRow*) { return std::array{Note{.member = "secret", .format = "bytes"}}; }

struct SecurityKeyRow {
    std::int64_t id = 0;
    std::string name;
    std::int64_t user_id = 0;
    std::string credential_id;
    std::string public_key;
    std::int64_t sign_count = 0;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(SecurityKeyRow, (), (id, name, user_id, credential_id, public_key, sign_count, created_unix))
constexpr auto notes(const SecurityKeyRow*)
{
    return std::array{Note{.member = "credential_id", .format = "bytes"},
                      Note{.member = "public_key", .format = "bytes"}};
}

std::string name_of(Batch& batch, std::int64_t account)
{
    return batch.tx.scalar<std::string>("SELECT name AS value FROM account WHERE id = $1", account);
}

std::optional<std::string> open_codes(const std::string& key, const CodesRow& row)
{
    const auto bytes = hex_decode(row.secret);
    if (!bytes) return {};
    if (auto opened = crypto::open_imported_totp(key, *bytes)) return opened;
    return crypto::open_bound_secret(key, {.purpose = "totp", .column = "secret", .id = row.id}, *bytes);
}

Outcome take_codes(Batch& batch, CodesRow& row)
{
    const auto account = batch.account(row.uid);
    if (!account) return refuse("its account was not moved", std::to_string(row.uid));
    const bool kept = !accounts::second_step_of(batch.tx, *account).lost; // the account was here before
    const auto opened = open_codes(batch.move().old.secret_key, row);
    const auto secret = opened ? base32_decode(text::trim(*opened)) : std::nullopt;
    if (!secret || secret->empty())
        return refuse(kept
                          ? "the secret cannot be opened with the old site's SECRET_KEY: the account, which was here "
                            "before, stays as it is"
                          : "the secret cannot be opened with the old site's SECRET_KEY: the password alone does not "
                            "open the account; its tokens and SSH keys work, and `cairn admin user reset-mfa` lets its "
                            "owner in to set up a second step anew",
                      name_of(batch, *account));
    if (!accounts::adopt_codes(batch.tx, batch.settings(), *account, *secret))
        return refuse("the account here has a second step of its own", name_of(batch, *account));
    return {};
}

Outcome take_security_key(Batch& batch, SecurityKeyRow& row)
{
    const auto account = batch.account(row.user_id);
    if (!account) return refuse("its account was not moved", row.name);
    const auto credential = hex_decode(row.credential_id);
    const auto key = hex_decode(row.public_key);
    if (!credential || !key || credential->empty() || key->empty())
        return refuse("it cannot be read: where it was the only one, `cairn admin user reset-mfa` lets the account's "
                      "owner in to set up a second step anew",
                      name_of(batch, *account) + ": " + row.name);
    if (batch.tx.run("INSERT INTO security_key (account_id, name, credential_id, public_key, sign_count, created_at,"
                     " last_used_at) VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING",
                     *account, row.name, base64url_encode(*credential), base64url_encode(*key), row.sign_count,
                     row.created_unix)
        == 0)
        return refuse("it is registered here already", row.name);
    if (!had_codes(batch.move().source, row.user_id)) accounts::forget_lost_second_step(batch.tx, *account);
    return {};
}

struct AnyRow {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(AnyRow, (), (id))

} // namespace

bool had_codes(Source& source, std::int64_t old_account)
{
    return source.has("two_factor", "uid") && !source.where<AnyRow>("two_factor", "uid", old_account).empty();
}

bool had_second_step(Source& source, std::int64_t old_account)
{
    return had_codes(source, old_account)
        || (source.has("webauthn_credential", "user_id")
            && !source.where<AnyRow>("webauthn_credential", "user_id", old_account).empty());
}

const Kind codes_kind{.name = "one-time codes",
                      .table = "two_factor",
                      .run = &move_rows<CodesRow, &take_codes>,
                      .needed = "id uid secret"};
const Kind security_keys_kind{.name = "security keys",
                              .table = "webauthn_credential",
                              .run = &move_rows<SecurityKeyRow, &take_security_key>,
                              .needed = "id user_id credential_id public_key"};

} // namespace cairn::import
