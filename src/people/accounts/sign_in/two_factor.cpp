#include "accounts/sign_in/two_factor.hpp"

#include "accounts/sources/source.hpp"
#include "base/encoding.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "crypto/sealed_text.hpp"
#include "crypto/totp.hpp"
#include "db/database.hpp"
#include "http/url.hpp"

namespace cairn::accounts {

namespace {

constexpr std::size_t secret_bytes = 40;
constexpr std::int64_t enrolment_lifetime = 30 * 60;

// 80 random bits each: enough that a plain hash keeps them, and still to be typed from paper.
constexpr std::size_t recovery_codes = 10, recovery_code_bytes = 10, recovery_group = 4;

crypto::Sealer sealer(const config::Settings& settings) { return {settings.security.secret_key, "two-factor secret"}; }

struct Waiting {
    std::string session;
    std::string sealed_secret;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(Waiting, (), (session, sealed_secret, created_at))

std::optional<std::string> waiting_secret(db::Queries& db, const config::Settings& settings, std::int64_t account_id,
                                          std::string_view session, Time now)
{
    const auto waiting = db.first<Waiting>(
        "SELECT session, sealed_secret, created_at FROM two_factor_enrolment WHERE account_id = $1", account_id);
    if (!waiting || waiting->session != session || waiting->created_at.seconds < now.seconds - enrolment_lifetime)
        return {};
    return sealer(settings).open(waiting->sealed_secret, std::to_string(account_id));
}

std::string without_blanks(std::string_view text, std::string_view also = "")
{
    std::string kept;
    for (const char c : text)
        if (!text::is_space(c) && also.find(c) == also.npos) kept += c;
    return kept;
}

// A form's "+" for a blank is shown as it is by some applications.
std::string encoded(std::string_view text)
{
    std::string out;
    for (const char c : http::encode_query(text))
        if (c == '+') out += "%20";
        else out += c;
    return out;
}

std::string recovery_hash(std::string_view code)
{
    return crypto::sha256_hex(text::to_lower(without_blanks(code, "-")));
}

} // namespace

SecondStep second_step_of(db::Queries& db, std::int64_t account_id)
{
    return db.one<SecondStep>("SELECT EXISTS (SELECT 1 FROM two_factor WHERE account_id = $1) AS codes,"
                              " EXISTS (SELECT 1 FROM security_key WHERE account_id = $1) AS keys,"
                              " EXISTS (SELECT 1 FROM two_factor WHERE account_id = $1 AND sealed_secret = '') AS lost",
                              account_id);
}

bool is_lacking(const SecondStep& step, const config::Settings& settings)
{
    return settings.security.two_factor_auth == config::TwoFactorAuth::enforced && !step.needed();
}

bool lacks_second_step(db::Queries& db, const config::Settings& settings, std::int64_t account_id)
{
    // Most sites ask for none, and need not look.
    return is_lacking({}, settings) && is_lacking(second_step_of(db, account_id), settings)
        && !is_protected_elsewhere(db, account_id);
}

Result<void> check_can_be_taken(const SecondStep& step)
{
    if (!step.lost || step.keys) return {};
    return fail(
        Errc::unauthorized,
        "the account has a second step that could not be moved here with it: ask who runs this site to reset it");
}

void lose_second_step(db::Transaction& tx, std::int64_t account_id)
{
    tx.run("INSERT INTO two_factor (account_id, sealed_secret, created_at) VALUES ($1, '', $2) ON CONFLICT DO NOTHING",
           account_id, Time::now());
}

void forget_lost_second_step(db::Transaction& tx, std::int64_t account_id)
{
    tx.run("DELETE FROM two_factor WHERE account_id = $1 AND sealed_secret = ''", account_id);
}

void reset_second_step(db::Transaction& tx, std::int64_t account_id)
{
    tx.run("DELETE FROM security_key WHERE account_id = $1", account_id);
    remove_codes(tx, account_id);
}

std::string begin_enrolment(db::Database& db, const config::Settings& settings, std::int64_t account_id,
                            std::string_view session)
{
    const auto now = Time::now();
    if (const auto secret = waiting_secret(db, settings, account_id, session, now)) return base32_encode(*secret);
    const auto secret = crypto::random_bytes(secret_bytes);
    db.write([&](db::Transaction& tx) {
        tx.run("INSERT INTO two_factor_enrolment (account_id, session, sealed_secret, created_at)"
               " VALUES ($1, $2, $3, $4) ON CONFLICT (account_id)"
               " DO UPDATE SET session = $2, sealed_secret = $3, created_at = $4",
               account_id, session, sealer(settings).seal(secret, std::to_string(account_id)), now);
    });
    return base32_encode(secret);
}

Result<std::vector<std::string>> confirm_enrolment(db::Transaction& tx, const config::Settings& settings,
                                                   std::int64_t account_id, std::string_view session,
                                                   std::string_view code, Time now)
{
    const auto secret = waiting_secret(tx, settings, account_id, session, now);
    if (!secret) return fail(Errc::unprocessable, "the secret has expired: scan the new one");
    if (!crypto::totp_step(*secret, without_blanks(code), now))
        return fail(Errc::unprocessable, "the code is wrong: see whether the clock of your device is right");
    if (!adopt_codes(tx, settings, account_id, *secret))
        return fail(Errc::unprocessable, "one-time codes are on already");
    tx.run("DELETE FROM two_factor_enrolment WHERE account_id = $1", account_id);
    return renew_recovery_codes(tx, account_id);
}

bool adopt_codes(db::Transaction& tx, const config::Settings& settings, std::int64_t account_id,
                 std::string_view secret)
{
    return tx.run("INSERT INTO two_factor (account_id, sealed_secret, created_at) VALUES ($1, $2, $3)"
                  " ON CONFLICT (account_id) DO UPDATE SET sealed_secret = $2, created_at = $3"
                  " WHERE two_factor.sealed_secret = ''",
                  account_id, sealer(settings).seal(secret, std::to_string(account_id)), Time::now())
        > 0;
}

std::string otpauth_uri(const config::Settings& settings, const Account& account, std::string_view secret_base32)
{
    const auto issuer = encoded(settings.general.app_name);
    return "otpauth://totp/" + issuer + ":" + encoded(account.name) + "?secret=" + std::string(secret_base32)
        + "&issuer=" + issuer + "&algorithm=SHA1&digits=6&period=30";
}

bool use_totp_code(db::Transaction& tx, const config::Settings& settings, std::int64_t account_id,
                   std::string_view code, Time now)
{
    const auto sealed =
        tx.first<std::string>("SELECT sealed_secret AS value FROM two_factor WHERE account_id = $1", account_id);
    if (!sealed || sealed->empty()) return false;
    const auto secret = sealer(settings).open(*sealed, std::to_string(account_id));
    if (!secret) {
        log::error("a two-factor secret cannot be opened: was [security] SECRET_KEY changed?",
                   {{"account", account_id}});
        return false;
    }
    const auto step = crypto::totp_step(*secret, without_blanks(code), now);
    if (!step) return false;
    // What is too old to be right again need not be remembered.
    tx.run("DELETE FROM two_factor_use WHERE account_id = $1 AND step < $2", account_id, *step - 3);
    return tx.run("INSERT INTO two_factor_use (account_id, step) VALUES ($1, $2) ON CONFLICT DO NOTHING", account_id,
                  *step)
        == 1;
}

bool use_recovery_code(db::Transaction& tx, std::int64_t account_id, std::string_view code)
{
    return tx.run("DELETE FROM recovery_code WHERE account_id = $1 AND hash = $2", account_id, recovery_hash(code))
        == 1;
}

std::vector<std::string> renew_recovery_codes(db::Transaction& tx, std::int64_t account_id)
{
    tx.run("DELETE FROM recovery_code WHERE account_id = $1", account_id);
    std::vector<std::string> codes;
    while (codes.size() < recovery_codes) {
        auto code = base32_encode(crypto::random_bytes(recovery_code_bytes), Base32::lower);
        tx.run("INSERT INTO recovery_code (account_id, hash) VALUES ($1, $2)", account_id, recovery_hash(code));
        for (auto at = code.size() - recovery_group; at > 0; at -= recovery_group) code.insert(at, "-");
        codes.push_back(std::move(code));
    }
    return codes;
}

std::int64_t recovery_codes_left(db::Queries& db, std::int64_t account_id)
{
    return db.scalar<std::int64_t>("SELECT count(*) AS value FROM recovery_code WHERE account_id = $1", account_id);
}

void remove_codes(db::Transaction& tx, std::int64_t account_id)
{
    tx.run("DELETE FROM two_factor WHERE account_id = $1", account_id);
    tx.run("DELETE FROM two_factor_use WHERE account_id = $1", account_id);
    forget_needless_recovery_codes(tx, account_id);
}

void forget_needless_recovery_codes(db::Transaction& tx, std::int64_t account_id)
{
    if (!second_step_of(tx, account_id).needed()) tx.run("DELETE FROM recovery_code WHERE account_id = $1", account_id);
}

} // namespace cairn::accounts
