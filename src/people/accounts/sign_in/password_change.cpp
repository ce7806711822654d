#include "accounts/sign_in/password_change.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/profile/account_letters.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "accounts/sign_in/logins.hpp"
#include "accounts/sign_in/passwords.hpp"
#include "accounts/sign_in/sessions.hpp"
#include "accounts/sources/source.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "mail/outbox.hpp"

namespace cairn::accounts {

namespace {

// Whoever has no password to say once more has shown lately who it is.
constexpr std::int64_t fresh_seconds = 600;

std::string change(const api::Call& call, const Account& account, const std::string& password)
{
    const auto hash = call.site.get<accounts::Passwords>().hash(password);
    const auto event = audit_event(call, AuditKind::password_changed);
    return call.db().write([&](db::Transaction& tx) {
        audit(tx, event);
        const auto session = find_session(tx, call.caller.session_id);
        set_password(tx, account.id, hash, false);
        call.site.get<mail::Outbox>().put(tx, password_changed_letter(call.settings(), account));
        return call.site.get<accounts::Sessions>().open(tx, call.request,
                                                        {.account_id = account.id,
                                                         .methods = session ? session->methods : "pwd",
                                                         .remember = session && session->remember});
    });
}

} // namespace

Result<void> check_new_password(const config::Settings& settings, std::string_view password, std::string_view retyped)
{
    TRY(check_password(settings, password));
    if (password != retyped) return fail(Errc::unprocessable, "the two passwords are not the same");
    return {};
}

Result<void> check_own_password(const api::Call& call, const Account& account, std::string_view password)
{
    if (signs_in_elsewhere(call.db(), account)) {
        const auto session = find_session(call.db(), call.caller.session_id);
        if (session && session->authenticated_at.seconds + fresh_seconds > Time::now().seconds) return {};
        return fail(Errc::unprocessable, "sign out and in again first: that is a while ago, and shows that it is you");
    }
    const auto right = call.site.get<accounts::Logins>().by_password(call.request, account.name, password, false);
    if (!right && right.error().code == Errc::unauthorized)
        return fail(Errc::unprocessable, "that is not your password");
    if (!right) return std::unexpected(right.error());
    return {};
}

Result<std::string> change_own_password(const api::Call& call, const Account& account, const PasswordForm& form)
{
    TRY(check_password_is_here(call.db(), account));
    TRY(check_new_password(call.settings(), form.password, form.retype));
    TRY(check_own_password(call, account, form.old_password));
    return change(call, account, form.password);
}

Result<std::string> replace_own_password(const api::Call& call, const Account& account, const std::string& password,
                                         std::string_view retyped)
{
    if (call.caller.on_behalf_of != 0)
        return fail(Errc::forbidden, "nobody chooses a password while acting as somebody else");
    TRY(check_password_is_here(call.db(), account));
    TRY(check_new_password(call.settings(), password, retyped));
    const auto same = call.site.get<accounts::Passwords>().verify(account.id, account.password, password);
    if (same.busy) return fail(Errc::unavailable, "too many sign-ins at once: try again in a moment");
    if (same.right) return fail(Errc::unprocessable, "that is the password that you have. Choose another");
    return change(call, account, password);
}

void send_recovery(const api::Call& call, const std::string& email, const std::string& redirect_to)
{
    const config::Settings& settings = call.settings();
    if (!check_email(email)) return;
    call.db().write([&](db::Transaction& tx) {
        auto account = find_by_address(tx, email);
        if (account && account->login_source != 0) account.reset(); // the password is elsewhere
        const auto code = account ? make_code(tx, account->id, CodePurpose::recover, text::to_lower(email),
                                              settings.service.reset_passwd_code_live_minutes, redirect_to)
                                  : std::nullopt;
        if (code)
            call.site.get<mail::Outbox>().put(
                tx, recovery_letter(settings, account->name, email, *code, account->language));
        else call.site.get<mail::Outbox>().pretend(tx, recovery_letter(settings, email, email, email, ""));
    });
}

std::optional<Recovery> find_recovery(const api::Call& call, std::string_view code)
{
    auto found = find_code(call.db(), CodePurpose::recover, code);
    auto account = found ? find_account(call.db(), found->account_id) : std::nullopt;
    if (!account || account->login_source != 0) return {};
    return Recovery{.code = std::move(*found), .account = std::move(*account)};
}

Result<void> recover_account(const api::Call& call, const Recovery& recovery, const RecoverForm& form)
{
    TRY(check_new_password(call.settings(), form.password, form.retype));
    const Account& account = recovery.account;
    const auto hash = call.site.get<accounts::Passwords>().hash(form.password);
    const auto event = concerning(audit_event(call, AuditKind::password_changed), account);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        if (!use_code(tx, CodePurpose::recover, form.code)) return not_found("the code");
        set_password(tx, account.id, hash, false);
        audit(tx, event);
        call.site.get<mail::Outbox>().put(tx, password_changed_letter(call.settings(), account));
        return {};
    });
}

} // namespace cairn::accounts
