#include "accounts/sign_in/sign_up.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/profile/account_letters.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "accounts/sign_in/password_change.hpp"
#include "accounts/sign_in/passwords.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "mail/outbox.hpp"

namespace cairn::accounts {

namespace {

Result<void> check_sign_up(const config::Settings& settings, const SignUpForm& form)
{
    TRY(check_name(form.user_name));
    TRY(check_email(form.email));
    if (!may_register(settings, form.email))
        return fail(Errc::unprocessable, "this site takes no accounts with an e-mail address of that domain");
    return check_new_password(settings, form.password, form.retype);
}

} // namespace

Result<Account> sign_up(const api::Call& call, const SignUpForm& form)
{
    const config::Settings& settings = call.settings();
    TRY(check_sign_up(settings, form));
    if (settings.service.enable_captcha) TRY(meet_challenge(call.db(), settings, form));
    const bool confirmed = !confirms_by_mail(settings);
    const NewAccount made{.name = form.user_name,
                          .email = form.email,
                          .password_hash = call.site.get<accounts::Passwords>().hash(form.password),
                          .is_restricted = settings.service.default_user_is_restricted,
                          .is_active = confirmed && !settings.service.register_manual_confirm,
                          .email_verified = confirmed,
                          .visibility = settings.service.default_user_visibility,
                          .keep_email_private = settings.service.default_keep_email_private,
                          .allow_create_organization = settings.service.default_allow_create_organization};
    const auto event = audit_event(call, AuditKind::account_created);
    return call.db().write([&](db::Transaction& tx) -> Result<Account> {
        auto account = TRY(sign_up(tx, made));
        audit(tx, concerning(event, account));
        return account;
    });
}

void send_activation(const api::Call& call, const Account& account, const std::string& redirect_to)
{
    const config::Settings& settings = call.settings();
    call.db().write([&](db::Transaction& tx) {
        const auto code = make_code(tx, account.id, CodePurpose::activate, account.email,
                                    settings.service.active_code_live_minutes, redirect_to);
        if (code) call.site.get<mail::Outbox>().put(tx, activation_letter(settings, account, *code));
    });
}

std::optional<OneTimeCode> activate_account(const api::Call& call, std::string_view code)
{
    return call.db().write([&](db::Transaction& tx) -> std::optional<OneTimeCode> {
        auto used = use_code(tx, CodePurpose::activate, code);
        if (!used || !verify_address(tx, used->account_id, used->email)) return {};
        if (!call.settings().service.register_manual_confirm) activate(tx, used->account_id);
        return used;
    });
}

bool confirm_address(const api::Call& call, std::string_view code)
{
    return call.db().write([&](db::Transaction& tx) {
        const auto used = use_code(tx, CodePurpose::confirm_email, code);
        return used && verify_address(tx, used->account_id, used->email);
    });
}

} // namespace cairn::accounts
