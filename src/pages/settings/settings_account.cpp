// Password, mail addresses and the end of the own account.
#include "accounts/deletion_check.hpp"
#include "accounts/guards.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "accounts/sign_in/in_person.hpp"
#include "accounts/sign_in/password_change.hpp"
#include "accounts/sources/source.hpp"
#include "api/view.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "mail/outbox.hpp"
#include "organizations/affiliation.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/settings/tables.hpp"
#include "pages/site/new_password.hpp"
#include "repositories/listing.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
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

// clang-format off
const Notice password_changed{"own-password-changed", Phrase("Your password is changed. Every other browser was signed out.")};
const Notice email_added{"email-added", Phrase("The address is added.")};
const Notice email_to_confirm{"email-to-confirm", Phrase("The address is added. Open the link in the mail that is on its way to it.")};
const Notice email_link_sent{"email-link-sent", Phrase("A mail with the link is on its way. Each address gets at most one a minute.")};
const Notice email_primary{"email-primary", Phrase("Mail goes to that address from now on.")};
const Notice email_removed{"email-removed", Phrase("The address is removed.")};
const Notice account_deleted{"account-deleted", Phrase("Your account is deleted.")};
// clang-format on

struct AccountView {
    Navigation navigation;
    NewPassword password;
    std::vector<EmailAddress> emails;
    bool mails = false;   // the site sends mail
    std::string source{}; // where the password is; empty: here
    bool by_provider = false;
    Form<PasswordForm> password_form;
    Form<EmailForm> email_form;
    Form<IdForm> id_form;
};
BOOST_DESCRIBE_STRUCT(AccountView, (),
                      (navigation, password, emails, mails, source, by_provider, password_form, email_form, id_form))

struct DeleteAccountView {
    Navigation navigation;
    std::string name;
    std::int64_t repositories = 0; // that keep it from being deleted
    std::int64_t organizations = 0;
    bool has_password = true;
    Form<DeleteForm> form;
};
BOOST_DESCRIBE_STRUCT(DeleteAccountView, (), (navigation, name, repositories, organizations, has_password, form))

Result<AccountView> show(Call& call, const Account& account, Form<PasswordForm> password_form,
                         Form<EmailForm> email_form, Form<IdForm> id_form)
{
    AccountView view{.navigation = settings_navigation(call),
                     .password = {.least = call.settings().security.min_password_length},
                     .emails = list_addresses(call.db(), account.id),
                     .mails = call.site.get<mail::Outbox>().enabled(),
                     .password_form = std::move(password_form),
                     .email_form = std::move(email_form),
                     .id_form = std::move(id_form)};
    if (const auto source = account.login_source != 0 ? find_source(call.db(), account.login_source) : std::nullopt) {
        view.source = source->name;
        view.by_provider = source->kind == SourceKind::openid;
    }
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

Result<DeleteAccountView> ask_deletion(Call& call, const Account& account, Form<DeleteForm> form)
{
    return DeleteAccountView{.navigation = settings_navigation(call, address),
                             .name = account.name,
                             .repositories = repositories::count_owned(call.db(), account.id),
                             .organizations = organizations::organizations_of(call, account, {}).total,
                             .has_password = !signs_in_elsewhere(call.db(), account),
                             .form = std::move(form)};
}

Result<Done> delete_account(Call& call, const Account& account, Body<DeleteForm> form)
{
    call.reply_headers.emplace_back("Set-Cookie", TRY(delete_own_account(call, account, form->password)));
    return done("/", account_deleted);
}

constexpr auto& delete_page =
    shows<ask_deletion, "settings/delete_account", "userCurrentListRepos orgListCurrentUserOrgs">;
constexpr auto& account_page = shows<show, "settings/account", "userListEmails userAddEmail userDeleteEmail">;

// clang-format off
constexpr Operation account_operations[] = {
    {GET,  "/user/settings/account",               scope::none, signed_in, account_page,                              200, "siteAccountPage",       "Show password, addresses and the way out"},
    {POST, "/user/settings/account",               scope::none, signed_in_person, does<change_password, account_page>,       303, "siteChangePassword",    "Change the own password"},
    {POST, "/user/settings/account/email",         scope::none, signed_in_person, does<add_email, account_page>,             303, "siteAddEmail",          "Add an address"},
    {POST, "/user/settings/account/email/confirm", scope::none, signed_in_person, does<confirm_email, account_page>,         303, "siteSendConfirmation",  "Mail the link that confirms an address again"},
    {POST, "/user/settings/account/email/primary", scope::none, signed_in_person, does<prefer_email, account_page>,          303, "sitePrimaryEmail",      "Make an address the primary one"},
    {POST, "/user/settings/account/email/delete",  scope::none, signed_in, does<remove_email, account_page>,          303, "siteRemoveEmail",       "Remove an address"},
    {GET,  "/user/settings/account/delete",        scope::none, signed_in_person, delete_page,                               200, "siteAskDeleteAccount",  "Ask whether to delete the own account"},
    {POST, "/user/settings/account/delete",        scope::none, signed_in_person, does<delete_account, delete_page>,         303, "siteDeleteAccount",     "Delete the own account"},
};
// clang-format on
static_assert(well_formed(account_operations));

} // namespace

const Table account_table{"site", account_operations, Door::site, refuse_page};

} // namespace cairn::pages
