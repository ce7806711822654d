// The driver for PostgreSQL: reads are single statements on any connection of the pool, a write is a serializable
// transaction on one of them, a sweep one that is not. A write that has met another is committed in a group with others
// that have, and so is, for a while, what comes after it.
#include "base/blocking_guard.hpp"
#include "base/figures.hpp"
#include "db/attempts.hpp"
#include "db/commit_counter.hpp"
#include "db/engines.hpp"
#include "db/meetings.hpp"
#include "db/postgres_group.hpp"
#include "db/postgres_pool.hpp"
#include "db/write_scope.hpp"

namespace cairn::db {

namespace {

CommitCounter single_commits(R"(of="one",engine="postgres")");
Counter met("cairn_database_meetings_total", "", "Writes on PostgreSQL that met another and were tried again.");

class PostgresDatabase final : public Database {
public:
    explicit PostgresDatabase(const Options& options) : pool_(options)
    {
        if (const auto problems = pool_.take()->problems(); !problems.empty()) throw DatabaseError(problems.front());
    }

    bool reads_are_local() const override { return false; }
    std::optional<CommitState> state() const override { return std::nullopt; } // it would have to be asked for

    std::vector<std::string> check() override
    {
        try {
            return pool_.take()->problems();
        } catch (const DatabaseError& error) {
            return {error.what()};
        }
    }

private:
    using Work = std::function<bool(Transaction&)>;

    void fetch(Sql sql, Form form, std::span<const Value> values, const Type& container, void* into) override
    {
        on_a_connection([&](postgres::Connection& it) { it.fetch(sql, form, values, container, into); });
    }

    std::optional<CommitState> fetch_seen(Sql sql, std::span<const Value> values, const Type& container,
                                          void* into) override
    {
        std::optional<CommitState> seen;
        on_a_connection([&](postgres::Connection& it) { seen = it.fetch_seen(sql, values, container, into); });
        return seen;
    }

    void transact(const Work& work, Isolation isolation) override
    {
        before_blocking();
        const WriteScope scope(this);
        if (isolation == Isolation::read_committed) run_sweep(work);
        else if (meetings_.are_likely() || !try_transact(work, {}, false)) group_.transact(work);
    }

    // It meets others only where they lock the same rows in another order.
    void run_sweep(const Work& work)
    {
        Attempts attempts;
        while (!try_transact(work, {.serializable = false, .alone = attempts.take_long()}, attempts.is_last()))
            attempts.pause();
    }

    std::string_view engine() const override { return "postgres"; }

    // The end of its session is the end of the lock. It is not the pool's, which may have one connection only.
    std::shared_ptr<void> migration_lock() override
    {
        auto session = std::make_shared<postgres::Connection>(pool_.options());
        session->run_script("SELECT pg_advisory_lock(427025920622)");
        return session;
    }

    using Reading = std::function<void(postgres::Connection&)>;
    void on_a_connection(const Reading& read)
    {
        before_blocking();
        if (!try_read(read, false)) try_read(read, true);
    }
    bool try_read(const Reading&, bool last);
    bool try_transact(const Work&, postgres::Manner, bool last);

    postgres::Pool pool_;
    Meetings meetings_;
    postgres::GroupWriter group_{pool_, *this};
};

// False when the connection was lost, which a server that was restarted explains.
bool PostgresDatabase::try_read(const Reading& read, bool last)
{
    const auto connection = pool_.take();
    try {
        read(*connection);
        return true;
    } catch (const DatabaseError&) {
        if (last || !connection->is_lost()) throw;
        pool_.close_idle();
        return false;
    }
}

// False when it certainly has not happened and may be tried again.
bool PostgresDatabase::try_transact(const Work& work, postgres::Manner manner, bool last)
{
    const auto connection = pool_.take();
    bool committing = false;
    try {
        connection->begin(manner);
        postgres::OpenTransaction transaction(*connection);
        const bool keep = work(transaction);
        if (connection->wants_retry()) throw Unavailable("PostgreSQL: the transaction met another");
        if (keep) {
            committing = true;
            connection->commit();
            single_commits.count();
        } else {
            connection->rollback();
        }
        return true;
    } catch (...) {
        connection->rollback();
        if (last) throw;
        if (connection->wants_retry()) {
            meetings_.note();
            met.add();
            return false;
        }
        if (committing || !connection->is_lost()) throw;
        pool_.close_idle();
        return false;
    }
}

} // namespace

std::unique_ptr<Database> open_postgres(const Options& options) { return std::make_unique<PostgresDatabase>(options); }

} // namespace cairn::db
