// /teams/{id}/members: who is in a team.
#include "accounts/profile/blocks.hpp"
#include "accounts/user.hpp"
#include "api/view.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "organizations/guards.hpp"
#include "organizations/membership.hpp"
#include "organizations/tables.hpp"

namespace cairn::organizations {

using namespace api;
using enum Method;
using accounts::show_user;
using accounts::User;

namespace {

struct ListMembers : Paging { };
BOOST_DESCRIBE_STRUCT(ListMembers, (Paging), ())

Result<Page<User>> list(const View& view, const TeamAndOrganization& found, Query<ListMembers> query)
{
    return accounts::show_users(
        view.db().page<accounts::ShownAccount>(query.value,
                                               "SELECT a.* FROM team_member tm JOIN account a ON a.id = tm.account_id"
                                               " WHERE tm.team_id = $1 ORDER BY a.lower_name",
                                               found.team.id),
        view.caller, view.settings());
}

Result<User> get(Call& call, const TeamAndOrganization& found, Path<MemberPath>)
{
    const auto person = TRY(person_at(call));
    if (!call.db().scalar<bool>(
            "SELECT EXISTS (SELECT 1 FROM team_member WHERE team_id = $1 AND account_id = $2) AS value", found.team.id,
            person.id))
        return not_found("the member");
    return show_user(person, call.caller, call.settings());
}

Result<> add(Call& call, const TeamAndOrganization& found, Path<MemberPath>)
{
    const auto person = TRY(person_at(call));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        if (accounts::is_blocked(tx, found.organization.id, person.id))
            return fail(Errc::forbidden, "the organization has blocked " + person.name);
        join_team(tx, found.team, person.id, call.settings().service.default_org_member_visible);
        call.site.events.tell(tx, events::TeamJoined{.team_id = found.team.id, .account_id = person.id});
        return {};
    });
}

Result<> remove(Call& call, const TeamAndOrganization& found, Path<MemberPath>)
{
    const auto person = TRY(person_at(call));
    return call.db().write(
        [&](db::Transaction& tx) { return leave_team(tx, call.site.events, found.team, person.id); });
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/teams/{id}/members",            scope::organization, reads_team, cached<list>,   200, "orgListTeamMembers",  "List the members of a team"},
    {GET,    "/teams/{id}/members/{username}", scope::organization, reads_team, handle<get>,    200, "orgListTeamMember",   "Show a member of a team"},
    {PUT,    "/teams/{id}/members/{username}", scope::organization, owns_team,  handle<add>,    204, "orgAddTeamMember",    "Put somebody into a team"},
    {DELETE, "/teams/{id}/members/{username}", scope::organization, owns_team,  handle<remove>, 204, "orgRemoveTeamMember", "Take somebody out of a team", {422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table team_member_table{"organization", operations};

} // namespace cairn::organizations
