// Variables of repositories, organizations, people and the site: the list, a new one, changing and deleting one.
#include "db/database.hpp"
#include "pages/actions/action_home.hpp"
#include "pages/actions/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "runners/variable.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using runners::ActionVariable;
using runners::UpdateVariableOption;
using words::Phrase;

namespace {

const Notice variable_created{"variable-created", Phrase("The variable is saved. Workflows get it from now on.")};
const Notice variable_changed{"variable-changed", Phrase("The variable is changed.")};
const Notice variable_deleted{"variable-deleted", Phrase("The variable is deleted.")};

struct VariableList : Paging { };
BOOST_DESCRIBE_STRUCT(VariableList, (Paging), ())

struct VariablePagePath {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(VariablePagePath, (), (name))
constexpr auto notes(const VariablePagePath*) { return std::array{Note{"name", "the name of the variable"}}; }

struct VariableForm {
    std::string name;
    std::string value;
    std::string description;
};
BOOST_DESCRIBE_STRUCT(VariableForm, (), (name, value, description))
constexpr auto notes(const VariableForm*)
{
    return std::array{Note{.member = "name", .required = true}, Note{.member = "value", .required = true}};
}

struct VariablesView {
    PageHead head{};
    ActionPlace home;
    std::vector<ActionVariable> variables{};
    Pager pager{};
    Form<VariableForm> form{};
};
BOOST_DESCRIBE_STRUCT(VariablesView, (), (head, home, variables, pager, form))

struct VariableView {
    PageHead head{};
    ActionPlace home;
    ActionVariable variable;
    Form<VariableForm> form{};
};
BOOST_DESCRIBE_STRUCT(VariableView, (), (head, home, variable, form))

Result<VariablesView> show(Call& call, const ActionHome& home, Query<VariableList> query, Form<VariableForm> form)
{
    auto found = runners::variables_of(call, home.owner, query.value);
    return VariablesView{.home = TRY(action_place(call, home)),
                         .variables = std::move(found.items),
                         .pager = pager(call, query.value, found.total),
                         .form = std::move(form)};
}

// Which of the two fields a refusal is about.
std::string_view field_of(const VariableForm& form) { return runners::read_value(form.value) ? "name" : "value"; }

Result<Done> create(Call& call, const ActionHome& home, Body<VariableForm> form)
{
    TRY(at(field_of(form.value),
           runners::create_variable(call, home.owner, form->name,
                                    {.value = form->value, .description = form->description})));
    return done(home.base() + "/variables", variable_created);
}

Result<VariableView> show_one(Call& call, const ActionHome& home, Path<VariablePagePath> path, Form<VariableForm> form)
{
    auto variable = TRY(runners::find_variable(call, home.owner, path->name));
    form.begin_with({.name = variable.name, .value = variable.data, .description = variable.description});
    return VariableView{.head = {.values = {{"variablename", variable.name}}},
                        .home = TRY(action_place(call, home)),
                        .variable = std::move(variable),
                        .form = std::move(form)};
}

Result<Done> change(Call& call, const ActionHome& home, Path<VariablePagePath> path, Body<VariableForm> form)
{
    TRY(at(field_of(form.value),
           runners::update_variable(call, home.owner, path->name,
                                    {.name = form->name, .value = form->value, .description = form->description})));
    return done(home.base() + "/variables", variable_changed);
}

Result<Done> remove(Call& call, const ActionHome& home, Path<VariablePagePath> path)
{
    TRY(runners::delete_variable(call, home.owner, path->name));
    return done(home.base() + "/variables", variable_deleted);
}

constexpr auto& repository_list = shows<show, "actions/variables", "getRepoVariablesList">;
constexpr auto& repository_one = shows<show_one, "actions/variable", "getRepoVariable updateRepoVariable">;
constexpr auto& repository_delete = shows<show_one, "actions/delete_variable", "getRepoVariable deleteRepoVariable">;
constexpr auto& organization_list = shows<show, "actions/variables", "getOrgVariablesList">;
constexpr auto& organization_one = shows<show_one, "actions/variable", "getOrgVariable updateOrgVariable">;
constexpr auto& organization_delete = shows<show_one, "actions/delete_variable", "getOrgVariable deleteOrgVariable">;
constexpr auto& own_list = shows<show, "actions/variables", "getUserVariablesList">;
constexpr auto& own_one = shows<show_one, "actions/variable", "getUserVariable updateUserVariable">;
constexpr auto& own_delete = shows<show_one, "actions/delete_variable", "getUserVariable deleteUserVariable">;
// The API has none of these.
constexpr auto& site_list = shows<show, "actions/variables">;
constexpr auto& site_one = shows<show_one, "actions/variable">;
constexpr auto& site_delete = shows<show_one, "actions/delete_variable">;

// clang-format off
constexpr Operation variable_operations[] = {
    {GET,  "/{owner}/{repo}/settings/actions/variables",               scope::none, repository_home,   repository_list,                 200, "siteRepositoryVariables",         "Show the variables of a repository"},
    {POST, "/{owner}/{repo}/settings/actions/variables",               scope::none, repository_home,   does<create, repository_list>,   303, "siteNewRepositoryVariable",       "Make a variable of a repository"},
    {GET,  "/{owner}/{repo}/settings/actions/variables/{name}",        scope::none, repository_home,   repository_one,                  200, "siteRepositoryVariable",          "Show a repository's variable, to be changed"},
    {POST, "/{owner}/{repo}/settings/actions/variables/{name}",        scope::none, repository_home,   does<change, repository_one>,    303, "siteRepositoryVariableChanged",   "Change a repository's variable"},
    {GET,  "/{owner}/{repo}/settings/actions/variables/{name}/delete", scope::none, repository_home,   repository_delete,               200, "siteDeleteRepositoryVariable",    "Ask whether to delete a repository's variable"},
    {POST, "/{owner}/{repo}/settings/actions/variables/{name}/delete", scope::none, repository_home,   does<remove>,                    303, "siteRepositoryVariableDeleted",   "Delete a repository's variable"},
    {GET,  "/org/{org}/settings/actions/variables",                    scope::none, organization_home, organization_list,               200, "siteOrganizationVariables",       "Show the variables of an organization"},
    {POST, "/org/{org}/settings/actions/variables",                    scope::none, organization_home, does<create, organization_list>, 303, "siteNewOrganizationVariable",     "Make a variable of an organization"},
    {GET,  "/org/{org}/settings/actions/variables/{name}",             scope::none, organization_home, organization_one,                200, "siteOrganizationVariable",        "Show an organization's variable, to be changed"},
    {POST, "/org/{org}/settings/actions/variables/{name}",             scope::none, organization_home, does<change, organization_one>,  303, "siteOrganizationVariableChanged", "Change an organization's variable"},
    {GET,  "/org/{org}/settings/actions/variables/{name}/delete",      scope::none, organization_home, organization_delete,             200, "siteDeleteOrganizationVariable",  "Ask whether to delete an organization's variable"},
    {POST, "/org/{org}/settings/actions/variables/{name}/delete",      scope::none, organization_home, does<remove>,                    303, "siteOrganizationVariableDeleted", "Delete an organization's variable"},
    {GET,  "/user/settings/actions/variables",                         scope::none, own_home,          own_list,                        200, "siteOwnVariables",                "Show the own variables"},
    {POST, "/user/settings/actions/variables",                         scope::none, own_home,          does<create, own_list>,          303, "siteNewOwnVariable",              "Make an own variable"},
    {GET,  "/user/settings/actions/variables/{name}",                  scope::none, own_home,          own_one,                         200, "siteOwnVariable",                 "Show an own variable, to be changed"},
    {POST, "/user/settings/actions/variables/{name}",                  scope::none, own_home,          does<change, own_one>,           303, "siteOwnVariableChanged",          "Change an own variable"},
    {GET,  "/user/settings/actions/variables/{name}/delete",           scope::none, own_home,          own_delete,                      200, "siteDeleteOwnVariable",           "Ask whether to delete an own variable"},
    {POST, "/user/settings/actions/variables/{name}/delete",           scope::none, own_home,          does<remove>,                    303, "siteOwnVariableDeleted",          "Delete an own variable"},
    {GET,  "/-/admin/actions/variables",                               scope::none, site_home,         site_list,                       200, "siteSiteVariables",               "Show the variables of the site"},
    {POST, "/-/admin/actions/variables",                               scope::none, site_home,         does<create, site_list>,         303, "siteNewSiteVariable",             "Make a variable of the site"},
    {GET,  "/-/admin/actions/variables/{name}",                        scope::none, site_home,         site_one,                        200, "siteSiteVariable",                "Show a variable of the site, to be changed"},
    {POST, "/-/admin/actions/variables/{name}",                        scope::none, site_home,         does<change, site_one>,          303, "siteSiteVariableChanged",         "Change a variable of the site"},
    {GET,  "/-/admin/actions/variables/{name}/delete",                 scope::none, site_home,         site_delete,                     200, "siteDeleteSiteVariable",          "Ask whether to delete a variable of the site"},
    {POST, "/-/admin/actions/variables/{name}/delete",                 scope::none, site_home,         does<remove>,                    303, "siteSiteVariableDeleted",         "Delete a variable of the site"},
};
// clang-format on
static_assert(well_formed(variable_operations));

} // namespace

const Table variable_pages_table{"site", variable_operations, Door::site, refuse_page};

} // namespace cairn::pages
