#include "notifications/herald.hpp"

#include <algorithm>

#include "base/log.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "mail/outbox.hpp"
#include "notifications/audience.hpp"
#include "notifications/letters.hpp"

namespace cairn::notifications {

using db::bound;
using std::chrono::milliseconds;

namespace {

// How many people are told in one transaction: others want to write, too. What is left of a notice waits for the next.
constexpr std::int64_t at_once = 500;
// The herald hears of a notice before it is committed. It looks after a moment, in which more may come, and then again
// and again, each time after twice the time: so one that takes long to be committed is found, too, and one of another
// node that has gone.
constexpr milliseconds first_look{20};
constexpr milliseconds look_again{15'000};

// A thread that was read is unread again; a pinned one stays pinned. Either way it is on top.
constexpr db::Composition::Piece wake_thread =
    " DO UPDATE SET updated_at = excluded.updated_at,"
    " status = CASE notification.status WHEN 'pinned' THEN 'pinned' ELSE 'unread' END";

// The next of those who hear of it, no more than `most`; in the order of their ids.
std::vector<std::int64_t> notify(db::Transaction& tx, const Notice& notice, const Subject& subject, std::int64_t most)
{
    db::Composition insert("INSERT INTO notification (account_id, repository_id, issue_id, subject, status, created_at,"
                           " updated_at) SELECT a.id, CAST(");
    insert << bound(subject.repository.id) << " AS BIGINT), CAST("
           << bound(subject.issue ? std::optional(subject.issue->id) : std::nullopt) << " AS BIGINT), CAST("
           << bound(subject.word()) << " AS TEXT), 'unread', CAST(" << bound(notice.created_at) << " AS BIGINT), CAST("
           << bound(notice.created_at) << " AS BIGINT)";
    add_audience(insert, notice, subject);
    insert << " ORDER BY a.id LIMIT " << bound(most);
    if (subject.issue) insert << " ON CONFLICT (account_id, issue_id)";
    else insert << " ON CONFLICT (account_id, repository_id) WHERE subject = 'repository'";
    insert << wake_thread << " RETURNING account_id";
    auto told = tx.all<std::int64_t>(insert);
    std::ranges::sort(told);
    return told;
}

// How many have heard of it now.
std::int64_t tell(db::Transaction& tx, const config::Settings& settings, const mail::Outbox& outbox,
                  const Notice& notice, std::int64_t most)
{
    const auto subject = find_subject(tx, notice);
    const auto told = subject ? notify(tx, notice, *subject, most) : std::vector<std::int64_t>();
    const auto count = static_cast<std::int64_t>(told.size());
    if (subject) put_letters(tx, settings, outbox, notice, *subject, told);
    if (count == most) tx.run("UPDATE notice SET told = $2 WHERE id = $1", notice.id, told.back());
    else tx.run("DELETE FROM notice WHERE id = $1", notice.id);
    return count;
}

} // namespace

Herald::Herald(db::Database& db, const config::Settings& settings, mail::Outbox& outbox)
    : db_(db), settings_(settings), outbox_(outbox), worker_([this] { work(); })
{
}

Herald::~Herald()
{
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    worker_.join();
}

void Herald::expect()
{
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(expecting_, true)) return;
    }
    changed_.notify_one();
}

void Herald::tell_some()
{
    db_.write([&](db::Transaction& tx) {
        for (std::int64_t left = at_once; left > 0;) {
            // Touching it is taking it: of two nodes, one waits for the other.
            const auto notice = tx.first<Notice>("UPDATE notice SET told = told"
                                                 " WHERE id = (SELECT MIN(id) FROM notice) RETURNING *");
            if (!notice) break;
            left -= 1 + tell(tx, settings_, outbox_, *notice, left);
        }
    });
    if (settings_.service.enable_notify_mail) outbox_.wake();
}

void Herald::work()
{
    for (milliseconds wait = first_look;;) {
        {
            std::unique_lock lock(mutex_);
            if (changed_.wait_for(lock, wait, [&] { return expecting_ || stopping_; })) {
                expecting_ = false;
                wait = first_look;
                changed_.wait_for(lock, wait, [&] { return stopping_; });
            } else {
                wait = std::min<milliseconds>(wait * 2, look_again);
            }
            if (stopping_) return;
        }
        try {
            while (db_.scalar<bool>("SELECT EXISTS (SELECT 1 FROM notice) AS value")) tell_some();
        } catch (const std::exception& error) {
            log::error("notices could not be told", {{"error", error.what()}});
        }
    }
}

} // namespace cairn::notifications
