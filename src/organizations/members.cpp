// /orgs/{org}/members and /orgs/{org}/public_members: who is in an organization, and who shows it.
#include "accounts/user.hpp"
#include "db/database.hpp"
#include "organizations/guards.hpp"
#include "organizations/membership.hpp"
#include "organizations/tables.hpp"

namespace cairn::organizations {

using namespace api;
using enum Method;
using access::Standing;
using accounts::User;

namespace {

struct ListMembers : Paging { };
BOOST_DESCRIBE_STRUCT(ListMembers, (Paging), ())

Page<User> show(const Call& call, const Page<Account>& found)
{
    return accounts::show_users(found, call.caller, call.settings());
}

bool sees_all_members(Call& call, const StoredOrganization& organization)
{
    return call.caller.admin || access::standing_in(call.db(), organization.id, call.caller.id) >= Standing::member;
}

Result<Page<User>> list_public(Call& call, const StoredOrganization& organization, Query<ListMembers> query)
{
    return show(call,
                call.db().page<Account>(query.value,
                                        "SELECT a.* FROM organization_member om JOIN account a ON a.id = om.account_id"
                                        " WHERE om.organization_id = $1 AND om.is_public ORDER BY a.lower_name",
                                        organization.id));
}

Result<Page<User>> list(Call& call, const StoredOrganization& organization, Query<ListMembers> query)
{
    if (!sees_all_members(call, organization)) return list_public(call, organization, query);
    return show(call,
                call.db().page<Account>(query.value,
                                        "SELECT a.* FROM organization_member om JOIN account a ON a.id = om.account_id"
                                        " WHERE om.organization_id = $1 ORDER BY a.lower_name",
                                        organization.id));
}

Result<> check_public(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    const auto person = TRY(person_at(call));
    if (!call.db().scalar<bool>("SELECT EXISTS (SELECT 1 FROM organization_member WHERE organization_id = $1"
                                " AND account_id = $2 AND is_public) AS value",
                                organization.id, person.id))
        return not_found("the member");
    return {};
}

// Whoever may not know all members is sent to where the public ones are told.
Result<> check(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    const auto person = TRY(person_at(call));
    if (!sees_all_members(call, organization) && call.caller.id != person.id)
        return elsewhere(Errc::see_other, "/api/v1/orgs/" + organization.name + "/public_members/" + person.name);
    if (access::standing_in(call.db(), organization.id, person.id) == Standing::stranger)
        return not_found("the member");
    return {};
}

Result<> remove(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    const auto person = TRY(person_at(call));
    return call.db().write(
        [&](db::Transaction& tx) { return remove_member(tx, call.site.events, organization.id, person.id); });
}

Result<> set_public(Call& call, const StoredOrganization& organization, bool shown)
{
    const auto person = TRY(person_at(call));
    if (call.caller.id != person.id && !call.caller.admin
        && access::standing_in(call.db(), organization.id, call.caller.id) < Standing::owner)
        return fail(Errc::forbidden, "whether somebody is shown is for that person and for owners to say");
    const auto changed = call.db().write([&](db::Transaction& tx) {
        return tx.run("UPDATE organization_member SET is_public = $3 WHERE organization_id = $1 AND account_id = $2",
                      organization.id, person.id, shown);
    });
    if (changed == 0) return fail(Errc::forbidden, person.name + " is not a member of the organization");
    return {};
}

Result<> publicize(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    return set_public(call, organization, true);
}

Result<> conceal(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    return set_public(call, organization, false);
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/orgs/{org}/members",                   scope::organization, reads_organization_signed_in, handle<list>,         200, "orgListMembers",       "List the members of an organization"},
    {GET,    "/orgs/{org}/members/{username}",        scope::organization, reads_organization_signed_in, handle<check>,        204, "orgIsMember",          "Tell whether somebody is a member of an organization"},
    {DELETE, "/orgs/{org}/members/{username}",        scope::organization, owns_organization,            handle<remove>,       204, "orgDeleteMember",      "Remove somebody from all teams of an organization", {422}},
    {GET,    "/orgs/{org}/public_members",            scope::organization, reads_organization,           handle<list_public>,  200, "orgListPublicMembers", "List the members of an organization who show that they are"},
    {GET,    "/orgs/{org}/public_members/{username}", scope::organization, reads_organization,           handle<check_public>, 204, "orgIsPublicMember",    "Tell whether somebody shows to be a member of an organization"},
    {PUT,    "/orgs/{org}/public_members/{username}", scope::organization, reads_organization_signed_in, handle<publicize>,    204, "orgPublicizeMember",   "Show that somebody is a member of an organization"},
    {DELETE, "/orgs/{org}/public_members/{username}", scope::organization, reads_organization_signed_in, handle<conceal>,      204, "orgConcealMember",     "Hide that somebody is a member of an organization"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table member_table{"organization", operations};

} // namespace cairn::organizations
