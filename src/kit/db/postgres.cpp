// The driver for PostgreSQL: reads are single statements on any connection of the pool, a write is a serializable
// transaction that is tried again when the server says that it met another, a sweep one that is not.
#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "base/blocking_guard.hpp"
#include "db/engines.hpp"
#include "db/postgres_pool.hpp"

namespace cairn::db {

namespace {

constexpr int most_attempts = 50;
// A write that has met others for so long is tried alone, or a long one would never get through many short ones.
constexpr std::chrono::milliseconds among_others{500};

// Which databases the calling thread is writing to: a write inside of a write could wait for its own locks.
class WriteScope {
public:
    explicit WriteScope(const Database* database) : database_(database), outer_(innermost)
    {
        for (const WriteScope* scope = outer_; scope; scope = scope->outer_)
            if (scope->database_ == database) throw std::logic_error("a write inside of a write would wait for itself");
        innermost = this;
    }
    ~WriteScope() { innermost = outer_; }
    WriteScope(const WriteScope&) = delete;
    WriteScope& operator=(const WriteScope&) = delete;

private:
    const Database* database_;
    const WriteScope* outer_;
    static thread_local const WriteScope* innermost;
};
thread_local const WriteScope* WriteScope::innermost = nullptr;

// Those who met must not meet again at the same moment.
void back_off(int attempt)
{
    thread_local std::minstd_rand random(std::random_device{}());
    const int most = std::min(1000 << std::min(attempt, 7), 100'000);
    std::this_thread::sleep_for(std::chrono::microseconds(std::uniform_int_distribution(0, most)(random)));
}

class OpenTransaction final : public Transaction {
public:
    explicit OpenTransaction(postgres::Connection& connection) : connection_(connection) { }

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

    postgres::Connection& connection_;
};

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
        const auto since = std::chrono::steady_clock::now();
        const auto is_late = [&] { return std::chrono::steady_clock::now() - since > among_others; };
        postgres::Manner manner{.serializable = isolation == Isolation::serializable};
        for (int attempt = 1; !try_transact(work, manner, attempt == most_attempts); ++attempt) {
            back_off(attempt);
            manner.alone = is_late();
        }
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
        OpenTransaction transaction(*connection);
        const bool keep = work(transaction);
        if (connection->wants_retry()) throw Unavailable("PostgreSQL: the transaction met another");
        if (keep) {
            committing = true;
            connection->commit();
        } else {
            connection->rollback();
        }
        return true;
    } catch (...) {
        connection->rollback();
        if (last) throw;
        if (connection->wants_retry()) return false;
        if (committing || !connection->is_lost()) throw;
        pool_.close_idle();
        return false;
    }
}

} // namespace

std::unique_ptr<Database> open_postgres(const Options& options) { return std::make_unique<PostgresDatabase>(options); }

} // namespace cairn::db
