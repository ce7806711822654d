// Password, mail addresses and the end of the own account.
#include "accounts/deletion_check.hpp"
#include "accounts/guards.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "accounts/profile/profile.hpp"
#include "accounts/sign_in/password_change.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "mail/outbox.hpp"
#include "pages/page.hpp"
#include "pages/settings/tables.hpp"
#include "pages/site/new_password.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using config::EmailNotifications;
using enum Method;

namespace {

constexpr std::string_view address = "/user/settings/account";

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
    content.mails = call.site.get<mail::Outbox>().enabled();
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

Result<Raw> get_account(Call& call, const Account&) { return account_page(call); }

Result<Raw> post_password(Call& call, const Account& account, Body<PasswordForm> form)
{
    auto cookie = change_own_password(call, account, form.value);
    if (!cookie && cookie.error().code == Errc::unavailable) return std::unexpected(cookie.error());
    if (!cookie) {
        AccountPage content;
        content.password_error = sentence(cookie.error().message);
        return account_page(call, std::move(content));
    }
    call.reply_headers.emplace_back("Set-Cookie", std::move(*cookie));
    leave_notice(call, "password-changed");
    return see_other(call, address);
}

Result<Raw> post_email(Call& call, const Account& account, Body<EmailForm> form)
{
    const std::string email(text::trim(form->email));
    const auto added = add_addresses(call, account, {.emails = {email}}, Confirmation::at_once);
    if (!added) return with_email_error(call, added.error(), email);
    leave_notice(call, confirms_by_mail(call.settings()) ? "email-to-confirm" : "email-added");
    return see_other(call, address);
}

Result<Raw> post_confirm(Call& call, const Account& account, Body<IdForm> form)
{
    send_confirmation(call, account, form->id);
    leave_notice(call, "email-link-sent");
    return see_other(call, address);
}

Result<Raw> post_primary(Call& call, const Account& account, Body<IdForm> form)
{
    const auto made = make_primary(call, account, form->id);
    if (!made) return with_email_error(call, made.error());
    leave_notice(call, "email-primary");
    return see_other(call, address);
}

Result<Raw> post_remove_email(Call& call, const Account& account, Body<IdForm> form)
{
    const auto removed = remove_address(call, account, form->id);
    if (!removed) return with_email_error(call, removed.error());
    leave_notice(call, "email-removed");
    return see_other(call, address);
}

Result<Raw> post_notifications(Call& call, const Account& account, Body<MailForm> form)
{
    choose_mail(call, account, form->email_notifications);
    leave_notice(call, "notifications-saved");
    return see_other(call, address);
}

Result<Raw> post_delete(Call& call, const Account& account, Body<DeleteForm> form)
{
    auto cookie = delete_own_account(call, account, form->password);
    if (!cookie && cookie.error().code == Errc::unavailable) return std::unexpected(cookie.error());
    if (!cookie) {
        AccountPage content;
        content.delete_error = sentence(cookie.error().message);
        return account_page(call, std::move(content));
    }
    call.reply_headers.emplace_back("Set-Cookie", std::move(*cookie));
    leave_notice(call, "account-deleted");
    return see_other(call, "/");
}

// clang-format off
constexpr Operation account_operations[] = {
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
static_assert(well_formed(account_operations));

} // namespace

const Table account_table{"site", account_operations, Door::site, refuse_page};

} // namespace cairn::pages
