#include "notifications/notification_worker.hpp"

#include <algorithm>

#include "db/composition.hpp"
#include "jobs/queue.hpp"
#include "notifications/audience.hpp"
#include "notifications/letters.hpp"
#include "notifications/live_topics.hpp"
#include "notifications/notice.hpp"

namespace cairn::notifications {

using db::bound;

namespace {

// How many people are told in one transaction: others want to write, too. What is left of a notice waits for the next.
constexpr std::int64_t at_once = 500;

// A thread that was read is unread again; a pinned one stays pinned. Either way it is on top. Of what nobody has read
// yet, the strongest reason stays.
constexpr db::Composition::Piece wake_thread =
    " DO UPDATE SET updated_at = excluded.updated_at,"
    " status = CASE notification.status WHEN 'pinned' THEN 'pinned' ELSE 'unread' END,"
    " reason = CASE WHEN notification.status = 'unread' AND notification.reason > 0"
    " AND notification.reason < excluded.reason THEN notification.reason ELSE excluded.reason END";

// The next of those who hear of it, no more than `most`; in the order of their ids.
std::vector<std::int64_t> notify(db::Transaction& tx, const Notice& notice, const Subject& subject, std::int64_t most)
{
    db::Composition insert("INSERT INTO notification (account_id, repository_id, issue_id, subject, status, created_at,"
                           " updated_at, reason) SELECT a.id, CAST(");
    insert << bound(subject.repository.id) << " AS BIGINT), CAST("
           << bound(subject.issue ? std::optional(subject.issue->id) : std::nullopt) << " AS BIGINT), CAST("
           << bound(subject.word()) << " AS TEXT), 'unread', CAST(" << bound(notice.created_at) << " AS BIGINT), CAST("
           << bound(notice.created_at) << " AS BIGINT), c.reason";
    add_audience(insert, notice, subject);
    insert << " ORDER BY a.id LIMIT " << bound(most);
    if (subject.issue) insert << " ON CONFLICT (account_id, issue_id)";
    else insert << " ON CONFLICT (account_id, repository_id) WHERE subject = 'repository'";
    insert << wake_thread << " RETURNING account_id";
    auto told = tx.all<std::int64_t>(insert);
    std::ranges::sort(told);
    return told;
}

// The same of what is told by mail alone.
std::vector<std::int64_t> find_readers(db::Transaction& tx, const Notice& notice, const Subject& subject,
                                       std::int64_t most)
{
    db::Composition query("SELECT a.id");
    add_audience(query, notice, subject);
    query << " ORDER BY a.id LIMIT " << bound(most);
    return tx.all<std::int64_t>(query);
}

// How many have heard of it now.
std::int64_t tell(db::Transaction& tx, const Services& services, const Notice& notice, std::int64_t most)
{
    const auto subject = find_subject(tx, notice);
    std::vector<std::int64_t> told;
    if (subject)
        told = subject->release ? find_readers(tx, notice, *subject, most) : notify(tx, notice, *subject, most);
    const auto count = static_cast<std::int64_t>(told.size());
    if (subject) put_letters(tx, services.settings, services.outbox, notice, *subject, told);
    if (count == most) tx.run("UPDATE notice SET told = $2 WHERE id = $1", notice.id, told.back());
    else tx.run("DELETE FROM notice WHERE id = $1", notice.id);
    tx.after_commit([&hub = services.hub, told] {
        for (const auto account : told) hub.changed({unread_topic, account});
    });
    return count;
}

// Tells what has happened in a repository, to some at a time: with the last of them the job is done.
Result<jobs::Outcome> tell_some(const Services& services, const jobs::Job& job)
{
    const auto repository_id = job.key_number();
    const bool all = services.db.write([&](db::Transaction& tx) {
        for (std::int64_t left = at_once; left > 0;) {
            const auto notice =
                tx.first<Notice>("SELECT * FROM notice WHERE repository_id = $1 ORDER BY id LIMIT 1", repository_id);
            if (!notice) {
                services.queue.settle(tx, job, jobs::Outcome::done());
                return true;
            }
            left -= 1 + tell(tx, services, *notice, left);
        }
        return false;
    });
    return all ? jobs::Outcome::settled() : jobs::Outcome::again();
}

} // namespace

jobs::Kind notification_kind(const Services& services)
{
    return {.name = std::string(notification_job),
            .handler = [services](const jobs::Job& job, const std::stop_token&) { return tell_some(services, job); },
            .concurrency = 2,
            .order = jobs::Order::merged,
            .retry = {.first_pause = 15, .longest_pause = 900, .most_attempts = 0}};
}

} // namespace cairn::notifications
