// /orgs/{org}/teams, /teams/{id} and /user/teams: teams themselves.
#include <algorithm>

#include "accounts/guards.hpp"
#include "api/view.hpp"
#include "base/case_folding.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "organizations/guards.hpp"
#include "organizations/membership.hpp"
#include "organizations/tables.hpp"
#include "organizations/team_rights.hpp"

namespace cairn::organizations {

using namespace api;
using enum Method;
using accounts::signed_in;
using db::bound;

namespace {

struct CreateTeamOption {
    std::string name;
    std::string description;
    bool includes_all_repositories = false;
    std::optional<TeamPermission> permission;
    std::vector<std::string> units;
    std::map<std::string, std::string> units_map;
    bool can_create_org_repo = false;
    std::optional<Visibility> visibility;
};
BOOST_DESCRIBE_STRUCT(CreateTeamOption, (),
                      (name, description, includes_all_repositories, permission, units, units_map, can_create_org_repo,
                       visibility))
constexpr auto notes(const CreateTeamOption*)
{
    return std::array{
        Note{.member = "name", .doc = "letters, digits, '-', '_' and '.'", .required = true, .max_length = 255},
        Note{.member = "description", .max_length = 255},
        Note{"includes_all_repositories", "gives it the organization's repositories of today and of tomorrow"},
        Note{"permission", "the level in every unit or, with units, in each of those"},
        Note{"units", "the only units that are open to it, at the level of permission"},
        Note{"units_map", "the only units that are open to it, each with its level: none, read, write or admin"},
        Note{"can_create_org_repo", "lets its members make repositories of the organization"},
        Note{"visibility", "seen by everybody, by the organization's members, or by its own members alone (as usual)"},
    };
}

struct EditTeamOption {
    std::optional<std::string> name;
    std::optional<std::string> description;
    std::optional<bool> includes_all_repositories;
    std::optional<TeamPermission> permission;
    std::vector<std::string> units;
    std::map<std::string, std::string> units_map;
    std::optional<bool> can_create_org_repo;
    std::optional<Visibility> visibility;
};
BOOST_DESCRIBE_STRUCT(EditTeamOption, (),
                      (name, description, includes_all_repositories, permission, units, units_map, can_create_org_repo,
                       visibility))
constexpr auto notes(const EditTeamOption*)
{
    return std::array{
        Note{.member = "name", .doc = "letters, digits, '-', '_' and '.'", .max_length = 255},
        Note{.member = "description", .max_length = 255},
        Note{"permission", "the level in every unit or, with units, in each of those; absent: as it was"},
        Note{"units", "the only units that are open to it from now on, at the level of permission"},
        Note{"units_map", "the only units that are open to it from now on, each with its level"},
    };
}

struct ListTeams : Paging { };
BOOST_DESCRIBE_STRUCT(ListTeams, (Paging), ())

struct SearchTeams : Paging {
    std::string q;
    std::optional<bool> include_desc;
};
BOOST_DESCRIBE_STRUCT(SearchTeams, (Paging), (q, include_desc))
constexpr auto notes(const SearchTeams*)
{
    return std::array{Note{"q", "a piece of the name or the description, in any case"},
                      Note{"include_desc", "false: look at names alone"}};
}

struct TeamSearchResults {
    bool ok = true;
    std::vector<Team> data;
};
BOOST_DESCRIBE_STRUCT(TeamSearchResults, (), (ok, data))
constexpr auto notes(const TeamSearchResults*) { return std::array{Note{"", "The teams that were found"}}; }

constexpr db::Composition::Piece in_order =
    " ORDER BY CASE WHEN t.permission = 'owner' THEN 0 ELSE 1 END, t.lower_name, t.id";

std::unexpected<Error> name_is_taken(const std::string& name)
{
    return fail(Errc::unprocessable, "the organization has a team named '" + name + "' already");
}

// `q` as part of a text in lower case, for LIKE with '\' as the escape.
std::string pattern_of(std::string_view q)
{
    std::string pattern = "%";
    for (const char c : fold_case(text::trim(q))) {
        if (c == '%' || c == '_' || c == '\\') pattern += '\\';
        pattern += c;
    }
    return pattern += '%';
}

Page<StoredTeam> find_visible(const View& view, const StoredOrganization& organization, const SearchTeams& search)
{
    db::Composition query("SELECT t.* FROM team t JOIN account o ON o.id = t.organization_id"
                          " WHERE t.organization_id = ");
    query << bound(organization.id) << " AND ";
    access::add_sees_team(query, access::Viewer::of(view.caller));
    if (!search.q.empty()) {
        const auto pattern = pattern_of(search.q);
        query << " AND (t.lower_name LIKE " << bound(pattern) << " ESCAPE '\\'";
        if (search.include_desc.value_or(true))
            query << " OR folded(t.description) LIKE " << bound(pattern) << " ESCAPE '\\'";
        query << ")";
    }
    query << in_order;
    return view.db().page<StoredTeam>(search, query);
}

std::vector<Team> show_all(const std::vector<StoredTeam>& teams)
{
    std::vector<Team> shown;
    for (const auto& team : teams) shown.push_back(show_team(team));
    return shown;
}

Result<Page<Team>> list(const View& view, const StoredOrganization& organization, Query<ListTeams> query)
{
    SearchTeams all;
    static_cast<Paging&>(all) = query.value;
    const auto found = find_visible(view, organization, all);
    return Page<Team>{show_all(found.items), found.total};
}

Result<Counted<TeamSearchResults>> search(Call& call, const StoredOrganization& organization, Query<SearchTeams> query)
{
    const auto found = find_visible(call, organization, query.value);
    return Counted<TeamSearchResults>{{.data = show_all(found.items)}, found.total};
}

Result<Page<Team>> list_own(const View& view, const Account& account, Query<ListTeams> query)
{
    db::Composition mine("SELECT t.* FROM team_member tm JOIN team t ON t.id = tm.team_id WHERE tm.account_id = ");
    mine << bound(account.id) << in_order;
    const auto found = view.db().page<StoredTeam>(query.value, mine);
    std::vector<std::int64_t> ids;
    for (const auto& team : found.items) ids.push_back(team.organization_id);
    const auto organizations = find_organizations(view.db(), ids);
    Page<Team> shown{.items = {}, .total = found.total};
    for (const auto& team : found.items) {
        const auto its = std::ranges::find(organizations, team.organization_id, &StoredOrganization::id);
        if (its != organizations.end()) // else it was deleted a moment ago
            shown.items.push_back(show_team(team, *its, view.caller, view.settings()));
    }
    return shown;
}

Result<Team> create(Call& call, const StoredOrganization& organization, Body<CreateTeamOption> body)
{
    TRY(check_team_name(body->name));
    const auto rights = read_rights(body->permission, body->units, body->units_map, Level::none);
    if (!rights) return fail(Errc::bad_request, "a team needs a permission, or units to be open to it");
    const NewTeam made{.name = body->name,
                       .description = body->description,
                       .rights = *rights,
                       .includes_all_repositories = body->includes_all_repositories,
                       .can_create_org_repo = body->can_create_org_repo,
                       .visibility = body->visibility.value_or(Visibility::private_)};
    const auto team = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredTeam> {
        if (has_team(tx, organization.id, made.name)) return name_is_taken(made.name);
        return create_team(tx, organization.id, made);
    }));
    return show_team(team, organization, call.caller, call.settings());
}

