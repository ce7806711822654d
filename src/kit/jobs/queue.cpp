#include "jobs/queue.hpp"

#include <algorithm>
#include <optional>

#include "base/background.hpp"
#include "base/log.hpp"
#include "base/spending.hpp"
#include "base/work_for.hpp"
#include "db/database.hpp"
#include "jobs/job_table.hpp"
#include "jobs/job_trace.hpp"

namespace cairn::jobs {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

// Of what was given up, for the operator to look at.
constexpr std::int64_t days_kept = 30;
constexpr std::int64_t most_failed = 10'000;
constexpr std::chrono::hours cleaned_every{1};
constexpr std::size_t longest_error = 1000;
// Taking begins at once after a pause of this length. Under load, what comes in between is taken together.
constexpr milliseconds pace{3};

bool is_failure(const Result<Outcome>& outcome) { return !outcome || !outcome->error.empty(); }

} // namespace

Queue::Queue(db::Database& db, Options options) : db_(db), options_(options), random_(std::random_device{}()) { }

Queue::~Queue() { stop(); }

void Queue::add(Kind kind)
{
    const std::lock_guard lock(mutex_);
    shares_.push_back({.kind = std::move(kind)});
}

void Queue::start()
{
    if (db_.reads_are_local()) db_.write([](db::Transaction& tx) { end_all_leases(tx); });
    db_.jobs_written().connect([this] { wake(); });
    dispatcher_ = std::thread([this] { dispatch(); });
}

void Queue::request_stop()
{
    stopping_.request_stop();
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
    offered_.notify_all();
}

void Queue::stop()
{
    request_stop();
    if (!dispatcher_.joinable()) return;
    db_.jobs_written().connect({});
    dispatcher_.join();
    std::list<std::thread> workers;
    std::deque<Job> untouched;
    {
        const std::lock_guard lock(mutex_);
        workers.swap(workers_);
        untouched.swap(waiting_);
    }
    for (auto& worker : workers) worker.join();
    if (untouched.empty()) return;
    try {
        db_.write([&](db::Transaction& tx) {
            for (const auto& job : untouched) settle(tx, job, Outcome::given_back());
        });
    } catch (const std::exception& error) {
        log::error("jobs that were not begun wait until their lease is over", {{"error", error.what()}});
    }
}

void Queue::wake()
{
    const std::lock_guard lock(mutex_);
    woken_ = true;
    changed_.notify_one();
}

// The thread that takes and renews. It never runs a job, so that leases are renewed whatever a job does.
void Queue::dispatch()
{
    auto next_look = steady_clock::now();
    auto next_take = steady_clock::now();
    auto next_renewal = steady_clock::now() + options_.lease / 3;
    auto next_cleaning = steady_clock::now();
    while (!stopping_.stop_requested()) {
        bool woken = false;
        {
            Lock lock(mutex_);
            join_ended(lock);
            const bool idle = taken_.empty();
            const auto until = idle ? next_look : std::min(next_look, next_renewal);
            changed_.wait_until(lock, until, [&] { return woken_ || stopping_.stop_requested(); });
            if (idle) next_renewal = steady_clock::now() + options_.lease / 3;
            if (woken_) changed_.wait_until(lock, next_take, [&] { return stopping_.stop_requested(); });
            woken = std::exchange(woken_, false);
        }
        if (stopping_.stop_requested()) return;
        try {
            if (steady_clock::now() >= next_renewal) {
                renew_leases();
                next_renewal = steady_clock::now() + options_.lease / 3;
            }
            if (steady_clock::now() >= next_cleaning) {
                next_cleaning = steady_clock::now() + cleaned_every;
                const Time before{Time::now().seconds - days_kept * 86400};
                db_.write([&](db::Transaction& tx) { forget_failed(tx, before, most_failed); });
            }
            if (woken) {
                take_some();
                next_take = steady_clock::now() + pace;
            }
            // In the next round there may be more to take, and until then nothing has to be looked for.
            if (woken || steady_clock::now() >= next_look) next_look = steady_clock::now() + look();
        } catch (const std::exception& error) {
            log::error("jobs could not be taken", {{"error", error.what()}});
            next_look = steady_clock::now() + options_.look_again;
        }
    }
}

// Wakes itself if something is there to be taken. How long there will be nothing.
milliseconds Queue::look()
{
    const auto now = Time::now();
    const auto found = jobs::look(db_, now);
    bool busy = found.busy;
    if (!busy) busy = has_ready(db_, wishes());
    if (busy) wake();
    if (found.next.seconds == 0) return options_.look_again;
    // A moment later than the second begins, so that it has.
    const milliseconds until{(found.next.seconds - now.seconds) * 1000 + 20};
    return std::clamp<milliseconds>(until, milliseconds(100), options_.look_again);
}

