// /teams/{id}/members: the operations on who is in a team.
#include "accounts/user.hpp"
#include "api/view.hpp"
#include "organizations/guards.hpp"
#include "organizations/member.hpp"
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
    return accounts::show_users(members_of(view, found.team, query.value), view.caller, view.settings());
}

Result<User> get(Call& call, const TeamAndOrganization& found, Path<MemberPath>)
{
    const auto person = TRY(person_at(call));
    if (!is_in_team(call.db(), found.team.id, person.id)) return not_found("the member");
    return show_user(person, call.caller, call.settings());
}

Result<> add(Call& call, const TeamAndOrganization& found, Path<MemberPath>)
{
    return add_to_team(call, found.team, TRY(person_at(call)));
}

Result<> remove(Call& call, const TeamAndOrganization& found, Path<MemberPath>)
{
    return remove_from_team(call, found.team, TRY(person_at(call)));
}

// clang-format off
constexpr Operation team_member_operations[] = {
    {GET,    "/teams/{id}/members",            scope::organization, reads_team, cached<list>,   200, "orgListTeamMembers",  "List the members of a team"},
    {GET,    "/teams/{id}/members/{username}", scope::organization, reads_team, handle<get>,    200, "orgListTeamMember",   "Show a member of a team"},
    {PUT,    "/teams/{id}/members/{username}", scope::organization, owns_team,  handle<add>,    204, "orgAddTeamMember",    "Put somebody into a team"},
    {DELETE, "/teams/{id}/members/{username}", scope::organization, owns_team,  handle<remove>, 204, "orgRemoveTeamMember", "Take somebody out of a team", {422}},
};
// clang-format on
static_assert(well_formed(team_member_operations));

} // namespace

const Table team_member_table{"organization", team_member_operations};

} // namespace cairn::organizations