Result<Team> get(Call& call, const TeamAndOrganization& found)
{
    return show_team(found.team, found.organization, call.caller, call.settings());
}

// What owners have cannot be taken from them; only how their team is described is theirs to choose.
Result<void> apply(StoredTeam& team, const EditTeamOption& option)
{
    team.description = option.description.value_or(team.description);
    if (team.is_of_owners()) return {};
    team.name = option.name.value_or(team.name);
    TRY(check_team_name(team.name));
    team.includes_all_repositories = option.includes_all_repositories.value_or(team.includes_all_repositories);
    team.can_create_org_repo = option.can_create_org_repo.value_or(team.can_create_org_repo);
    team.visibility = option.visibility.value_or(team.visibility);
    if (const auto rights = read_rights(option.permission, option.units, option.units_map, team.permission)) {
        team.permission = rights->permission;
        team.levels = rights->levels.stored();
        team.units = rights->named.stored();
    }
    return {};
}

Result<Team> edit(Call& call, const TeamAndOrganization& found, Body<EditTeamOption> body)
{
    const auto edited = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredTeam> {
        auto team = find_team(tx, found.team.id);
        if (!team) return not_found("the team");
        const StoredTeam before = *team;
        TRY(apply(*team, body.value));
        if (!text::iequals(team->name, before.name) && has_team(tx, team->organization_id, team->name))
            return name_is_taken(team->name);
        change_team(tx, call.site.events, before, *team);
        return std::move(*team);
    }));
    return show_team(edited);
}

Result<> remove(Call& call, const TeamAndOrganization& found)
{
    return call.db().write([&](db::Transaction& tx) { return delete_team(tx, call.site.events, found.team); });
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/orgs/{org}/teams",        scope::organization, belongs_to_organization, cached<list>,   200, "orgListTeams",  "List the teams of an organization that you see"},
    {POST,   "/orgs/{org}/teams",        scope::organization, owns_organization,       handle<create>, 201, "orgCreateTeam", "Make a team", {400}},
    {GET,    "/orgs/{org}/teams/search", scope::organization, belongs_to_organization, handle<search>, 200, "teamSearch",    "Search the teams of an organization"},
    {GET,    "/teams/{id}",              scope::organization, reads_team,              handle<get>,    200, "orgGetTeam",    "Show a team"},
    {PATCH,  "/teams/{id}",              scope::organization, owns_team,               handle<edit>,   200, "orgEditTeam",   "Change a team", {400}},
    {DELETE, "/teams/{id}",              scope::organization, owns_team,               handle<remove>, 204, "orgDeleteTeam", "Delete a team", {422}},
};
constexpr Operation own_operations[] = {
    {GET, "/user/teams", scope::closed_to_public_only(scope::user), signed_in, cached<list_own>, 200, "userListTeams", "List the teams that you are in"},
};
// clang-format on
static_assert(well_formed(operations));
static_assert(well_formed(own_operations));

} // namespace

const Table team_table{"organization", operations};
const Table own_team_table{"user", own_operations};

} // namespace cairn::organizations
