#include "organizations/member.hpp"

#include <algorithm>

#include "access/organizations.hpp"
#include "accounts/profile/block.hpp"
#include "cache/id_list_cache.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "events/events.hpp"
#include "organizations/membership.hpp"

namespace cairn::organizations {

using namespace api;
using access::Standing;
using db::bound;

namespace {

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
    Page<std::int64_t> page(const Paging& paging) const
    {
        return cache::page_of_ids(view_.db(), paging, versions_, query_);
    }

private:
    const View& view_;
    cache::Versions versions_;
    db::Composition query_{"SELECT a.id FROM organization_member om JOIN account a ON a.id = om.account_id"
                           " WHERE om.organization_id = "};
};

} // namespace

Page<std::int64_t> public_members_of(const View& view, const StoredOrganization& organization, const Paging& paging)
{
    return Members(view, organization, " AND om.is_public").page(paging);
}

Page<std::int64_t> members_of(const View& view, const StoredOrganization& organization, const Paging& paging)
{
    const Members all(view, organization, "");
    if (!view.caller.admin && !all.contain(view.caller.id)) return public_members_of(view, organization, paging);
    return all.page(paging);
}

bool sees_all_members(const Call& call, const StoredOrganization& organization)
{
    return call.caller.admin || access::standing_in(call.db(), organization.id, call.caller.id) >= Standing::member;
}

bool is_public_member(db::Queries& db, std::int64_t organization_id, std::int64_t account_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM organization_member WHERE organization_id = $1"
                           " AND account_id = $2 AND is_public) AS value",
                           organization_id, account_id);
}

Result<void> remove_member(const Call& call, const StoredOrganization& organization, const Account& person)
{
    return call.db().write(
        [&](db::Transaction& tx) { return remove_member(tx, call.site.events, organization.id, person.id); });
}

Result<void> show_membership(const Call& call, const StoredOrganization& organization, const Account& person,
                             bool shown)
{
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

Page<accounts::ShownAccount> members_of(const View& view, const StoredTeam& team, const Paging& paging)
{
    return view.db().page<accounts::ShownAccount>(
        paging,
        "SELECT a.* FROM team_member tm JOIN account a ON a.id = tm.account_id"
        " WHERE tm.team_id = $1 ORDER BY a.lower_name",
        team.id);
}

bool is_in_team(db::Queries& db, std::int64_t team_id, std::int64_t account_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM team_member WHERE team_id = $1 AND account_id = $2) AS value",
                           team_id, account_id);
}

Result<void> add_to_team(const Call& call, const StoredTeam& team, const Account& person)
{
    return call.db().write([&](db::Transaction& tx) { return add_to_team(tx, call, team, person); });
}

Result<void> add_to_team(db::Transaction& tx, const Call& call, const StoredTeam& team, const Account& person)
{
    if (accounts::is_blocked(tx, team.organization_id, person.id))
        return fail(Errc::forbidden, "the organization has blocked " + person.name);
    join_team(tx, team, person.id, call.settings().service.default_org_member_visible);
    call.site.events.tell(tx, events::TeamJoined{.team_id = team.id, .account_id = person.id});
    return {};
}

Result<void> remove_from_team(const Call& call, const StoredTeam& team, const Account& person)
{
    return call.db().write([&](db::Transaction& tx) { return leave_team(tx, call.site.events, team, person.id); });
}

Result<void> block(const Call& call, const StoredOrganization& organization, const Account& other,
                   const std::string& note)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto blocker = accounts::find_account(tx, organization.id);
        if (!blocker) return not_found("the organization");
        if (access::standing_in(tx, organization.id, other.id) >= access::Standing::member)
            return fail(Errc::bad_request, other.name + " is a member of the organization");
        return accounts::block(tx, call.site.events, *blocker, other, note);
    });
}

Result<void> unblock(const Call& call, const StoredOrganization& organization, const Account& other)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto blocker = accounts::find_account(tx, organization.id);
        if (!blocker) return not_found("the organization");
        return accounts::unblock(tx, *blocker, other);
    });
}

} // namespace cairn::organizations