std::vector<Wish> Queue::wishes() const
{
    const std::lock_guard lock(mutex_);
    std::vector<const Share*> in_turn;
    for (const auto& share : shares_) in_turn.push_back(&share);
    // Who has the least has the first choice of what is free.
    std::ranges::stable_sort(in_turn, {}, [](const Share* share) { return share->taken; });
    const auto free = free_threads();
    std::vector<Wish> wanted;
    for (const Share* share : in_turn) {
        const auto& kind = share->kind;
        auto most = static_cast<std::int64_t>(kind.concurrency - std::min<std::size_t>(kind.concurrency, share->taken));
        // What one does not need is there for the next: so nothing is taken from it before (take()).
        if (!kind.hands_over) most = std::min(most, free[static_cast<std::size_t>(kind.lane)]);
        wanted.push_back({.kind = kind.name,
                          .order = kind.order,
                          .most = most,
                          .of_one_owner = kind.of_one_owner,
                          .lane = kind.hands_over ? std::optional<Lane>() : kind.lane});
    }
    return wanted;
}

// With the lock held.
Room Queue::free_threads() const
{
    const auto left = [](std::size_t all, std::size_t busy) {
        return static_cast<std::int64_t>(all - std::min(all, busy));
    };
    return {left(options_.here, busy_[0]), left(options_.elsewhere, busy_[1])};
}

void Queue::take_some()
{
    const auto wanted = wishes();
    const auto now = Time::now();
    const auto locks = db_.reads_are_local() ? Locks::one_writer : Locks::skip_locked;
    Room free;
    {
        const std::lock_guard lock(mutex_);
        free = free_threads();
    }
    auto taken = db_.write([&](db::Transaction& tx) {
        return take(tx, wanted, now, Time{now.seconds + options_.lease.count()}, locks, free);
    });
    {
        const std::lock_guard lock(mutex_);
        for (const auto& job : taken)
            if (const auto& kind = share_of(job).kind; !kind.hands_over) --free[static_cast<std::size_t>(kind.lane)];
        for (auto& share : shares_) {
            const auto wish = std::ranges::find(wanted, share.kind.name, &Wish::kind);
            const bool had_room = share.kind.hands_over || free[static_cast<std::size_t>(share.kind.lane)] > 0;
            share.may_have_more = !had_room || std::ranges::count(taken, share.kind.name, &Job::kind) == wish->most;
        }
    }
    hand_out(std::move(taken));
}

void Queue::hand_out(std::vector<Job> taken)
{
    Lock lock(mutex_);
    join_ended(lock);
    for (auto& job : taken) {
        auto& share = share_of(job);
        // One that was ours already has lost its lease: whoever still works on it has no place of his own any more.
        if (taken_.insert_or_assign(job.id, job).second) ++share.taken;
        if (!share.kind.hands_over) ++busy_[static_cast<std::size_t>(share.kind.lane)];
        waiting_.push_back(std::move(job));
    }
    while (idle_ < waiting_.size() && workers_.size() < options_.here + options_.elsewhere) {
        ++idle_; // it will be in a moment
        workers_.emplace_back([this] { work(); });
    }
    for (std::size_t i = 0; i < taken.size(); ++i) offered_.notify_one();
}

void Queue::work()
{
    work_in_background();
    Lock lock(mutex_);
    for (;;) {
        const bool found = offered_.wait_for(lock, options_.longest_idle,
                                             [&] { return !waiting_.empty() || stopping_.stop_requested(); });
        if (!found || stopping_.stop_requested()) break;
        const Job job = std::move(waiting_.front());
        waiting_.pop_front();
        const Share& share = share_of(job);
        --idle_;
        lock.unlock();
        run(job, share);
        lock.lock();
        ++idle_;
        if (!share.kind.hands_over) {
            --busy_[static_cast<std::size_t>(share.kind.lane)];
            if (wants_more()) {
                woken_ = true;
                changed_.notify_one();
            }
        }
    }
    --idle_;
    ended_.push_back(std::this_thread::get_id());
}

void Queue::run(const Job& job, const Share& share)
{
    Result<Outcome> outcome = Outcome::done();
    std::optional<JobTrace> trace;
    if (!share.kind.hands_over) trace.emplace(job); // whoever it is handed to traces it
    const Spending spending(trace ? trace->spent() : nullptr);
    const WorkFor whose(job.owner.empty() ? 0 : std::hash<std::string>()(job.owner) | 1U, WorkFor::Lane::background);
    const auto most = share.kind.retry.most_attempts;
    const auto begun = steady_clock::now();
    try {
        // It has never said how it ended: whoever ran it has died, maybe of it.
        if (most > 0 && job.attempts > most) outcome = fail(Errc::unprocessable, "the server has ended each time");
        else outcome = share.kind.handler(job, stopping_.get_token());
    } catch (const std::exception& error) {
        outcome = fail(Errc::unavailable, error.what());
    }
    if (trace && is_failure(outcome)) trace->fail();
    {
        const std::lock_guard lock(mutex_);
        share_of(job).time += steady_clock::now() - begun;
    }
    if (outcome && (outcome->word == Outcome::Word::under_way || outcome->word == Outcome::Word::settled)) return;
    // What the program's own end has cut short does not count.
    if (!outcome && stopping_.stop_requested()) outcome = Outcome::given_back();
    conclude(job, outcome);
}

