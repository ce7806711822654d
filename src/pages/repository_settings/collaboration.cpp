// Who was let into a repository: people one by one, and teams of the organization that owns it.
#include "accounts/sign_in/in_person.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/avatar_address.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/repository_settings/tables.hpp"
#include "repositories/social/collaborator.hpp"
#include "repositories/social/team_access.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::CollaboratorPermission;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice person_let_in{"collaborator-added", Phrase("The person is let in.")};
const Notice person_removed{"collaborator-removed", Phrase("The person's rights are taken away.")};
const Notice team_given{"repository-team-added", Phrase("The team has the repository now.")};
const Notice team_taken{"repository-team-removed", Phrase("The team has the repository no more.")};

struct LetInForm {
    std::string collaborator;
    std::optional<CollaboratorPermission> permission;
};
BOOST_DESCRIBE_STRUCT(LetInForm, (), (collaborator, permission))
constexpr auto notes(const LetInForm*)
{
    return std::array{Note{.member = "collaborator", .required = true, .max_length = 100}};
}

struct GiveTeamForm {
    std::string team;
};
BOOST_DESCRIBE_STRUCT(GiveTeamForm, (), (team))
constexpr auto notes(const GiveTeamForm*)
{
    return std::array{Note{.member = "team", .required = true, .max_length = 255}};
}

struct ListedQuery : Paging {
    std::string collaborator;
    std::string team;
};
BOOST_DESCRIBE_STRUCT(ListedQuery, (Paging), (collaborator, team))

struct CollaboratorRow {
    std::string name;
    std::string full_name{};
    std::string avatar{};
    std::string permission{};
};
BOOST_DESCRIBE_STRUCT(CollaboratorRow, (), (name, full_name, avatar, permission))

struct RepositoryTeamRow {
    std::string name;
    std::string description{};
    std::string permission{};
    bool may_remove = false; // one that has all repositories keeps this one
};
BOOST_DESCRIBE_STRUCT(RepositoryTeamRow, (), (name, description, permission, may_remove))

struct CollaborationView {
    RepositoryPlace place;
    Navigation navigation{};
    std::string base; // the address of this page
    std::vector<CollaboratorRow> people{};
    Pager pager{};
    Form<LetInForm> form;
    bool has_teams = false;
    bool may_change_teams = false;
    std::vector<RepositoryTeamRow> teams{};
    Form<GiveTeamForm> team_form;
};
BOOST_DESCRIBE_STRUCT(CollaborationView, (),
                      (place, navigation, base, people, pager, form, has_teams, may_change_teams, teams, team_form))

struct RemoveCollaboratorView {
    PageHead head{};
    RepositoryPlace place;
    Navigation navigation{};
    std::string base;
    std::string person{};
    std::string team{};
};
BOOST_DESCRIBE_STRUCT(RemoveCollaboratorView, (), (head, place, navigation, base, person, team))

std::string list_address(const RepositoryContext& place)
{
    return repository_address(place) + "/settings/collaboration";
}

Result<CollaborationView> show(Call& call, const RepositoryContext& place, Query<ListedQuery> query,
                               Form<LetInForm> form, Form<GiveTeamForm> team_form)
{
    const auto found = repositories::collaborators(call, place, query.value);
    std::vector<std::int64_t> ids;
    for (const auto& person : found.items) ids.push_back(person.id);
    const auto levels = repositories::collaborator_levels(call.db(), place, ids);
    form.begin_with({.collaborator = {}, .permission = CollaboratorPermission::write});
    CollaborationView view{.place = repository_place(call, place, RepositoryTab::settings),
                           .navigation = repository_settings_navigation(call),
                           .base = list_address(place),
                           .pager = pager(call, query.value, found.total),
                           .form = std::move(form),
                           .has_teams = place.owner.kind == accounts::AccountKind::organization,
                           .may_change_teams = repositories::may_change_teams(call, place),
                           .team_form = std::move(team_form)};
    for (const auto& person : found.items) {
        const auto level = levels.find(person.id);
        view.people.push_back({.name = person.name,
                               .full_name = person.full_name,
                               .avatar = avatar_address(person),
                               .permission = level == levels.end() ? "" : std::string(word_of(level->second))});
    }
    if (!view.has_teams) return view;
    for (const auto& team : TRY(repositories::teams_of(call, place)))
        view.teams.push_back({.name = team.name,
                              .description = team.description,
                              .permission = std::string(word_of(team.permission)),
                              .may_remove = view.may_change_teams && !team.includes_all_repositories});
    return view;
}

