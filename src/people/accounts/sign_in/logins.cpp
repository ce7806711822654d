#include "accounts/sign_in/logins.hpp"

#include <thread>

#include "accounts/audit/audit.hpp"
#include "accounts/sign_in/login_limits.hpp"
#include "accounts/sign_in/passwords.hpp"
#include "accounts/sign_in/security_keys.hpp"
#include "api/rate_limits.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

namespace {

// Unknown account and wrong password get the same words after the same work.
std::unexpected<Error> refused() { return fail(Errc::unauthorized, "the user name or the password is wrong"); }

// Too many passwords are being hashed, or this thread must not hash any.
std::unexpected<Error> too_busy()
{
    return fail(Errc::unavailable, "too many sign-ins at once: try again in a moment");
}

// `limit` failures within the window of the settings are what this kind of credential has.
std::unexpected<Error> wait_for(std::chrono::seconds time, std::string_view kind, std::int64_t limit,
                                const config::Settings& settings)
{
    Error error{Errc::too_many_requests, "too many attempts to sign in: wait a while and try again"};
    error.retry_after = static_cast<int>(time.count());
    api::tell_of_limit(error, kind, limit, settings.security.login_failure_window);
    return std::unexpected(std::move(error));
}

std::unexpected<Error> wrong_code()
{
    return fail(Errc::unauthorized, "the one-time code is wrong or was used already");
}

// Of the event of a failure: whose account it was about. A name that no account has is not kept: now and then it is a
// password in the wrong field.
AuditEvent about(const http::Request& request, AuditKind kind, const std::optional<Account>& account)
{
    AuditEvent event = audit_event(request, kind);
    event.credential = "password";
    if (account) {
        event.account_id = account->id;
        event.account = account->name;
    }
    return event;
}

AuditEvent of_success(const http::Request& request, AuditKind kind, const Account& account)
{
    AuditEvent event = about(request, kind, account);
    event.actor_id = account.id;
    event.actor = account.name;
    return event;
}

// Programs have none, and of accounts of a source it is elsewhere.
bool has_password_here(const std::optional<Account>& account)
{
    return account && !account->bot && account->login_source == 0;
}

std::string_view offered_code(const http::Request& request)
{
    const auto own = text::trim(request.header("X-Cairn-OTP"));
    return own.empty() ? text::trim(request.header("X-Gitea-OTP")) : own;
}

} // namespace

std::unexpected<Error> Logins::too_many_passwords(std::chrono::seconds wait) const
{
    return wait_for(wait, "password", settings_.security.login_max_failures, settings_);
}

Result<void> Logins::check_token_guesses(const http::Request& request) const
{
    const auto wait = limits_.wait_for_token(request.peer);
    if (wait.count() == 0) return {};
    return wait_for(wait, "wrong-token", settings_.security.login_max_failures_per_address, settings_);
}

void Logins::count_wrong_token(const http::Request& request) { limits_.count_wrong_token(request.peer); }

// A name that many addresses try: each of its checks takes a second longer, whether an account has it or not. Only a
// few workers sleep at once, so that this costs an attacker more than everybody else.
void Logins::slow_down(std::string_view name)
{
    constexpr int at_most = 4;
    if (!limits_.slow(name)) return;
    if (++slowed_ <= at_most) std::this_thread::sleep_for(std::chrono::seconds(1));
    --slowed_;
}

Result<void> Logins::check_password(const http::Request& request, std::string_view name,
                                    const std::optional<Account>& account, std::string_view password)
{
    bool right = false;
    slow_down(name);
    const auto who = limits_.guest(request.peer, name);
    if (!has_password_here(account)) {
        if (!passwords_.spend_time(password, who)) return too_busy();
    } else {
        const auto verdict = passwords_.verify(account->id, account->password, password, who);
        if (verdict.busy) return too_busy();
        right = verdict.right;
        if (!verdict.rehash.empty())
            db_.write([&](db::Transaction& tx) { replace_hash(tx, account->id, account->password, verdict.rehash); });
    }
    if (right) {
        limits_.count_success(request.peer, name);
        return {};
    }
    return wrong_password(request, name, account);
}

std::unexpected<Error> Logins::wrong_password(const http::Request& request, std::string_view name,
                                              const std::optional<Account>& account)
{
    limits_.count_failure(request.peer, name);
    audit_.add(about(request, AuditKind::sign_in_failed, account));
    return refused();
}

