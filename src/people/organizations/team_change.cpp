#include "organizations/team_change.hpp"

#include "api/view.hpp"
#include "base/case_folding.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "organizations/membership.hpp"

namespace cairn::organizations {

using namespace api;
using db::bound;

namespace {

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

} // namespace

Page<StoredTeam> search_teams(const View& view, const StoredOrganization& organization, const SearchTeams& search)
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

Page<StoredTeam> teams_of(const View& view, const Account& account, const Paging& paging)
{
    db::Composition mine("SELECT t.* FROM team_member tm JOIN team t ON t.id = tm.team_id WHERE tm.account_id = ");
    mine << bound(account.id) << in_order;
    return view.db().page<StoredTeam>(paging, mine);
}

Result<StoredTeam> create_team(const Call& call, const StoredOrganization& organization, const CreateTeamOption& wanted)
{
    TRY(check_team_name(wanted.name));
    const auto rights = read_rights(wanted.permission, wanted.units, wanted.units_map, Level::none);
    if (!rights) return fail(Errc::bad_request, "a team needs a permission, or units to be open to it");
    const NewTeam made{.name = wanted.name,
                       .description = wanted.description,
                       .rights = *rights,
                       .includes_all_repositories = wanted.includes_all_repositories,
                       .can_create_org_repo = wanted.can_create_org_repo,
                       .visibility = wanted.visibility.value_or(Visibility::private_)};
    return call.db().write([&](db::Transaction& tx) -> Result<StoredTeam> {
        if (has_team(tx, organization.id, made.name)) return name_is_taken(made.name);
        return create_team(tx, organization.id, made);
    });
}

Result<StoredTeam> edit_team(const Call& call, const StoredTeam& edited, const EditTeamOption& wanted)
{
    return call.db().write([&](db::Transaction& tx) -> Result<StoredTeam> {
        auto team = find_team(tx, edited.id);
        if (!team) return not_found("the team");
        const StoredTeam before = *team;
        TRY(apply(*team, wanted));
        if (!text::iequals(team->name, before.name) && has_team(tx, team->organization_id, team->name))
            return name_is_taken(team->name);
        change_team(tx, call.site.events, before, *team);
        return std::move(*team);
    });
}

Result<void> delete_team(const Call& call, const StoredTeam& team)
{
    return call.db().write([&](db::Transaction& tx) { return delete_team(tx, call.site.events, team); });
}

} // namespace cairn::organizations
