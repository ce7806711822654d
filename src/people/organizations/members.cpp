// /orgs/{org}/members and /orgs/{org}/public_members: who is in an organization, and who shows it.
#include <algorithm>

#include "accounts/visibility.hpp"
#include "accounts/written_users.hpp"
#include "api/view.hpp"
#include "cache/id_list_cache.hpp"
#include "organizations/guards.hpp"
#include "organizations/membership.hpp"
#include "organizations/tables.hpp"

namespace cairn::organizations {

using namespace api;
using enum Method;
using access::Standing;
using accounts::User;
using db::bound;

namespace {

struct ListMembers : Paging { };
BOOST_DESCRIBE_STRUCT(ListMembers, (Paging), ())

bool sees_all_members(Call& call, const StoredOrganization& organization)
{
    return call.caller.admin || access::standing_in(call.db(), organization.id, call.caller.id) >= Standing::member;
}

// Of one organization, or of those in it who show that they are. Its version counts what changes among its members and
// in their names.
class Members {
public:
    Members(const View& view, const StoredOrganization& organization, db::Composition::Piece which)
        : view_(view), versions_({organization.version}, [&view, id = organization.id] {
              return view.db().all<std::int64_t>("SELECT version AS value FROM account WHERE id = $1", id);
          })
    {
        query_ << bound(organization.id) << which << " ORDER BY a.lower_name";
    }

    bool contain(std::int64_t account_id) const
    {
        const auto all = cache::ids(view_.db(), versions_, query_);
        return std::ranges::find(*all, account_id) != all->end();
    }
    Page<Written<User>> page(const Paging& paging) const
    {
        const auto found = cache::page_of_ids(view_.db(), paging, versions_, query_);
        return {.items = accounts::write_users(view_, found.items), .total = found.total};
    }

private:
    const View& view_;
    cache::Versions versions_;
    db::Composition query_{"SELECT a.id FROM organization_member om JOIN account a ON a.id = om.account_id"
                           " WHERE om.organization_id = "};
};

Result<Page<Written<User>>> list_public(const View& view, const StoredOrganization& organization,
                                        Query<ListMembers> query)
{
    return Members(view, organization, " AND om.is_public").page(query.value);
}

Result<Page<Written<User>>> list(const View& view, const StoredOrganization& organization, Query<ListMembers> query)
{
    const Members all(view, organization, "");
    if (!view.caller.admin && !all.contain(view.caller.id)) return list_public(view, organization, query);
    return all.page(query.value);
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
    {GET,    "/orgs/{org}/members",                   scope::organization, reads_organization_signed_in, cached<list>,          200, "orgListMembers",       "List the members of an organization"},
    {GET,    "/orgs/{org}/members/{username}",        scope::organization, reads_organization_signed_in, handle<check>,         204, "orgIsMember",          "Tell whether somebody is a member of an organization"},
    {DELETE, "/orgs/{org}/members/{username}",        scope::organization, owns_organization,            handle<remove>,        204, "orgDeleteMember",      "Remove somebody from all teams of an organization", {422}},
    {GET,    "/orgs/{org}/public_members",            scope::organization, reads_organization,           cached<list_public>,   200, "orgListPublicMembers", "List the members of an organization who show that they are"},
    {GET,    "/orgs/{org}/public_members/{username}", scope::organization, reads_organization,           handle<check_public>,  204, "orgIsPublicMember",    "Tell whether somebody shows to be a member of an organization"},
    {PUT,    "/orgs/{org}/public_members/{username}", scope::organization, reads_organization_signed_in, handle<publicize>,     204, "orgPublicizeMember",   "Show that somebody is a member of an organization"},
    {DELETE, "/orgs/{org}/public_members/{username}", scope::organization, reads_organization_signed_in, handle<conceal>,       204, "orgConcealMember",     "Hide that somebody is a member of an organization"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table member_table{"organization", operations};

} // namespace cairn::organizations
