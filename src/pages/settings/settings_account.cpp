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
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/settings/tables.hpp"
#include "pages/site/new_password.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using config::EmailNotifications;
using enum Method;
using words::Phrase;

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

// clang-format off
const Notice password_changed{"own-password-changed", Phrase("Your password is changed. Every other browser was signed out.")};
const Notice email_added{"email-added", Phrase("The address is added.")};
const Notice email_to_confirm{"email-to-confirm", Phrase("The address is added. Open the link in the mail that is on its way to it.")};
const Notice email_link_sent{"email-link-sent", Phrase("A mail with the link is on its way. Each address gets at most one a minute.")};
const Notice email_primary{"email-primary", Phrase("Mail goes to that address from now on.")};
const Notice email_removed{"email-removed", Phrase("The address is removed.")};
const Notice notifications_saved{"notifications-saved", Phrase("Your choice is saved.")};
const Notice account_deleted{"account-deleted", Phrase("Your account is deleted.")};
// clang-format on

struct AccountView {
    Navigation navigation;
    NewPassword password;
    std::vector<EmailAddress> emails;
    bool mails = false;        // the site sends mail
    bool notifies = false;     // and notifications so
    std::string mail_choice{}; // which ones are sent
    Form<PasswordForm> password_form;
    Form<EmailForm> email_form;
    Form<IdForm> id_form;
    Form<DeleteForm> delete_form;
};
BOOST_DESCRIBE_STRUCT(AccountView, (),
                      (navigation, password, emails, mails, notifies, mail_choice, password_form, email_form, id_form,
                       delete_form))

Result<AccountView> show(Call& call, const Account& account, Form<PasswordForm> password_form,
                         Form<EmailForm> email_form, Form<IdForm> id_form, Form<DeleteForm> delete_form)
{
    AccountView view{.navigation = settings_navigation(call),
                     .password = {.least = call.settings().security.min_password_length},
                     .emails = list_addresses(call.db(), account.id),
                     .mails = call.site.get<mail::Outbox>().enabled(),
                     .password_form = std::move(password_form),
                     .email_form = std::move(email_form),
                     .id_form = std::move(id_form),
                     .delete_form = std::move(delete_form)};
    view.notifies = view.mails && call.settings().service.enable_notify_mail;
    if (view.notifies) view.mail_choice = mail_choice_of(call.db(), call.settings(), account.id);
    return view;
}

Result<Done> change_password(Call& call, const Account& account, Body<PasswordForm> form)
{
    call.reply_headers.emplace_back("Set-Cookie", TRY(change_own_password(call, account, form.value)));
    return done(std::string(address), password_changed);
}

Result<Done> add_email(Call& call, const Account& account, Body<EmailForm> form)
{
    const std::string email(text::trim(form->email));
    TRY(at("email", add_addresses(call, account, {.emails = {email}}, Confirmation::at_once)));
    return done(std::string(address), confirms_by_mail(call.settings()) ? email_to_confirm : email_added);
}

Result<Done> confirm_email(Call& call, const Account& account, Body<IdForm> form)
{
    send_confirmation(call, account, form->id);
    return done(std::string(address), email_link_sent);
}

Result<Done> prefer_email(Call& call, const Account& account, Body<IdForm> form)
{
    TRY(make_primary(call, account, form->id));
    return done(std::string(address), email_primary);
}

Result<Done> remove_email(Call& call, const Account& account, Body<IdForm> form)
{
    TRY(remove_address(call, account, form->id));
    return done(std::string(address), email_removed);
}

Result<Done> choose_notifications(Call& call, const Account& account, Body<MailForm> form)
{
    choose_mail(call, account, form->email_notifications);
    return done(std::string(address), notifications_saved);
}

Result<Done> delete_account(Call& call, const Account& account, Body<DeleteForm> form)
{
    call.reply_headers.emplace_back("Set-Cookie", TRY(delete_own_account(call, account, form->password)));
    return done("/", account_deleted);
}

constexpr auto& account_page = shows<show, "settings/account", "userListEmails userAddEmail userDeleteEmail">;

// clang-format off
constexpr Operation account_operations[] = {
    {GET,  "/user/settings/account",               scope::none, signed_in, account_page,                              200, "siteAccountPage",       "Show password, addresses and the way out"},
    {POST, "/user/settings/account",               scope::none, signed_in, does<change_password, account_page>,       303, "siteChangePassword",    "Change the own password"},
    {POST, "/user/settings/account/email",         scope::none, signed_in, does<add_email, account_page>,             303, "siteAddEmail",          "Add an address"},
    {POST, "/user/settings/account/email/confirm", scope::none, signed_in, does<confirm_email, account_page>,         303, "siteSendConfirmation",  "Mail the link that confirms an address again"},
    {POST, "/user/settings/account/email/primary", scope::none, signed_in, does<prefer_email, account_page>,          303, "sitePrimaryEmail",      "Make an address the primary one"},
    {POST, "/user/settings/account/email/delete",  scope::none, signed_in, does<remove_email, account_page>,          303, "siteRemoveEmail",       "Remove an address"},
    {POST, "/user/settings/account/notifications", scope::none, signed_in, does<choose_notifications, account_page>,  303, "siteMailNotifications", "Choose which notifications come by mail"},
    {POST, "/user/settings/account/delete",        scope::none, signed_in, does<delete_account, account_page>,        303, "siteDeleteAccount",     "Delete the own account"},
};
// clang-format on
static_assert(well_formed(account_operations));

} // namespace

const Table account_table{"site", account_operations, Door::site, refuse_page};

} // namespace cairn::pages
