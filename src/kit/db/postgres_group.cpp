#include "db/postgres_group.hpp"

#include "db/attempts.hpp"
#include "db/commit_counter.hpp"
#include "db/write_scope.hpp"

namespace cairn::db::postgres {

namespace {

CommitCounter group_commits(R"(of="group",engine="postgres")");

} // namespace

GroupWriter::GroupWriter(Pool& pool, const Database& database) : pool_(pool), database_(database)
{
    thread_ = std::thread(&GroupWriter::serve, this);
}

GroupWriter::~GroupWriter()
{
    queue_.stop();
    thread_.join();
}

void GroupWriter::serve()
{
    const WriteScope scope(&database_);
    Group group;
    while (queue_.wait()) {
        while (group.size() < most_works && queue_.take(group)) continue;
        run(group);
        queue_.finish(group);
    }
}

void GroupWriter::run(const Group& group)
{
    Attempts attempts;
    Manner manner;
    for (;;) {
        switch (try_group(group, manner, attempts.is_last())) {
        case Outcome::finished: return;
        case Outcome::would_not_commit: return run_one_by_one(group);
        case Outcome::again: break;
        }
        attempts.pause();
        manner.alone = attempts.take_long();
    }
}

// One of them has left something that a check at the end of the transaction refuses.
void GroupWriter::run_one_by_one(const Group& group)
{
    for (auto* job : group) run({job});
}

GroupWriter::Outcome GroupWriter::try_group(const Group& group, Manner manner, bool is_last)
{
    for (auto* job : group) job->error = nullptr;
    try {
        const auto connection = pool_.take();
        bool committing = false;
        try {
            connection->begin(manner);
            run_jobs(*connection, group);
            committing = true;
            connection->commit();
            ++commits_;
            group_commits.count();
            return Outcome::finished;
        } catch (...) {
            connection->rollback();
            if (is_last) throw;
            if (connection->wants_retry()) return Outcome::again;
            if (connection->is_lost()) pool_.close_idle();
            if (connection->is_lost() && !committing) return Outcome::again;
            if (!connection->is_lost() && group.size() > 1) return Outcome::would_not_commit;
            throw;
        }
    } catch (...) {
        fail_group(group, std::current_exception());
        return Outcome::finished;
    }
}

void GroupWriter::run_jobs(Connection& connection, const Group& group)
{
    for (std::size_t i = 0; i < group.size(); ++i) {
        if (i > 0) connection.run_with_next("RELEASE job");
        connection.run_with_next("SAVEPOINT job");
        run_job(connection, *group[i]);
    }
}

void GroupWriter::run_job(Connection& connection, WriteQueue::Job& job)
{
    bool keep = false;
    try {
        OpenTransaction transaction(connection);
        keep = job.work(transaction);
        if (keep && connection.has_failed())
            throw DatabaseError("PostgreSQL: an earlier statement failed, so the transaction was rolled back");
    } catch (...) {
        job.error = std::current_exception();
        keep = false;
    }
    // Whatever the work has made of it, this ends the whole transaction.
    if (connection.wants_retry() || connection.is_lost()) throw Unavailable("PostgreSQL: the transaction met another");
    if (!keep) connection.run_script("ROLLBACK TO job");
}

} // namespace cairn::db::postgres
