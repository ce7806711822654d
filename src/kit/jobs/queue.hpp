// The queue of jobs: takes them from the table (job.hpp) when they are due and runs them, on one pool of threads that
// is shared fairly by the kinds of job, and within a kind by the owners.
//
// What this process has committed is begun at once: the commit wakes the queue. A row of another node (PostgreSQL) is
// looked for once in a second, for its own node is as quick with it as we are; NOTIFY would take a lock of the whole
// server in every commit that writes a job. A queue with nothing to do makes that one look, and threads that have had
// nothing to do for a while end.
//
// What runs is leased, and the lease is renewed for as long as it runs: a node that dies leaves what it had to others,
// or to its own next start.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <random>
#include <thread>

#include "jobs/job.hpp"

namespace cairn::db {
class Database;
} // namespace cairn::db

namespace cairn::jobs {

struct Wish;

// There is one for a process. add() and start() are for the thread that has made it; the rest is for any thread.
class Queue {
public:
    struct Options {
        // Threads for what is done on this machine: more than all kinds together that may be at it for long.
        unsigned here = 24;
        unsigned elsewhere = 24; // and for what waits for others
        // So long a dead node's jobs wait for another one.
        std::chrono::seconds lease{10};
        std::chrono::milliseconds look_again{1000};
        std::chrono::milliseconds longest_idle{30'000}; // of a thread
    };

    explicit Queue(db::Database& db) : Queue(db, Options()) { }
    Queue(db::Database&, Options);
    ~Queue(); // stop()
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

    // Before start(). A kind that is not added here waits for a node, or a start, where it is.
    void add(Kind);

    // Until then nothing runs. On SQLite, which has one server, what a killed one has left running begins anew at once.
    void start();

    // Asks those that run to leave their jobs for the next start; returns at once.
    void request_stop();
    // The same, and waits for them. What was handed over must be settled by those who have it.
    void stop();
    // Also for whoever does a job's work on a thread of his own.
    std::stop_token stopping() const { return stopping_.get_token(); }

    // Writes down what became of a job, in a transaction of the caller's: of a handler that wants its work and the
    // job's end to be one (it returns Outcome::settled), or of somebody it was handed to. Once the transaction is
    // committed the job's place is free; one that was undone has to be settled again.
    void settle(db::Transaction&, const Job&, const Result<Outcome>&);

    // Since the start, of this process.
    struct Figures {
        std::string kind;
        std::uint64_t running = 0;
        std::uint64_t done = 0;
        std::uint64_t failed = 0;        // attempts
        std::chrono::nanoseconds time{}; // of its handler
    };
    std::vector<Figures> figures() const;

private:
    struct Share {
        Kind kind;
        std::size_t taken = 0;     // that are not settled yet
        bool may_have_more = true; // than was taken when there last was room
        std::uint64_t done = 0;
        std::uint64_t failed = 0;
        std::chrono::nanoseconds time{};
    };
    using Lock = std::unique_lock<std::mutex>;

    void dispatch();
    void take_some();
    std::vector<Wish> wishes() const;
    std::array<std::int64_t, 2> free_threads() const; // by lane
    bool wants_more() const;
    std::chrono::milliseconds look();
    void renew_leases();
    void hand_out(std::vector<Job>);
    void work();
    void run(const Job&, const Share&);
    void conclude(const Job&, const Result<Outcome>&);
    void release(const Job&, bool failed, bool counts);
    std::int64_t pause_after(const Retry&, std::int64_t attempts);
    Share& share_of(const Job&);
    void wake();
    void join_ended(Lock&);

    db::Database& db_;
    const Options options_;
    std::stop_source stopping_;

    mutable std::mutex mutex_;
    std::condition_variable changed_; // for the dispatcher
    std::condition_variable offered_; // for those who work
    std::list<Share> shares_;
    std::map<std::int64_t, Job> taken_; // by id: what is leased
    std::deque<Job> waiting_;           // taken, and not begun
    bool woken_ = false;
    std::size_t busy_[2] = {0, 0}; // threads at work or promised, by lane
    std::size_t idle_ = 0;         // threads
    std::minstd_rand random_;
    std::list<std::thread> workers_;
    std::vector<std::thread::id> ended_;
    std::thread dispatcher_;
};

} // namespace cairn::jobs
