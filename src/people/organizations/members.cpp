// /orgs/{org}/members and /orgs/{org}/public_members: the operations on who is in an organization, and who shows it.
#include "accounts/visibility.hpp"
#include "accounts/written_users.hpp"
#include "organizations/guards.hpp"
#include "organizations/member.hpp"
#include "organizations/tables.hpp"

namespace cairn::organizations {

using namespace api;
using enum Method;
using access::Standing;
using accounts::User;

namespace {

struct ListMembers : Paging { };
BOOST_DESCRIBE_STRUCT(ListMembers, (Paging), ())

Page<Written<User>> write(const View& view, const Page<std::int64_t>& found)
{
    return {.items = accounts::write_users(view, found.items), .total = found.total};
}

Result<Page<Written<User>>> list_public(const View& view, const StoredOrganization& organization,
                                        Query<ListMembers> query)
{
    return write(view, public_members_of(view, organization, query.value));
}

Result<Page<Written<User>>> list(const View& view, const StoredOrganization& organization, Query<ListMembers> query)
{
    return write(view, members_of(view, organization, query.value));
}

Result<> check_public(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    const auto person = TRY(person_at(call));
    if (!is_public_member(call.db(), organization.id, person.id)) return not_found("the member");
    return {};
}

// Whoever may not know all members is sent to where the public ones are told; not for a hidden account, because the way
// there would tell that there is one.
Result<> check(Call& call, const StoredOrganization& organization, Path<MemberPath> path)
{
    const auto person = TRY(person_at(call));
    if (!sees_all_members(call, organization) && call.caller.id != person.id) {
        if (!accounts::may_see(call.db(), accounts::Viewer::of(call.caller), person))
            return check_public(call, organization, path);
        return elsewhere(Errc::see_other, "/api/v1/orgs/" + organization.name + "/public_members/" + person.name);
    }
    if (access::standing_in(call.db(), organization.id, person.id) == Standing::stranger)
        return not_found("the member");
    return {};
}

Result<> remove(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    return remove_member(call, organization, TRY(person_at(call)));
}

Result<> publicize(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    return show_membership(call, organization, TRY(person_at(call)), true);
}

Result<> conceal(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    return show_membership(call, organization, TRY(person_at(call)), false);
}

// clang-format off
constexpr Operation member_operations[] = {
    {GET,    "/orgs/{org}/members",                   scope::organization, reads_organization_signed_in, cached<list>,          200, "orgListMembers",       "List the members of an organization"},
    {GET,    "/orgs/{org}/members/{username}",        scope::organization, reads_organization_signed_in, handle<check>,         204, "orgIsMember",          "Tell whether somebody is a member of an organization"},
    {DELETE, "/orgs/{org}/members/{username}",        scope::organization, owns_organization,            handle<remove>,        204, "orgDeleteMember",      "Remove somebody from all teams of an organization", {422}},
    {GET,    "/orgs/{org}/public_members",            scope::organization, reads_organization,           cached<list_public>,   200, "orgListPublicMembers", "List the members of an organization who show that they are"},
    {GET,    "/orgs/{org}/public_members/{username}", scope::organization, reads_organization,           handle<check_public>,  204, "orgIsPublicMember",    "Tell whether somebody shows to be a member of an organization"},
    {PUT,    "/orgs/{org}/public_members/{username}", scope::organization, reads_organization_signed_in, handle<publicize>,     204, "orgPublicizeMember",   "Show that somebody is a member of an organization"},
    {DELETE, "/orgs/{org}/public_members/{username}", scope::organization, reads_organization_signed_in, handle<conceal>,       204, "orgConcealMember",     "Hide that somebody is a member of an organization"},
};
// clang-format on
static_assert(well_formed(member_operations));

} // namespace

const Table member_table{"organization", member_operations};

} // namespace cairn::organizations