void Queue::conclude(const Job& job, const Result<Outcome>& outcome)
{
    try {
        db_.write([&](db::Transaction& tx) { settle(tx, job, outcome); });
    } catch (const std::exception& error) {
        // Nobody renews it any longer: when the lease is over it is run again.
        log::error("how a job has ended could not be written down",
                   {{"kind", job.kind}, {"job", job.id}, {"error", error.what()}});
        release(job, true, true);
    }
}

void Queue::settle(db::Transaction& tx, const Job& job, const Result<Outcome>& outcome)
{
    using enum Outcome::Word;
    const auto now = Time::now();
    const bool failed = is_failure(outcome);
    bool counts = true;
    if (outcome) {
        switch (outcome->word) {
        case done: remove(tx, job); break;
        case again: requeue(tx, job); break;
        case delayed: put_off(tx, job, outcome->due, outcome->error.substr(0, longest_error)); break;
        case given_back:
            give_back(tx, job);
            counts = false;
            break;
        case under_way:
        case settled: throw std::logic_error("a job can only be settled with what became of it");
        }
    } else {
        const Kind* kind = nullptr;
        std::int64_t pause = 0;
        {
            const std::lock_guard lock(mutex_);
            kind = &share_of(job).kind;
            pause = pause_after(kind->retry, job.attempts);
        }
        const auto words = outcome.error().message.substr(0, longest_error);
        const auto most = kind->retry.most_attempts;
        const bool over = outcome.error().code == Errc::unprocessable || (most > 0 && job.attempts >= most);
        if (over) {
            if (give_up(tx, job, now, words) && kind->give_up) kind->give_up(tx, job);
        } else {
            put_off(tx, job, Time{now.seconds + pause}, words);
        }
        tx.after_commit([job, words, over] {
            log::warn(
                over ? "a job has failed and is given up" : "a job has failed and will be tried again",
                {{"kind", job.kind}, {"job", job.id}, {"key", job.key}, {"attempts", job.attempts}, {"error", words}});
        });
    }
    tx.after_commit([this, job, failed, counts] { release(job, failed, counts); });
}

// Its place is free.
void Queue::release(const Job& job, bool failed, bool counts)
{
    const std::lock_guard lock(mutex_);
    const auto found = taken_.find(job.id);
    // It was settled before, or its lease was over and it was taken once more.
    if (found == taken_.end() || found->second.leases != job.leases) return;
    taken_.erase(found);
    auto& share = share_of(job);
    --share.taken;
    if (counts) ++(failed ? share.failed : share.done);
    // Its owner may have another one that was not to be taken beside it.
    if (wants_more() || share.kind.of_one_owner > 0) {
        woken_ = true;
        changed_.notify_one();
    }
}

// With the lock held.
bool Queue::wants_more() const
{
    return std::ranges::any_of(shares_, [&](const Share& share) {
        const auto lane = static_cast<std::size_t>(share.kind.lane);
        const std::size_t threads = lane == 0 ? options_.here : options_.elsewhere;
        return share.may_have_more && share.taken < share.kind.concurrency
            && (share.kind.hands_over || busy_[lane] < threads);
    });
}

// With the lock held.
Queue::Share& Queue::share_of(const Job& job)
{
    const auto found = std::ranges::find(shares_, job.kind, [](const Share& share) { return share.kind.name; });
    if (found == shares_.end()) throw std::logic_error("no such kind of job: " + job.kind);
    return *found;
}

// With the lock held.
std::int64_t Queue::pause_after(const Retry& retry, std::int64_t attempts)
{
    const auto doublings = std::clamp<std::int64_t>(attempts - 1, 0, 20);
    const auto pause = std::min(retry.longest_pause, retry.first_pause << doublings);
    return pause - pause / 4 + std::uniform_int_distribution<std::int64_t>(0, pause / 2)(random_);
}

void Queue::renew_leases()
{
    std::vector<Job> held;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, job] : taken_) held.push_back(job);
    }
    if (held.empty()) return;
    const Time until{Time::now().seconds + options_.lease.count()};
    db_.write([&](db::Transaction& tx) {
        for (const auto& job : held) renew(tx, job, until);
    });
}

// With the lock held.
void Queue::join_ended(Lock&)
{
    for (const auto id : std::exchange(ended_, {})) {
        const auto found = std::ranges::find(workers_, id, [](const std::thread& thread) { return thread.get_id(); });
        if (found == workers_.end()) continue;
        found->join(); // it has let go of the lock as its last act
        workers_.erase(found);
    }
}

std::vector<Queue::Figures> Queue::figures() const
{
    const std::lock_guard lock(mutex_);
    std::vector<Figures> all;
    for (const auto& share : shares_)
        all.push_back({.kind = share.kind.name,
                       .running = share.taken,
                       .done = share.done,
                       .failed = share.failed,
                       .time = share.time});
    return all;
}

} // namespace cairn::jobs
