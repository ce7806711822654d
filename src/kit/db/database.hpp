// SQL on SQLite or PostgreSQL, in the dialect that both share: $1 placeholders, RETURNING, ON CONFLICT, TRUE and FALSE.
//
// Absence is an empty optional, a violated UNIQUE is a value where the caller asks for it (try_run, or ON CONFLICT DO
// NOTHING RETURNING * and first), everything else that goes wrong (SQL that does not parse, a lost connection, a full
// disk) throws.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/page.hpp"
#include "base/result.hpp"
#include "db/attachments.hpp"
#include "db/commit_state.hpp"
#include "db/signal.hpp"

namespace cairn::db {

// Text of a statement. A literal is known by its address, so that finding its prepared form costs no look at the text;
// composed text is known by its content and must come from a small set (the columns of a sort, say), never from input.
class Sql {
public:
    template <std::size_t N>
    consteval Sql(const char (&literal)[N]) : text_(literal, N - 1) // NOLINT(google-explicit-constructor)
    {
    }
    static Sql composed(std::string_view text)
    {
        Sql sql("");
        sql.text_ = text;
        sql.literal_ = false;
        return sql;
    }
    std::string_view text() const { return text_; }
    bool literal() const { return literal_; }

private:
    std::string_view text_;
    bool literal_ = true;
};

using Value = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string_view>;

inline Value value(std::nullptr_t) { return nullptr; }
inline Value value(bool v) { return v; }
inline Value value(std::int64_t v) { return v; }
inline Value value(int v) { return std::int64_t{v}; }
inline Value value(double v) { return v; }
inline Value value(std::string_view v) { return v; }
inline Value value(const std::string& v) { return std::string_view(v); }
inline Value value(const char* v) { return std::string_view(v); }
inline Value value(Time v) { return v.seconds; }
inline Value value(const Json& v) { return std::string_view(v.text); }
template <class E>
    requires std::is_enum_v<E>
Value value(E v)
{
    return word_of(v);
}
template <class T> Value value(const std::optional<T>& v) { return v ? value(*v) : Value(nullptr); }

struct DatabaseError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// What a new or changed row refers to is not there: since it was looked for, somebody has deleted it.
struct ReferenceGone : DatabaseError {
    using DatabaseError::DatabaseError;
};

// There is no room for what was to be written; nothing of it was.
struct StorageFull : DatabaseError {
    using DatabaseError::DatabaseError;
};

// The engine is away, or has met others more often than it is asked again: later it may well work.
struct Unavailable : DatabaseError {
    using DatabaseError::DatabaseError;
};

class Composition; // db/composition.hpp

// What a driver makes of the caller's text: the statement itself, one of the two that a page needs, or the statement
// with a last column for the state that PostgreSQL has seen it in.
enum class Form : std::uint8_t { plain, page, count, seen };

// What can be asked of a connection. A row is a described struct, whose members are filled from the columns of their
// names (one without a column throws, NULL leaves its default), or a plain value for statements of one column.
class Queries {
public:
    virtual ~Queries() = default;

    // Where only what is committed is read, what is attached to the database. Null in a transaction, whose changes may
    // yet be undone: nothing that was read there is good for a cache.
    virtual Attachments* attachments() { return nullptr; }

    template <class Row, class... A> std::vector<Row> all(Sql sql, const A&... args)
    {
        std::vector<Row> rows;
        fetch(sql, Form::plain, std::array<Value, sizeof...(A)>{db::value(args)...}, type_of<std::vector<Row>>(),
              &rows);
        return rows;
    }
    template <class Row, class... A> std::optional<Row> first(Sql sql, const A&... args)
    {
        std::optional<Row> row;
        fetch(sql, Form::plain, std::array<Value, sizeof...(A)>{db::value(args)...}, type_of<std::optional<Row>>(),
              &row);
        return row;
    }
    // For a statement that cannot but return its row (INSERT ... RETURNING *, SELECT count(*)).
    template <class Row, class... A> Row one(Sql sql, const A&... args)
    {
        auto row = first<Row>(sql, args...);
        if (!row) throw DatabaseError("no row from: " + std::string(sql.text()));
        return std::move(*row);
    }
    // The one column of the one row.
    template <class T, class... A> T scalar(Sql sql, const A&... args) { return one<T>(sql, args...); }

