// A person as administrators see and change one.
#include "accounts/profile/email_addresses.hpp"
#include "accounts/sources/source.hpp"
#include "admin/acting.hpp"
#include "admin/person_access.hpp"
#include "admin/user_change.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "pages/admin/person_guard.hpp"
#include "pages/admin/tables.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/places/avatar_address.hpp"

namespace cairn::pages {

using namespace api;
using accounts::Account;
using admin::EditUserOption;
using admin::RenameUserOption;
using enum Method;
using words::Phrase;

namespace {

const Notice person_changed{"person-changed", Phrase("The account is changed.")};
const Notice person_renamed{"person-renamed", Phrase("The account has its new name.")};
const Notice person_signed_out{"person-signed-out", Phrase("Every browser of this person has to sign in again.")};
const Notice second_step_reset{"second-step-reset",
                               Phrase("The second step is gone. The password alone opens the account now.")};
const Notice person_deleted{"person-deleted", Phrase("The account is deleted.")};

struct AdminPersonView {
    PageHead head{};
    Navigation navigation;
    accounts::ShownAccount account;
    std::string avatar;
    admin::PersonFigures figures{};
    std::vector<accounts::EmailAddress> addresses{};
    bool oneself = false;
    bool may_act_as = false;
    std::string visibility{};
    std::int64_t least = 0; // characters of a password
    std::string source{};   // where the person signs in; empty: here
    Form<EditUserOption> form;
};
BOOST_DESCRIBE_STRUCT(AdminPersonView, (),
                      (head, navigation, account, avatar, figures, addresses, oneself, may_act_as, visibility, least,
                       source, form))

// A page that asks about one thing.
struct AdminPersonQuestion {
    PageHead head{};
    Navigation navigation;
    accounts::ShownAccount account;
    admin::PersonFigures figures{};
};
BOOST_DESCRIBE_STRUCT(AdminPersonQuestion, (), (head, navigation, account, figures))

struct AdminRenameView {
    PageHead head{};
    Navigation navigation;
    accounts::ShownAccount account;
    Form<RenameUserOption> form;
};
BOOST_DESCRIBE_STRUCT(AdminRenameView, (), (head, navigation, account, form))

struct AdminDeletePerson {
    std::string name;
    bool purge = false;
};
BOOST_DESCRIBE_STRUCT(AdminDeletePerson, (), (name, purge))
constexpr auto notes(const AdminDeletePerson*)
{
    return std::array{Note{.member = "name", .doc = "the name of the account, once more", .required = true},
                      Note{"purge", "also delete all that the account owns"}};
}

struct AdminDeleteView {
    PageHead head{};
    Navigation navigation;
    accounts::ShownAccount account;
    admin::PersonFigures figures{};
    Form<AdminDeletePerson> form;
};
BOOST_DESCRIBE_STRUCT(AdminDeleteView, (), (head, navigation, account, figures, form))

PageHead head_of(const Account& account) { return {.values = {{"username", account.name}}}; }

EditUserOption as_it_is(const Account& account)
{
    return {.full_name = account.full_name,
            .email = account.email,
            .must_change_password = account.must_change_password,
            .website = account.website,
            .location = account.location,
            .description = account.description,
            .active = account.is_active,
            .admin = account.is_admin,
            .max_repo_creation = account.max_repo_creation,
            .prohibit_login = account.prohibit_login,
            .allow_create_organization = account.allow_create_organization,
            .restricted = account.is_restricted,
            .visibility = account.visibility};
}

std::string source_of(const Call& call, const Account& account)
{
    const auto source =
        account.login_source != 0 ? accounts::find_source(call.db(), account.login_source) : std::nullopt;
    return source ? source->name : "";
}

Result<AdminPersonView> show(Call& call, const Account& account, Form<EditUserOption> form)
{
    form.begin_with(as_it_is(account));
    return AdminPersonView{.head = head_of(account),
                           .navigation = administration_navigation(call),
                           .account = account,
                           .avatar = avatar_address(account),
                           .figures = admin::figures_of(call, account),
                           .addresses = accounts::list_addresses(call.db(), account.id),
                           .oneself = account.id == call.caller.id,
                           .may_act_as = admin::may_act_as(call.caller, account),
                           .visibility = form.value("visibility"),
                           .least = call.settings().security.min_password_length,
                           .source = source_of(call, account),
                           .form = std::move(form)};
}

// Which field a refusal is about: the checks that the use case makes, asked once more.
std::string_view refused_field(const Call& call, const Account& account, const EditUserOption& wanted)
{
    if (wanted.website && !accounts::check_website(*wanted.website)) return "website";
    if (!wanted.password.empty() && !accounts::check_password(call.settings(), wanted.password)) return "password";
    const bool ends_rights = wanted.active == false || wanted.admin == false || wanted.prohibit_login == true;
    if (ends_rights && account.is_admin && (!wanted.email || *wanted.email == account.email)) return "";
    return wanted.email ? "email" : "";
}

Result<Done> change(Call& call, const Account& account, Body<EditUserOption> form)
{
    auto changed = admin::edit_user_at_once(call, account, form.value);
    if (!changed) {
        const auto field = refused_field(call, account, form.value);
        if (field.empty()) return std::unexpected(std::move(changed).error());
        return std::unexpected(about(field, std::move(changed).error()));
    }
    return done(admin_person_address(account), person_changed);
}

Result<AdminPersonQuestion> ask(Call& call, const Account& account)
{
    return AdminPersonQuestion{.head = head_of(account),
                               .navigation = administration_navigation(call),
                               .account = account,
                               .figures = admin::figures_of(call, account)};
}

Result<Done> sign_out(Call& call, const Account& account)
{
    admin::end_sessions_of(call, account);
    return done(admin_person_address(account), person_signed_out);
}

Result<Done> reset_second_step(Call& call, const Account& account)
{
    TRY(admin::take_second_step_away(call, account));
    return done(admin_person_address(account), second_step_reset);
}

Result<AdminRenameView> show_rename(Call& call, const Account& account, Form<RenameUserOption> form)
{
    form.begin_with({.new_username = account.name});
    return AdminRenameView{.head = head_of(account),
                           .navigation = administration_navigation(call),
                           .account = account,
                           .form = std::move(form)};
}

Result<Done> rename(Call& call, const Account& account, Body<RenameUserOption> form)
{
    TRY(at("new_username", admin::rename_user(call, account, form.value)));
    return done(admin_person_address(account), person_renamed);
}

Result<AdminDeleteView> show_delete(Call& call, const Account& account, Form<AdminDeletePerson> form)
{
    return AdminDeleteView{.head = head_of(account),
                           .navigation = administration_navigation(call),
                           .account = account,
                           .figures = admin::figures_of(call, account),
                           .form = std::move(form)};
}

Result<Done> remove(Call& call, const Account& account, Body<AdminDeletePerson> form)
{
    if (form->name != account.name)
        return std::unexpected(about("name", Error{Errc::unprocessable, "that is not the name of this account"}));
    TRY(admin::delete_user(call, account, {.purge = form->purge}));
    return done("/-/admin/users", person_deleted);
}

constexpr auto& person_page = shows<show, "admin/person", "adminEditUser adminRenameUser adminDeleteUser">;
constexpr auto& sign_out_page = shows<ask, "admin/sign_out_person">;
constexpr auto& second_step_page = shows<ask, "admin/reset_second_step">;
constexpr auto& rename_page = shows<show_rename, "admin/rename_person", "adminRenameUser">;
constexpr auto& delete_page = shows<show_delete, "admin/delete_person", "adminDeleteUser">;
constexpr auto& by_id = administers_person_by_id;

// clang-format off
constexpr Operation person_operations[] = {
    {GET,  "/-/admin/users/{id}",             scope::none, by_id, person_page,                 200, "siteAdminPerson",          "Show an account, to be changed"},
    {POST, "/-/admin/users/{id}",             scope::none, by_id, does<change, person_page>,   303, "siteAdminPersonChanged",   "Change an account"},
    {GET,  "/-/admin/users/{id}/sign_out",    scope::none, by_id, sign_out_page,               200, "siteAdminSignOut",         "Ask whether to end all sessions of somebody"},
    {POST, "/-/admin/users/{id}/sign_out",    scope::none, by_id, does<sign_out>,              303, "siteAdminSignedOut",       "End all sessions of somebody"},
    {GET,  "/-/admin/users/{id}/second_step", scope::none, by_id, second_step_page,            200, "siteAdminSecondStep",      "Ask whether to take somebody's second step away"},
    {POST, "/-/admin/users/{id}/second_step", scope::none, by_id, does<reset_second_step>,     303, "siteAdminSecondStepReset", "Take somebody's second step away"},
    {GET,  "/-/admin/users/{id}/rename",      scope::none, by_id, rename_page,                 200, "siteAdminRename",          "Ask for an account's new name"},
    {POST, "/-/admin/users/{id}/rename",      scope::none, by_id, does<rename, rename_page>,   303, "siteAdminRenamed",         "Give an account another name"},
    {GET,  "/-/admin/users/{id}/delete",      scope::none, by_id, delete_page,                 200, "siteAdminDelete",          "Ask whether to delete an account"},
    {POST, "/-/admin/users/{id}/delete",      scope::none, by_id, does<remove, delete_page>,   303, "siteAdminDeleted",         "Delete an account"},
};
// clang-format on
static_assert(well_formed(person_operations));

} // namespace

const Table admin_person_table{"site", person_operations, Door::site, refuse_page};

} // namespace cairn::pages
