// The second step at sign-in: one-time codes, where the old site's SECRET_KEY opens their secrets, and security keys.
#include "accounts/two_factor.hpp"
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

Outcome take_codes(Batch& batch, CodesRow& row)
{
    const auto account = batch.account(row.uid);
    if (!account) return refuse("its account was not moved", std::to_string(row.uid));
    const auto opened = crypto::open_imported_totp(batch.move().old.secret_key, row.secret);
    const auto secret = opened ? base32_decode(text::trim(*opened)) : std::nullopt;
    if (!secret || secret->empty())
        return refuse("the secret cannot be opened with the old site's SECRET_KEY: the account is without its second "
                      "step until its owner sets it up anew",
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
        return refuse("it cannot be read", name_of(batch, *account) + ": " + row.name);
    if (batch.tx.run("INSERT INTO security_key (account_id, name, credential_id, public_key, sign_count, created_at,"
                     " last_used_at) VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING",
                     *account, row.name, base64url_encode(*credential), base64url_encode(*key), row.sign_count,
                     row.created_unix)
        == 0)
        return refuse("it is registered here already", row.name);
    return {};
}

} // namespace

const Kind codes_kind{.name = "one-time codes",
                      .table = "two_factor",
                      .run = &move_rows<CodesRow, &take_codes>,
                      .needed = "id uid secret"};
const Kind security_keys_kind{.name = "security keys",
                              .table = "webauthn_credential",
                              .run = &move_rows<SecurityKeyRow, &take_security_key>,
                              .needed = "id user_id credential_id public_key"};

} // namespace cairn::import