    // One page of `sql` (which has an ORDER BY and no LIMIT) and how many rows there are in all.
    template <class Row, class... A> Page<Row> page(const Paging& paging, Sql sql, const A&... args)
    {
        Page<Row> page;
        fetch_page(paging, sql, std::array<Value, sizeof...(A)>{db::value(args)...}, type_of<std::vector<Row>>(),
                   &page.items, page.total);
        return page;
    }

    // The same for a statement that was composed.
    template <class Row> std::vector<Row> all(const Composition& query)
    {
        std::vector<Row> rows;
        fetch(query, type_of<std::vector<Row>>(), &rows);
        return rows;
    }
    template <class Row> std::optional<Row> first(const Composition& query)
    {
        std::optional<Row> row;
        fetch(query, type_of<std::optional<Row>>(), &row);
        return row;
    }
    template <class Row> Page<Row> page(const Paging& paging, const Composition& query)
    {
        Page<Row> page;
        fetch_page(paging, query, type_of<std::vector<Row>>(), &page.items, page.total);
        return page;
    }

protected:
    // Appends every row to `container` (a list), or the first row (an optional).
    virtual void fetch(Sql, Form, std::span<const Value>, const Type& container, void* into) = 0;

private:
    void fetch(const Composition&, const Type& container, void* into);
    void fetch_page(const Paging&, const Composition&, const Type& list, void* into, std::int64_t& total);
    void fetch_page(const Paging&, Sql, std::span<const Value>, const Type& list, void* into, std::int64_t& total);
};

class Database;

// A transaction under way. Its queries see its own changes.
class Transaction : public Queries {
public:
    // `then` is called once what was written is committed and on disk, on the thread that has called Database::write
    // and before that returns; never when it is undone, and for the attempt that was kept alone. By then others see
    // the changes. It may write to the database; what it throws is logged and stops nobody.
    void after_commit(std::function<void()> then) { after_commit_.push_back(std::move(then)); }

    // Raises the database's signal of jobs after the commit, however often it is asked to.
    void raise_jobs_after_commit() { raises_jobs_ = true; }

    // Rows changed.
    template <class... A> std::int64_t run(Sql sql, const A&... args)
    {
        return execute(sql, std::array<Value, sizeof...(A)>{db::value(args)...});
    }
    std::int64_t run(const Composition&);
    // Rows changed; Errc::conflict when a UNIQUE constraint says no, and the transaction goes on as if not tried.
    template <class... A> Result<std::int64_t> try_run(Sql sql, const A&... args)
    {
        auto changed = try_execute(sql, std::array<Value, sizeof...(A)>{db::value(args)...});
        if (!changed) return fail(Errc::conflict, "it exists already");
        return *changed;
    }

protected:
    virtual std::int64_t execute(Sql, std::span<const Value>) = 0;
    // Nothing: a UNIQUE constraint was violated and the statement undone.
    virtual std::optional<std::int64_t> try_execute(Sql, std::span<const Value>) = 0;

    // For the migrations alone: any statements, separated by semicolons.
    friend class Migrator;
    virtual void run_script(std::string_view script) = 0;

private:
    friend class Database;
    std::vector<std::function<void()>> after_commit_;
    bool raises_jobs_ = false;
};

// A database. Its own queries read what is committed, each on a connection of the calling thread's or the pool's.
class Database : public Queries {
public:
    // Runs `work` in a transaction and returns what it returns; committed, and on disk, if that is a value, rolled back
    // if it is an error or an exception. On PostgreSQL `work` may run again after a serialization failure; on SQLite it
    // runs on the writer's thread. So: it must not wait for anything, and its effects must be in the transaction alone.
    // A write inside of `work` would wait for itself and is a std::logic_error.
    template <class F> auto write(F&& work) -> std::invoke_result_t<F&, Transaction&>
    {
        using R = std::invoke_result_t<F&, Transaction&>;
        if constexpr (std::is_void_v<R>) {
            commit([&](Transaction& tx) { return work(tx), true; });
        } else {
            std::optional<R> result;
            commit([&](Transaction& tx) {
                result.emplace(work(tx));
                if constexpr (requires {
                                  result->has_value();
                                  result->error();
                              })
                    return result->has_value();
                else return true;
            });
            return std::move(*result);
        }
    }

