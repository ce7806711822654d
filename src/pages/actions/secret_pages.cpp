// Secrets of repositories, organizations and people: the list, a new one, another value, deleting one. A value goes in
// and is never shown.
#include "db/database.hpp"
#include "pages/actions/action_home.hpp"
#include "pages/actions/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "runners/secret.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using runners::Secret;
using words::Phrase;

namespace {

const Notice secret_created{"secret-created", Phrase("The secret is saved. Workflows get it from now on.")};
const Notice secret_changed{"secret-changed", Phrase("The secret has its new value.")};
const Notice secret_deleted{"secret-deleted", Phrase("The secret is deleted.")};

struct SecretList : Paging { };
BOOST_DESCRIBE_STRUCT(SecretList, (Paging), ())

struct SecretPagePath {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(SecretPagePath, (), (name))
constexpr auto notes(const SecretPagePath*) { return std::array{Note{"name", "the name of the secret"}}; }

struct NewSecretForm {
    std::string name;
    std::string secret;
    std::string description;
};
BOOST_DESCRIBE_STRUCT(NewSecretForm, (), (name, secret, description))
constexpr auto notes(const NewSecretForm*)
{
    return std::array{Note{.member = "name", .required = true}, Note{.member = "secret", .required = true}};
}

struct SecretValueForm {
    std::string secret;
    std::string description;
};
BOOST_DESCRIBE_STRUCT(SecretValueForm, (), (secret, description))
constexpr auto notes(const SecretValueForm*) { return std::array{Note{.member = "secret", .required = true}}; }

struct SecretsView {
    PageHead head{};
    ActionPlace home;
    std::vector<Secret> secrets{};
    Pager pager{};
    Form<NewSecretForm> form{};
};
BOOST_DESCRIBE_STRUCT(SecretsView, (), (head, home, secrets, pager, form))

struct SecretView {
    PageHead head{};
    ActionPlace home;
    Secret secret;
    Form<SecretValueForm> form{};
};
BOOST_DESCRIBE_STRUCT(SecretView, (), (head, home, secret, form))

Result<SecretsView> show(Call& call, const ActionHome& home, Query<SecretList> query, Form<NewSecretForm> form)
{
    auto found = runners::secrets_of(call, home.owner, query.value);
    return SecretsView{.home = TRY(action_place(call, home)),
                       .secrets = std::move(found.items),
                       .pager = pager(call, query.value, found.total),
                       .form = std::move(form)};
}

Result<Done> create(Call& call, const ActionHome& home, Body<NewSecretForm> form)
{
    // Who wants to make a new one shall not write over another by accident.
    if (runners::find_secret(call, home.owner, form->name))
        return fail(Errc::conflict, "[name]: there is a secret of this name: change its value, or choose another name");
    TRY(at("secret", runners::read_value(form->secret)));
    static_cast<void>(TRY(at(
        "name",
        runners::put_secret(call, home.owner, form->name, {.data = form->secret, .description = form->description}))));
    return done(home.base() + "/secrets", secret_created);
}

Result<SecretView> show_one(Call& call, const ActionHome& home, Path<SecretPagePath> path, Form<SecretValueForm> form)
{
    auto secret = TRY(runners::find_secret(call, home.owner, path->name));
    form.begin_with({.description = secret.description});
    return SecretView{.head = {.values = {{"secretname", secret.name}}},
                      .home = TRY(action_place(call, home)),
                      .secret = std::move(secret),
                      .form = std::move(form)};
}

Result<Done> change(Call& call, const ActionHome& home, Path<SecretPagePath> path, Body<SecretValueForm> form)
{
    const auto secret = TRY(runners::find_secret(call, home.owner, path->name));
    static_cast<void>(TRY(at(
        "secret",
        runners::put_secret(call, home.owner, secret.name, {.data = form->secret, .description = form->description}))));
    return done(home.base() + "/secrets", secret_changed);
}

Result<Done> remove(Call& call, const ActionHome& home, Path<SecretPagePath> path)
{
    TRY(runners::delete_secret(call, home.owner, path->name));
    return done(home.base() + "/secrets", secret_deleted);
}

constexpr auto& repository_list = shows<show, "actions/secrets", "repoListActionsSecrets">;
constexpr auto& repository_one = shows<show_one, "actions/secret", "updateRepoSecret">;
constexpr auto& repository_delete = shows<show_one, "actions/delete_secret", "deleteRepoSecret">;
constexpr auto& organization_list = shows<show, "actions/secrets", "orgListActionsSecrets">;
constexpr auto& organization_one = shows<show_one, "actions/secret", "updateOrgSecret">;
constexpr auto& organization_delete = shows<show_one, "actions/delete_secret", "deleteOrgSecret">;
constexpr auto& own_list = shows<show, "actions/secrets", "getUserSettings">;
constexpr auto& own_one = shows<show_one, "actions/secret", "updateUserSecret">;
constexpr auto& own_delete = shows<show_one, "actions/delete_secret", "deleteUserSecret">;

// clang-format off
constexpr Operation secret_operations[] = {
    {GET,  "/{owner}/{repo}/settings/actions/secrets",               scope::none, repository_home,   repository_list,                 200, "siteRepositorySecrets",         "Show the secrets of a repository"},
    {POST, "/{owner}/{repo}/settings/actions/secrets",               scope::none, repository_home,   does<create, repository_list>,   303, "siteNewRepositorySecret",       "Make a secret of a repository"},
    {GET,  "/{owner}/{repo}/settings/actions/secrets/{name}",        scope::none, repository_home,   repository_one,                  200, "siteRepositorySecret",          "Ask for another value of a repository's secret"},
    {POST, "/{owner}/{repo}/settings/actions/secrets/{name}",        scope::none, repository_home,   does<change, repository_one>,    303, "siteRepositorySecretChanged",   "Give a repository's secret another value"},
    {GET,  "/{owner}/{repo}/settings/actions/secrets/{name}/delete", scope::none, repository_home,   repository_delete,               200, "siteDeleteRepositorySecret",    "Ask whether to delete a repository's secret"},
    {POST, "/{owner}/{repo}/settings/actions/secrets/{name}/delete", scope::none, repository_home,   does<remove>,                    303, "siteRepositorySecretDeleted",   "Delete a repository's secret"},
    {GET,  "/org/{org}/settings/actions/secrets",                    scope::none, organization_home, organization_list,               200, "siteOrganizationSecrets",       "Show the secrets of an organization"},
    {POST, "/org/{org}/settings/actions/secrets",                    scope::none, organization_home, does<create, organization_list>, 303, "siteNewOrganizationSecret",     "Make a secret of an organization"},
    {GET,  "/org/{org}/settings/actions/secrets/{name}",             scope::none, organization_home, organization_one,                200, "siteOrganizationSecret",        "Ask for another value of an organization's secret"},
    {POST, "/org/{org}/settings/actions/secrets/{name}",             scope::none, organization_home, does<change, organization_one>,  303, "siteOrganizationSecretChanged", "Give an organization's secret another value"},
    {GET,  "/org/{org}/settings/actions/secrets/{name}/delete",      scope::none, organization_home, organization_delete,             200, "siteDeleteOrganizationSecret",  "Ask whether to delete an organization's secret"},
    {POST, "/org/{org}/settings/actions/secrets/{name}/delete",      scope::none, organization_home, does<remove>,                    303, "siteOrganizationSecretDeleted", "Delete an organization's secret"},
    {GET,  "/user/settings/actions/secrets",                         scope::none, own_home,          own_list,                        200, "siteOwnSecrets",                "Show the own secrets"},
    {POST, "/user/settings/actions/secrets",                         scope::none, own_home,          does<create, own_list>,          303, "siteNewOwnSecret",              "Make an own secret"},
    {GET,  "/user/settings/actions/secrets/{name}",                  scope::none, own_home,          own_one,                         200, "siteOwnSecret",                 "Ask for another value of an own secret"},
    {POST, "/user/settings/actions/secrets/{name}",                  scope::none, own_home,          does<change, own_one>,           303, "siteOwnSecretChanged",          "Give an own secret another value"},
    {GET,  "/user/settings/actions/secrets/{name}/delete",           scope::none, own_home,          own_delete,                      200, "siteDeleteOwnSecret",           "Ask whether to delete an own secret"},
    {POST, "/user/settings/actions/secrets/{name}/delete",           scope::none, own_home,          does<remove>,                    303, "siteOwnSecretDeleted",          "Delete an own secret"},
};
// clang-format on
static_assert(well_formed(secret_operations));

} // namespace

const Table secret_pages_table{"site", secret_operations, Door::site, refuse_page};

} // namespace cairn::pages
