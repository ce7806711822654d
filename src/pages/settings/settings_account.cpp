// Password, mail addresses and the end of the own account.
#include "accounts/audit/audit.hpp"
#include "accounts/deletion_check.hpp"
#include "accounts/guards.hpp"
#include "accounts/profile/account_letters.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "accounts/profile/profile.hpp"
#include "accounts/sign_in/logins.hpp"
#include "accounts/sign_in/one_time_codes.hpp"
#include "accounts/sign_in/passwords.hpp"
#include "accounts/sign_in/sessions.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "mail/outbox.hpp"
#include "pages/page.hpp"
#include "pages/settings/tables.hpp"
#include "pages/site/new_password.hpp"
#include "pages/site/sign_up.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using config::EmailNotifications;
using enum Method;

namespace {

constexpr std::string_view address = "/user/settings/account";

struct PasswordForm {
    std::string old_password;
    std::string password;
    std::string retype;
};
BOOST_DESCRIBE_STRUCT(PasswordForm, (), (old_password, password, retype))

struct EmailForm {
    std::string email;
};
BOOST_DESCRIBE_STRUCT(EmailForm, (), (email))

struct IdForm {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(IdForm, (), (id))

struct DeleteForm {
    std::string password;
};
BOOST_DESCRIBE_STRUCT(DeleteForm, (), (password))

struct MailForm {
    EmailNotifications email_notifications = EmailNotifications::enabled;
};
BOOST_DESCRIBE_STRUCT(MailForm, (), (email_notifications))

struct MailChoice {
    std::string value;
    std::string label;
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(MailChoice, (), (value, label, chosen))

struct AccountPage : NewPasswordFields {
    std::vector<EmailAddress> emails;
    bool mails = false;    // the site sends mail
    bool notifies = false; // and notifications so
    std::vector<MailChoice> mail_choices;
    std::string new_email;
    std::string password_error;
    std::string email_error;
    std::string delete_error;
};
BOOST_DESCRIBE_STRUCT(AccountPage, (NewPasswordFields),
                      (emails, mails, notifies, mail_choices, new_email, password_error, email_error, delete_error))

std::vector<MailChoice> mail_choices(const Call& call)
{
    static constexpr std::pair<EmailNotifications, std::string_view> all[] = {
        {EmailNotifications::enabled, "All of them"},
        {EmailNotifications::andyourown, "All of them, and what I do myself"},
        {EmailNotifications::onmention, "When I am mentioned or assigned"},
        {EmailNotifications::disabled, "None"},
    };
    const auto chosen = mail_choice_of(call.db(), call.settings(), call.caller.id);
    std::vector<MailChoice> choices;
    for (const auto& [value, label] : all)
        choices.push_back({std::string(word_of(value)), std::string(label), word_of(value) == chosen});
    return choices;
}

Raw account_page(Call& call, AccountPage content = {})
{
    content.least = call.settings().security.min_password_length;
    content.emails = list_addresses(call.db(), call.caller.id);
    content.mails = call.site.outbox.enabled();
    content.notifies = content.mails && call.settings().service.enable_notify_mail;
    if (content.notifies) content.mail_choices = mail_choices(call);
    return page(call, {.file = "settings_account", .title = "Account", .tab = address, .status = 200}, content);
}

Raw with_email_error(Call& call, const Error& error, std::string new_email = {})
{
    AccountPage content;
    content.email_error = sentence(error.message);
    content.new_email = std::move(new_email);
    return account_page(call, std::move(content));
}

// What the session alone must not do: whoever finds a browser open does not know the password.
Result<void> check_own_password(Call& call, const Account& account, std::string_view password)
{
    const auto right = call.site.logins.by_password(call.request, account.name, password, false);
    if (!right && right.error().code == Errc::unauthorized)
        return fail(Errc::unprocessable, "that is not your password");
    if (!right) return std::unexpected(right.error());
    return {};
}

Result<Raw> get_account(Call& call, const Account&) { return account_page(call); }

Result<Raw> post_password(Call& call, const Account& account, Body<PasswordForm> form)
{
    auto checked = check_new_password(call.settings(), form->password, form->retype);
    if (checked) checked = check_own_password(call, account, form->old_password);
    if (!checked && checked.error().code == Errc::unavailable) return std::unexpected(checked.error());
    if (!checked) {
        AccountPage content;
        content.password_error = sentence(checked.error().message);
        return account_page(call, std::move(content));
    }
    change_own_password(call, account, form->password);
    leave_notice(call, "password-changed");
    return see_other(call, address);
}

void send_confirmation(Call& call, db::Transaction& tx, const Account& account, const std::string& email)
{
    const config::Settings& settings = call.settings();
    const auto code =
        make_code(tx, account.id, CodePurpose::confirm_email, email, settings.service.active_code_live_minutes);
    if (code) call.site.outbox.put(tx, address_letter(settings, account, email, *code));
}

Result<Raw> post_email(Call& call, const Account& account, Body<EmailForm> form)
{
    const std::string email(text::trim(form->email));
    const bool confirm = confirms_by_mail(call.settings());
    auto added = call.db().write([&](db::Transaction& tx) -> Result<void> {
        TRY(check_not_stand_in(call.settings(), email));
        TRY(add_address(tx, account.id, email, !confirm));
        if (confirm) send_confirmation(call, tx, account, email);
        return {};
    });
    if (!added) return with_email_error(call, added.error(), email);
    leave_notice(call, confirm ? "email-to-confirm" : "email-added");
    return see_other(call, address);
}

Result<Raw> post_confirm(Call& call, const Account& account, Body<IdForm> form)
{
    for (const EmailAddress& each : list_addresses(call.db(), account.id))
        if (each.id == form->id && !each.verified)
            call.db().write([&](db::Transaction& tx) { send_confirmation(call, tx, account, each.email); });
    leave_notice(call, "email-link-sent");
    return see_other(call, address);
}

Result<Raw> post_primary(Call& call, const Account& account, Body<IdForm> form)
{
    auto made = call.db().write([&](db::Transaction& tx) { return make_primary(tx, account.id, form->id); });
    if (!made) return with_email_error(call, made.error());
    leave_notice(call, "email-primary");
    return see_other(call, address);
}

Result<Raw> post_remove_email(Call& call, const Account& account, Body<IdForm> form)
{
    auto removed = call.db().write([&](db::Transaction& tx) { return remove_address(tx, account.id, form->id); });
    if (!removed) return with_email_error(call, removed.error());
    leave_notice(call, "email-removed");
    return see_other(call, address);
}

Result<Raw> post_notifications(Call& call, const Account& account, Body<MailForm> form)
{
    call.db().write([&](db::Transaction& tx) { choose_mail(tx, account.id, form->email_notifications); });
    leave_notice(call, "notifications-saved");
    return see_other(call, address);
}

Result<Raw> post_delete(Call& call, const Account& account, Body<DeleteForm> form)
{
    auto deleted = check_own_password(call, account, form->password);
    std::string cookie;
    const auto event = audit_event(call, AuditKind::account_deleted);
    if (deleted)
        deleted = call.db().write([&](db::Transaction& tx) -> Result<void> {
            cookie = call.site.sessions.close(tx, call.request);
            audit(tx, event);
            return delete_account(tx, call.site.deletion_checks, call.site.events, account);
        });
    if (!deleted && deleted.error().code == Errc::unavailable) return std::unexpected(deleted.error());
    if (!deleted) {
        AccountPage content;
        content.delete_error = sentence(deleted.error().message);
        return account_page(call, std::move(content));
    }
    call.reply_headers.emplace_back("Set-Cookie", std::move(cookie));
    leave_notice(call, "account-deleted");
    return see_other(call, "/");
}

// clang-format off
constexpr Operation operations[] = {
    {GET,  "/user/settings/account",               scope::none, signed_in, handle<get_account>,        200, "siteAccountPage",       "Show password, addresses and the way out"},
    {POST, "/user/settings/account",               scope::none, signed_in, handle<post_password>,      303, "siteChangePassword",    "Change the own password"},
    {POST, "/user/settings/account/email",         scope::none, signed_in, handle<post_email>,         303, "siteAddEmail",          "Add an address"},
    {POST, "/user/settings/account/email/confirm", scope::none, signed_in, handle<post_confirm>,       303, "siteSendConfirmation",  "Mail the link that confirms an address again"},
    {POST, "/user/settings/account/email/primary", scope::none, signed_in, handle<post_primary>,       303, "sitePrimaryEmail",      "Make an address the primary one"},
    {POST, "/user/settings/account/email/delete",  scope::none, signed_in, handle<post_remove_email>,  303, "siteRemoveEmail",       "Remove an address"},
    {POST, "/user/settings/account/notifications", scope::none, signed_in, handle<post_notifications>, 303, "siteMailNotifications", "Choose which notifications come by mail"},
    {POST, "/user/settings/account/delete",        scope::none, signed_in, handle<post_delete>,        303, "siteDeleteAccount",     "Delete the own account"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table account_table{"site", operations, Door::site, refuse_page};

} // namespace cairn::pages