    // Runs one statement, committed when this returns, and returns how many rows it has changed. It sees what others
    // commit meanwhile and does not make them try again, as a write on PostgreSQL may: for taking away much, step by
    // step, of what nobody reaches any more.
    template <class... A> std::int64_t sweep(Sql sql, const A&... args)
    {
        std::int64_t changed = 0;
        commit([&](Transaction& tx) { return changed = tx.run(sql, args...), true; }, Isolation::read_committed);
        return changed;
    }

    // As first(); `seen` is told the state that the row was read in, where state() tells none.
    template <class Row, class... A>
    std::optional<Row> first_seen(std::optional<CommitState>& seen, Sql sql, const A&... args)
    {
        std::optional<Row> row;
        seen =
            fetch_seen(sql, std::array<Value, sizeof...(A)>{db::value(args)...}, type_of<std::optional<Row>>(), &row);
        return row;
    }

    // Raised when this process has committed a job (jobs/queue.hpp), so that nobody has to look for it.
    Signal& jobs_written() { return jobs_written_; }

    // The state of now; nothing where one can only be learned with a row, or while a commit is being made known.
    virtual std::optional<CommitState> state() const = 0;
    // The same, even where the engine has to be asked for it.
    std::optional<CommitState> ask_state();

    Attachments* attachments() final { return &attachments_; }

    // True when a read waits for nothing but memory and the local disk, so that short ones may run on a network thread.
    virtual bool reads_are_local() const = 0;

    // For `doctor`: what is wrong with the database, nothing when all is well.
    virtual std::vector<std::string> check() = 0;

protected:
    // Like fetch(), and in which state it was, where the engine tells that with the rows.
    virtual std::optional<CommitState> fetch_seen(Sql, std::span<const Value>, const Type& container, void* into) = 0;

    enum class Isolation : std::uint8_t { serializable, read_committed };
    // Commits if `work` returns true. SQLite has one writer, whose transactions are serializable in any case.
    virtual void transact(const std::function<bool(Transaction&)>& work, Isolation) = 0;

    friend class Migrator;
    virtual std::string_view engine() const = 0; // "sqlite" or "postgres"
    // Held by the one process that migrates, where a transaction by itself does not keep others out.
    virtual std::shared_ptr<void> migration_lock() = 0;

private:
    // transact(), and then what was to follow the commit.
    void commit(const std::function<bool(Transaction&)>& work, Isolation = Isolation::serializable);

    Signal jobs_written_;
    Attachments attachments_;
};

struct Options {
    enum class Engine : std::uint8_t { sqlite, postgres };
    Engine engine = Engine::sqlite;
    std::string path; // SQLite
    std::string host; // PostgreSQL: "name:port", or a folder with the server's socket
    std::string name;
    std::string user;
    std::string password;
    std::string ssl_mode = "disable";
    std::string schema;
    unsigned connections = 16; // PostgreSQL: the pool's size
};

// Opens the database; with SQLite the file and its folder are made. Throws DatabaseError with words for the operator.
std::unique_ptr<Database> open(const Options&);

// Brings the schema to this program's version. Each step runs once, in a transaction, under a lock that lets only one
// process migrate. Throws DatabaseError when the database is newer than the program.
void migrate(Database&);

// How many steps migrate() would run; throws as it would.
std::size_t pending_migrations(Database&);

} // namespace cairn::db