Result<Account> Logins::by_directory(const http::Request& request, const std::vector<Source>& sources,
                                     const std::optional<Account>& account, std::string_view name,
                                     std::string_view password, bool quick)
{
    using Kind = DirectoryLogins::Verdict::Kind;
    // A directory takes an empty password for nobody's, and lets it in.
    if (password.empty() || password.size() > Passwords::max_length) return wrong_password(request, name, account);
    const auto mark = [&](const Source& source, const Account& of) { return DirectoryLogins::mark_of(source, of); };
    if (account && passwords_.known(account->id, mark(sources.front(), *account), password)) return *account;
    if (quick) return too_busy();
    slow_down(name);
    auto verdict =
        TRY(directories_.check(request, sources, account, name, password, limits_.guest(request.peer, name)));
    switch (verdict.kind) {
    case Kind::busy: return too_busy();
    case Kind::silent:
        return fail(Errc::unavailable, "'" + verdict.source.name + "', which knows the passwords, does not answer");
    case Kind::wrong: return wrong_password(request, name, account);
    case Kind::right: break;
    }
    limits_.count_success(request.peer, name);
    passwords_.remember(verdict.account->id, mark(verdict.source, *verdict.account), password);
    return std::move(*verdict.account);
}

Result<Account> Logins::by_password(const http::Request& request, std::string_view name, std::string_view password,
                                    bool quick)
{
    auto account = find_login(db_, name);
    if (const auto wait = limits_.wait(request.peer, name); wait.count() > 0) {
        audit_.add_hourly(about(request, AuditKind::sign_in_throttled, account));
        return too_many_passwords(wait);
    }
    if (const auto sources = directories_.asked_about(account); !sources.empty())
        return by_directory(request, sources, account, name, password, quick);
    if (!has_password_here(account) || !passwords_.known(account->id, account->password, password)) {
        if (quick) return too_busy();
        TRY(check_password(request, name, account, password));
    }
    return std::move(*account);
}

Result<void> Logins::settle(const http::Request& request, const Account& account, Result<void> passed)
{
    if (!passed) {
        limits_.count_failure(request.peer, account.name);
        audit_.add(about(request, AuditKind::second_step_failed, account));
    }
    return passed;
}

Result<void> Logins::by_code(const http::Request& request, const Account& account, std::string_view code)
{
    if (const auto wait = limits_.wait_for_code(account.id); wait.count() > 0)
        return wait_for(wait, "code", settings_.security.login_slow_down_after, settings_);
    if (const auto wait = limits_.wait(request.peer, account.name); wait.count() > 0) return too_many_passwords(wait);
    const bool right = db_.write([&](db::Transaction& tx) { return use_totp_code(tx, settings_, account.id, code); });
    if (!right) limits_.count_wrong_code(account.id);
    return settle(request, account, right ? Result<void>() : wrong_code());
}

// These are too long to be guessed: only the address is held to its limit, so that the person gets in whatever others
// do.
Result<void> Logins::by_recovery_code(const http::Request& request, const Account& account, std::string_view code)
{
    if (const auto wait = limits_.wait(request.peer, account.name); wait.count() > 0) return too_many_passwords(wait);
    const bool right = db_.write([&](db::Transaction& tx) {
        if (!use_recovery_code(tx, account.id, code)) return false;
        audit(tx, of_success(request, AuditKind::recovery_code_used, account));
        return true;
    });
    return settle(request, account, right ? Result<void>() : wrong_code());
}

Result<void> Logins::by_key(const http::Request& request, const Account& account, std::int64_t session_id,
                            const KeyAnswer& answer)
{
    if (const auto wait = limits_.wait(request.peer, account.name); wait.count() > 0) return too_many_passwords(wait);
    auto used =
        db_.write([&](db::Transaction& tx) { return use_security_key(tx, settings_, account.id, session_id, answer); });
    return settle(request, account, used ? Result<void>() : std::unexpected(std::move(used).error()));
}

Result<void> Logins::second_step_of_basic(const http::Request& request, const Account& account, bool quick)
{
    const auto step = second_step_of(db_, account.id);
    if (step.keys)
        return fail(Errc::unauthorized, "the account has a security key, so its password opens no API: use a token");
    TRY(check_can_be_taken(step));
    if (is_lacking(step, settings_))
        return fail(Errc::forbidden, "this site asks for a second step at sign-in: set one up on its pages first",
                    ErrorForm::brief);
    if (step.codes) {
        const auto code = offered_code(request);
        if (code.empty())
            return fail(Errc::unauthorized, "the account needs a one-time code too: send it as X-Cairn-OTP");
        if (quick) return too_busy();
        TRY(by_code(request, account, code));
    }
    audit_.add_hourly(of_success(request, AuditKind::sign_in, account));
    return {};
}

} // namespace cairn::accounts