Result<Done> let_in(Call& call, const RepositoryContext& place, Body<LetInForm> form)
{
    const auto person = TRY(at("collaborator", repositories::find_person(call, place, form->collaborator)));
    if (person.id == place.owner.id)
        return fail(Errc::unprocessable, "[collaborator]: the repository is theirs already");
    TRY(at("collaborator", repositories::add_collaborator(call, place, person, {.permission = form->permission})));
    return done(list_address(place), person_let_in);
}

RemoveCollaboratorView asking(const Call& call, const RepositoryContext& place)
{
    return {.place = repository_place(call, place, RepositoryTab::settings),
            .navigation = repository_settings_navigation(call),
            .base = list_address(place)};
}

Result<RemoveCollaboratorView> show_remove(Call& call, const RepositoryContext& place, Query<ListedQuery> query)
{
    const auto person = repositories::find_person(call, place, query->collaborator);
    if (!person || !repositories::is_collaborator(call.db(), place, person->id)) return not_found("the collaborator");
    auto view = asking(call, place);
    view.head.values = {{"collaborator", person->name}};
    view.person = person->name;
    return view;
}

Result<Done> remove(Call& call, const RepositoryContext& place, Query<ListedQuery> query)
{
    const auto person = repositories::find_person(call, place, query->collaborator);
    if (!person) return not_found("the collaborator");
    repositories::remove_collaborator(call, place, *person);
    return done(list_address(place), person_removed);
}

Result<Done> give_to_team(Call& call, const RepositoryContext& place, Body<GiveTeamForm> form)
{
    TRY(at("team", repositories::add_team(call, place, form->team)));
    return done(list_address(place), team_given);
}

Result<RemoveCollaboratorView> show_remove_team(Call& call, const RepositoryContext& place, Query<ListedQuery> query)
{
    const auto team = TRY(repositories::find_team_of(call, place, query->team));
    auto view = asking(call, place);
    view.head.values = {{"team", team.name}};
    view.team = team.name;
    return view;
}

Result<Done> take_from_team(Call& call, const RepositoryContext& place, Query<ListedQuery> query)
{
    TRY(repositories::remove_team(call, place, query->team));
    return done(list_address(place), team_taken);
}

using accounts::in_person;
using repositories::administers_repository;
constexpr auto& list_page =
    shows<show, "repository_settings/collaboration", "repoListCollaborators repoAddCollaborator repoAddTeam">;
constexpr auto& remove_page =
    shows<show_remove, "repository_settings/remove_collaborator", "repoGetRepoPermissions repoDeleteCollaborator">;
constexpr auto& remove_team_page =
    shows<show_remove_team, "repository_settings/remove_collaborator", "repoCheckTeam repoDeleteTeam">;

// clang-format off
constexpr Operation collaboration_operations[] = {
    {GET,  "/{owner}/{repo}/settings/collaboration",             scope::none, administers_repository,            list_page,                     200, "siteCollaboration",      "Show who was let into a repository"},
    {POST, "/{owner}/{repo}/settings/collaboration",             scope::none, in_person<administers_repository>, does<let_in, list_page>,       303, "siteLetIn",              "Let somebody into a repository, or change how far"},
    {GET,  "/{owner}/{repo}/settings/collaboration/delete",      scope::none, administers_repository,            remove_page,                   200, "siteRemoveCollaborator", "Ask whether to take a collaborator's rights away"},
    {POST, "/{owner}/{repo}/settings/collaboration/delete",      scope::none, administers_repository,            does<remove>,                  303, "siteCollaboratorRemoved", "Take a collaborator's rights away"},
    {POST, "/{owner}/{repo}/settings/collaboration/team",        scope::none, in_person<administers_repository>, does<give_to_team, list_page>, 303, "siteGiveToTeam",         "Give a repository to a team"},
    {GET,  "/{owner}/{repo}/settings/collaboration/team/delete", scope::none, administers_repository,            remove_team_page,              200, "siteRemoveTeam",         "Ask whether to take a repository from a team"},
    {POST, "/{owner}/{repo}/settings/collaboration/team/delete", scope::none, administers_repository,            does<take_from_team>,          303, "siteTeamRemoved",        "Take a repository from a team"},
};
// clang-format on
static_assert(well_formed(collaboration_operations));

} // namespace

const Table collaboration_table{"site", collaboration_operations, Door::site, refuse_page};

} // namespace cairn::pages
