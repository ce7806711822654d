// The one thread of this process that writes to PostgreSQL for those whose transactions have met others.
//
// Where many write to one row (the counter of a repository's issues, say), each would hold it through a flush of its
// own, and those who wait for it would then have to begin anew. Here they are committed together, as on SQLite: each
// work in a savepoint of one transaction, which an error undoes without touching the others. What comes while a
// transaction is open waits for the next one: this one does not see what was committed since it began.
#pragma once

#include <atomic>
#include <thread>

#include "db/postgres_pool.hpp"
#include "db/write_queue.hpp"

namespace cairn::db::postgres {

// Sees the changes of a transaction that is open on the connection.
class OpenTransaction final : public Transaction {
public:
    explicit OpenTransaction(Connection& connection) : connection_(connection) { }

private:
    void fetch(Sql sql, Form form, std::span<const Value> values, const Type& container, void* into) override
    {
        connection_.fetch(sql, form, values, container, into);
    }
    std::int64_t execute(Sql sql, std::span<const Value> values) override { return connection_.execute(sql, values); }
    std::optional<std::int64_t> try_execute(Sql sql, std::span<const Value> values) override
    {
        return connection_.try_execute(sql, values);
    }
    void run_script(std::string_view script) override { connection_.run_script(script); }

    Connection& connection_;
};

class GroupWriter {
public:
    using Work = WriteQueue::Work;

    // In a group. The server remembers 64 savepoints of a transaction at no cost, and a work may make some of its own.
    static constexpr std::size_t most_works = 32;

    // Both outlive it.
    GroupWriter(Pool&, const Database&);
    ~GroupWriter();
    GroupWriter(const GroupWriter&) = delete;
    GroupWriter& operator=(const GroupWriter&) = delete;

    // Returns when the work is on disk, or was undone because it returned false; throws what it or the commit threw.
    // What meets transactions of others is tried again, together with what is to be committed with it.
    void transact(const Work& work) { queue_.run(work); }

    // How many commits there were, and who waits.
    std::uint64_t commits() const { return commits_; }
    std::size_t waiting() const { return queue_.waiting(); }

private:
    using Group = WriteQueue::Group;
    enum class Outcome : std::uint8_t { finished, again, would_not_commit };

    void serve();
    void run(const Group&);
    void run_one_by_one(const Group&);
    Outcome try_group(const Group&, Manner, bool is_last);
    static void run_jobs(Connection&, const Group&);
    static void run_job(Connection&, WriteQueue::Job&);

    Pool& pool_;
    const Database& database_;
    std::atomic<std::uint64_t> commits_ = 0;
    WriteQueue queue_;
    std::thread thread_; // last, so that it starts when all else is there
};

} // namespace cairn::db::postgres
