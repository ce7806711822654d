#include "repositories/references/bookkeeper.hpp"

#include "api/call.hpp"
#include "base/log.hpp"
#include "db/database.hpp"
#include "repositories/references/branch_check.hpp"
#include "repositories/statistics/figures.hpp"

namespace cairn::repositories {

namespace {

// Longer than counting can take: until then the repository is the one's that took it.
constexpr std::int64_t lease_seconds = 1800;
constexpr std::int64_t most_attempts = 5;
// How long another node's repository, or one that is due again, may wait for somebody to notice.
constexpr auto look_again = std::chrono::seconds(30);
// For what is about to be committed: twice a transaction's usual time, until it is longer than any should take.
constexpr auto look_soon = std::chrono::milliseconds(20);
constexpr int looks_ahead = 50;

struct Outdated {
    std::int64_t repository_id = 0;
    Time due_at;
    std::int64_t attempts = 0; // with the one under way
};
BOOST_DESCRIBE_STRUCT(Outdated, (), (repository_id, due_at, attempts))

} // namespace

void Bookkeeper::start()
{
    thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
    errands_.start();
}

void Bookkeeper::wake()
{
    {
        const std::lock_guard lock(mutex_);
        waiting_ = true;
    }
    changed_.notify_one();
}

void Bookkeeper::expect()
{
    {
        const std::lock_guard lock(mutex_);
        looks_ = looks_ahead;
    }
    changed_.notify_one();
}

void Bookkeeper::work(const std::stop_token& stop)
{
    try {
        record_missed_pushes(site_.db, site_.events, site_.store, find_missed_pushes(site_.db, site_.store, stop));
    } catch (const std::exception& error) {
        log::error("the branches could not be compared with the references", {{"error", error.what()}});
    }
    while (!stop.stop_requested()) {
        bool busy = false;
        try {
            for (const auto chore : chores_) busy = chore(site_) || busy;
            busy = count_next() || busy;
        } catch (const std::exception& error) {
            log::error("what follows from pushes could not be done", {{"error", error.what()}});
        }
        if (!busy) nap(stop);
    }
}

bool Bookkeeper::nap(const std::stop_token& stop)
{
    std::unique_lock lock(mutex_);
    const auto soon = [&] { return waiting_ || looks_ > 0; };
    if (looks_ == 0) changed_.wait_for(lock, stop, look_again, soon);
    if (looks_ > 0) {
        --looks_;
        changed_.wait_for(lock, stop, look_soon, [&] { return waiting_; });
    }
    return std::exchange(waiting_, false);
}

bool Bookkeeper::count_next()
{
    const auto now = Time::now();
    // Looked for first, because there is mostly none and a write costs everybody. The second look at due_at is for
    // PostgreSQL: two nodes may have chosen the same one.
    if (!site_.db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM outdated_figures WHERE due_at <= $1) AS value", now))
        return false;
    const auto taken = site_.db.write([&](db::Transaction& tx) {
        return tx.first<Outdated>("UPDATE outdated_figures SET due_at = $2, attempts = attempts + 1"
                                  " WHERE due_at <= $1 AND repository_id = (SELECT repository_id FROM outdated_figures"
                                  " WHERE due_at <= $1 ORDER BY due_at, repository_id LIMIT 1) RETURNING *",
                                  now, Time{now.seconds + lease_seconds});
    });
    if (!taken) return false;
    auto counted = count_figures(site_, taken->repository_id);
    if (counted) counted = tidy_up(site_, taken->repository_id);
    if (!counted)
        log::error("the figures of a repository could not be counted",
                   {{"repository", taken->repository_id}, {"error", counted.error().message}});
    // What was pushed meanwhile has made the row due again, and then it stays.
    if (counted || taken->attempts >= most_attempts)
        site_.db.write([&](db::Transaction& tx) {
            tx.run("DELETE FROM outdated_figures WHERE repository_id = $1 AND due_at = $2", taken->repository_id,
                   taken->due_at);
        });
    return true;
}

} // namespace cairn::repositories
