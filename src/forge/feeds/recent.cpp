#include "feeds/recent.hpp"

#include <limits>

#include "db/composition.hpp"
#include "feeds/may_be_told.hpp"

namespace cairn::feeds {

using access::Viewer;
using api::Call;
using db::bound;

namespace {

using Ids = std::vector<std::int64_t>;

// Who watches more than so many hears of those that were changed last.
constexpr std::int64_t most_repositories = 300;

// Nearly all of what somebody watches they may be told of; where it is less, the page is shorter and leads on.
std::int64_t looked_at(std::int64_t limit) { return 2 * limit; }

struct NewestOf {
    std::int64_t id = 0; // of the repository
    std::int64_t newest = 0;
};
BOOST_DESCRIBE_STRUCT(NewestOf, (), (id, newest))

void add_repositories(db::Composition& query, const RecentOf& of)
{
    if (of.owner_id != 0) query << "r.owner_id = " << bound(of.owner_id);
    else if (of.team_id != 0)
        query << "r.id IN (SELECT tr.repository_id FROM team_repository tr WHERE tr.team_id = " << bound(of.team_id)
              << ")";
    else
        query << "r.id IN (SELECT w.repository_id FROM watch w WHERE NOT w.ignored AND w.account_id = "
              << bound(of.account_id) << ")";
}

// The newest n of many repositories are in those n whose newest are the newest of all. Of each repository one entry of
// an index is looked at here.
std::vector<NewestOf> newest_repositories(const Call& call, const RecentOf& of, std::int64_t before, std::int64_t limit)
{
    db::Composition query("SELECT m.id, m.newest FROM (SELECT r.id, (SELECT MAX(a.id) FROM activity a"
                          " WHERE a.repository_id = r.id AND a.id < ");
    query << bound(before) << ") AS newest FROM (SELECT r.id FROM repository r WHERE ";
    add_repositories(query, of);
    query << " ORDER BY r.updated_at DESC, r.id DESC LIMIT " << bound(most_repositories)
          << ") r) m WHERE m.newest IS NOT NULL ORDER BY m.newest DESC LIMIT " << bound(limit);
    return call.db().all<NewestOf>(query);
}

// The newest of all of it, whoever may be told of them: n entries of an index for each of n repositories, at most.
Ids newest_of(const Call& call, const RecentOf& of, std::int64_t before, std::int64_t limit)
{
    const auto places = newest_repositories(call, of, before, limit);
    if (places.empty() && of.account_id == 0) return {};
    // There are n that are not older than the last one of these.
    const auto least = static_cast<std::int64_t>(places.size()) < limit ? 0 : places.back().newest;
    db::Composition query("SELECT x.id AS value FROM (");
    bool first = true;
    const auto add = [&](db::Composition::Piece column, std::int64_t id) {
        if (!std::exchange(first, false)) query << " UNION ALL ";
        query << "SELECT id FROM (SELECT a.id FROM activity a WHERE " << column << " = " << bound(id) << " AND a.id < "
              << bound(before) << " AND a.id >= " << bound(least) << " ORDER BY a.id DESC LIMIT " << bound(limit)
              << ") part";
    };
    for (const auto& place : places) add("a.repository_id", place.id);
    if (of.account_id != 0) add("a.actor_id", of.account_id);
    query << ") x GROUP BY x.id ORDER BY x.id DESC LIMIT " << bound(limit);
    return call.db().all<std::int64_t>(query);
}

// Those of the ids, the newest first, that the caller may be told of.
Recent told_among(const Call& call, Ids ids, std::int64_t limit, bool with_private)
{
    Recent recent;
    if (ids.empty()) return recent;
    const bool all_seen = static_cast<std::int64_t>(ids.size()) <= looked_at(limit);
    if (!all_seen) ids.pop_back();
    db::Composition query("SELECT a.* FROM activity a JOIN repository r ON r.id = a.repository_id WHERE a.id IN ");
    query << bound(ids) << " AND ";
    add_may_be_told(query, Viewer::of(call.caller));
    if (!with_private) query << " AND NOT r.private";
    query << " ORDER BY a.id DESC LIMIT " << bound(limit + 1);
    recent.activities = call.db().all<StoredActivity>(query);
    if (static_cast<std::int64_t>(recent.activities.size()) > limit) {
        recent.activities.pop_back();
        recent.older_than = recent.activities.back().id;
    } else if (!all_seen) {
        recent.older_than = ids.back();
    }
    return recent;
}

std::int64_t beginning(std::int64_t before) { return before <= 0 ? std::numeric_limits<std::int64_t>::max() : before; }

} // namespace

Recent recent_activities(const Call& call, const RecentOf& of, std::int64_t before, std::int64_t limit)
{
    return told_among(call, newest_of(call, of, beginning(before), looked_at(limit) + 1), limit, true);
}

Recent recent_deeds_of(const Call& call, const accounts::Account& person, std::int64_t before, std::int64_t limit)
{
    if (hides_activity(call, person)) return {};
    auto ids = call.db().all<std::int64_t>("SELECT a.id AS value FROM activity a WHERE a.actor_id = $1 AND a.id < $2"
                                           " ORDER BY a.id DESC LIMIT $3",
                                           person.id, beginning(before), looked_at(limit) + 1);
    return told_among(call, std::move(ids), limit, is_insider(call, person));
}

} // namespace cairn::feeds
