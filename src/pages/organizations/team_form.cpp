// Making a team, changing what it may do, and deleting it.
#include "accounts/guards.hpp"
#include "organizations/member_list.hpp"
#include "organizations/named_team.hpp"
#include "organizations/team_change.hpp"
#include "pages/issue_lists/organization_head.hpp"
#include "pages/organizations/organization_address.hpp"
#include "pages/organizations/tables.hpp"
#include "pages/organizations/team_units.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using organizations::StoredOrganization;
using organizations::StoredTeam;
using organizations::TeamAndOrganization;
using organizations::Visibility;
using words::Phrase;

namespace {

const Notice team_created{"team-created", Phrase("The team is created. Now put people into it.")};
const Notice team_saved{"team-saved", Phrase("The team is saved.")};
const Notice team_deleted{"team-deleted", Phrase("The team is deleted.")};

struct TeamForm {
    std::string name;
    std::string description;
    std::optional<Visibility> visibility;
    bool includes_all_repositories = false;
    bool can_create_org_repo = false;
    std::string rights; // "admin", or "units"
    std::string code;
    std::string issues;
    std::string pulls;
    std::string releases;
    std::string wiki;
    std::string projects;
    std::string packages;
    std::string actions;
    std::string ext_issues;
    std::string ext_wiki;
};
BOOST_DESCRIBE_STRUCT(TeamForm, (),
                      (name, description, visibility, includes_all_repositories, can_create_org_repo, rights, code,
                       issues, pulls, releases, wiki, projects, packages, actions, ext_issues, ext_wiki))
constexpr auto notes(const TeamForm*)
{
    return std::array{Note{.member = "name", .max_length = 255}, Note{.member = "description", .max_length = 255}};
}

struct TeamFormView {
    PageHead head{};
    OwnerPlace place;
    std::string action;
    std::string back;
    std::string team{}; // its name; empty: a new one
    bool of_owners = false;
    bool may_delete = false;
    std::string visibility{};
    std::string rights{};
    std::vector<TeamUnitRow> units{};
    std::int64_t members = 0;
    std::int64_t repositories = 0;
    Form<TeamForm> form{};
};
BOOST_DESCRIBE_STRUCT(TeamFormView, (),
                      (head, place, action, back, team, of_owners, may_delete, visibility, rights, units, members,
                       repositories, form))

constexpr std::string_view tab = "/org/{}/teams";

std::map<std::string, std::string> units_of(const TeamForm& form)
{
    return {{"repo.code", form.code},         {"repo.issues", form.issues},   {"repo.pulls", form.pulls},
            {"repo.releases", form.releases}, {"repo.wiki", form.wiki},       {"repo.projects", form.projects},
            {"repo.packages", form.packages}, {"repo.actions", form.actions}, {"repo.ext_issues", form.ext_issues},
            {"repo.ext_wiki", form.ext_wiki}};
}

// What was sent wins over what is.
void show_sent(TeamFormView& view)
{
    view.visibility = view.form.value("visibility");
    if (!view.form.sent()) return;
    view.rights = view.form.value("rights");
    for (auto& unit : view.units) unit.level = view.form.value(unit.name);
}

Result<void> check_units(const TeamForm& form)
{
    if (form.rights == "admin") return {};
    for (const auto& [name, level] : units_of(form))
        if (level != "none" && level != "read" && level != "write" && level != "admin" && !level.empty())
            return fail(Errc::unprocessable, "the level of " + name + " is none, read or write");
    return {};
}

Result<TeamFormView> show_new(Call& call, const StoredOrganization& organization, Form<TeamForm> form)
{
    const StoredTeam blank{.visibility = Visibility::limited};
    TeamForm first;
    first.visibility = blank.visibility;
    form.begin_with(first);
    TeamFormView view{.place = TRY(organization_head(call, organization, tab)),
                      .action = organization_address(organization) + "/teams/new",
                      .back = organization_address(organization) + "/teams",
                      .rights = "units",
                      .units = team_unit_rows(language_of(call), blank),
                      .form = std::move(form)};
    for (auto& unit : view.units) unit.level = "read";
    show_sent(view);
    return view;
}

Result<TeamFormView> show_edit(Call& call, const TeamAndOrganization& of, Form<TeamForm> form)
{
    const auto& team = of.team;
    TeamForm first;
    first.name = team.name;
    first.description = team.description;
    first.visibility = team.visibility;
    first.includes_all_repositories = team.includes_all_repositories;
    first.can_create_org_repo = team.can_create_org_repo;
    form.begin_with(first);
    auto counts = organizations::team_counts(call, {team.id});
    TeamFormView view{.head = {.values = {{"id", std::to_string(team.id)}}},
                      .place = TRY(organization_head(call, of.organization, tab)),
                      .action = team_base(of.organization, team) + "/edit",
                      .back = team_address(of.organization, team),
                      .team = team.name,
                      .of_owners = team.is_of_owners(),
                      .may_delete = !team.is_of_owners(),
                      .rights = team.permission == access::Level::admin ? "admin" : "units",
                      .units = team_unit_rows(language_of(call), team),
                      .members = counts[team.id].members,
                      .repositories = counts[team.id].repositories,
                      .form = std::move(form)};
    show_sent(view);
    return view;
}

template <class Option> Option option_of(const TeamForm& form)
{
    Option option;
    option.name = form.name;
    option.description = form.description;
    option.includes_all_repositories = form.includes_all_repositories;
    option.can_create_org_repo = form.can_create_org_repo;
    option.visibility = form.visibility;
    if (form.rights == "admin") option.permission = organizations::TeamPermission::admin;
    else option.units_map = units_of(form);
    return option;
}

Result<Done> create(Call& call, const StoredOrganization& organization, Body<TeamForm> form)
{
    TRY(check_units(form.value));
    const auto made =
        TRY(at("name",
               organizations::create_team(call, organization, option_of<organizations::CreateTeamOption>(form.value))));
    return done(team_address(organization, made), team_created);
}

Result<Done> edit(Call& call, const TeamAndOrganization& of, Body<TeamForm> form)
{
    TRY(check_units(form.value));
    auto option = option_of<organizations::EditTeamOption>(form.value);
    if (of.team.is_of_owners()) option = {.description = form->description};
    const auto saved = TRY(at("name", organizations::edit_team(call, of.team, option)));
    return done(team_address(of.organization, saved), team_saved);
}

Result<TeamFormView> ask(Call& call, const TeamAndOrganization& of)
{
    if (of.team.is_of_owners()) return fail(Errc::forbidden, "the team of owners cannot be deleted");
    auto view = TRY(show_edit(call, of, Form<TeamForm>()));
    view.action = team_base(of.organization, of.team) + "/delete";
    return view;
}

Result<Done> remove(Call& call, const TeamAndOrganization& of)
{
    TRY(organizations::delete_team(call, of.team));
    return done(organization_address(of.organization) + "/teams", team_deleted);
}

constexpr auto& new_page = shows<show_new, "organizations/team_form", "orgListTeams orgCreateTeam">;
constexpr auto& edit_page = shows<show_edit, "organizations/team_form", "orgGetTeam orgEditTeam">;
constexpr auto& delete_page = shows<ask, "organizations/delete_team", "orgGetTeam orgDeleteTeam">;

using organizations::owns_named_team;
using organizations::owns_organization;

// clang-format off
constexpr Operation form_operations[] = {
    {GET,  "/org/{org}/teams/new",           scope::none, owns_organization, new_page,               200, "siteNewTeam",     "Ask for a new team"},
    {POST, "/org/{org}/teams/new",           scope::none, owns_organization, does<create, new_page>, 303, "siteTeamCreated", "Create a team"},
    {GET,  "/org/{org}/teams/{team}/edit",   scope::none, owns_named_team,   edit_page,              200, "siteEditTeam",    "Ask what a team shall be"},
    {POST, "/org/{org}/teams/{team}/edit",   scope::none, owns_named_team,   does<edit, edit_page>,  303, "siteTeamEdited",  "Change a team"},
    {GET,  "/org/{org}/teams/{team}/delete", scope::none, owns_named_team,   delete_page,            200, "siteDeleteTeam",  "Ask whether to delete a team"},
    {POST, "/org/{org}/teams/{team}/delete", scope::none, owns_named_team,   does<remove>,           303, "siteTeamDeleted", "Delete a team"},
};
// clang-format on
static_assert(well_formed(form_operations));

} // namespace

const Table team_form_table{"site", form_operations, Door::site, refuse_page};

} // namespace cairn::pages
