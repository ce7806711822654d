#include "feeds/activity.hpp"

#include "access/repositories.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "feeds/may_be_told.hpp"

namespace cairn::feeds {

using access::Unit;
using accounts::Account;
using api::Call;
using db::bound;

namespace {

constexpr std::int64_t day = 24 * 3600;

// The beginning of every feed: what the viewer sees of what happened. The condition for whose feed it is follows.
void add_feed(db::Composition& query, const Call& call, const std::string& date)
{
    query << "SELECT a.* FROM activity a JOIN repository r ON r.id = a.repository_id WHERE ";
    add_may_be_told(query, access::Viewer::of(call.caller));
    if (const auto begin = parse_rfc3339(date + "T00:00:00Z"))
        query << " AND a.created_at >= " << bound(begin->seconds) << " AND a.created_at < "
              << bound(begin->seconds + day);
}

} // namespace

bool is_insider(const Call& call, const Account& account) { return call.caller.admin || call.caller.id == account.id; }

bool hides_activity(const Call& call, const Account& account)
{
    return account.hide_activity && !is_insider(call, account);
}

void add_may_be_told(db::Composition& query, const access::Viewer& viewer)
{
    query << "CASE WHEN a.kind IN ('create_repo', 'rename_repo', 'transfer_repo') THEN (";
    access::add_sees(query, viewer);
    query << ") WHEN a.kind LIKE '%issue' THEN (";
    access::add_may_read(query, viewer, Unit::issues);
    query << ") WHEN a.kind LIKE '%pull%' THEN (";
    access::add_may_read(query, viewer, Unit::pulls);
    query << ") ELSE (";
    access::add_may_read(query, viewer, Unit::code);
    query << ") END";
}

Page<StoredActivity> activities_of_user(const Call& call, const Account& account, const ActivityQuery& wanted)
{
    if (hides_activity(call, account)) return {};
    db::Composition feed;
    add_feed(feed, call, wanted.date);
    if (!is_insider(call, account)) feed << " AND NOT r.private";
    feed << " AND (a.actor_id = " << bound(account.id);
    if (!wanted.only_performed_by)
        feed << " OR a.repository_id IN (SELECT w.repository_id FROM watch w WHERE NOT w.ignored AND w.account_id = "
             << bound(account.id) << ")";
    feed << ") ORDER BY a.id DESC";
    return call.db().page<StoredActivity>(wanted.paging, feed);
}

Page<StoredActivity> activities_of_organization(const Call& call, std::int64_t organization_id,
                                                const ActivityQuery& wanted)
{
    db::Composition feed;
    add_feed(feed, call, wanted.date);
    feed << " AND r.owner_id = " << bound(organization_id) << " ORDER BY a.id DESC";
    return call.db().page<StoredActivity>(wanted.paging, feed);
}

Page<StoredActivity> activities_of_team(const Call& call, std::int64_t team_id, const ActivityQuery& wanted)
{
    db::Composition feed;
    add_feed(feed, call, wanted.date);
    feed << " AND r.id IN (SELECT tr.repository_id FROM team_repository tr WHERE tr.team_id = " << bound(team_id)
         << ") ORDER BY a.id DESC";
    return call.db().page<StoredActivity>(wanted.paging, feed);
}

Page<StoredActivity> activities_of_repository(const Call& call, std::int64_t repository_id, const ActivityQuery& wanted)
{
    db::Composition feed;
    add_feed(feed, call, wanted.date);
    feed << " AND r.id = " << bound(repository_id) << " ORDER BY a.id DESC";
    return call.db().page<StoredActivity>(wanted.paging, feed);
}

bool tells_when(const Call& call, const Account& account)
{
    return call.settings().service.enable_user_heatmap && !hides_activity(call, account);
}

void add_year_of(db::Composition& query, const Call& call, const Account& account, Time since)
{
    query << " FROM activity a JOIN repository r ON r.id = a.repository_id WHERE a.actor_id = " << bound(account.id)
          << " AND a.created_at > " << bound(since.seconds) << " AND ";
    access::add_sees(query, access::Viewer::of(call.caller));
}

std::vector<UserHeatmapData> heatmap_of(const Call& call, const Account& account)
{
    constexpr std::int64_t days = 373; // whole weeks of a year, and what is left of one
    if (!tells_when(call, account)) return {};
    db::Composition query("SELECT a.created_at / 900 * 900 AS timestamp, count(*) AS contributions");
    add_year_of(query, call, account, Time{Time::now().seconds - days * day});
    query << " GROUP BY a.created_at / 900 ORDER BY a.created_at / 900";
    return call.db().all<UserHeatmapData>(query);
}

} // namespace cairn::feeds
