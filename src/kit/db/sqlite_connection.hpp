// A connection to a file of SQLite, for the use of one thread at a time.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "db/sqlite_state.hpp"
#include "db/sqlite_statement.hpp"
#include "db/statement_cache.hpp"

namespace cairn::db::sqlite {

class Connection {
public:
    enum class Role : std::uint8_t {
        reader,
        writer,
        visitor,   // of a file that is not ours: leaves nothing there
        archivist, // the same, of one that nobody writes: not even a lock is asked for
    };

    // The writer makes the file, readable for its owner alone, and the folder.
    Connection(const std::string& path, Role);
    // The last one to close leaves no write-ahead log behind.
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void fetch(Sql, Form, std::span<const Value>, const Type& container, void* into);
    std::int64_t execute(Sql, std::span<const Value> = {});
    std::optional<std::int64_t> try_execute(Sql, std::span<const Value>);
    void run_script(std::string_view);

    // A statement that was put together, run once: its rows one after another, never all of them in memory. The values
    // are good until `take` returns.
    using RowVisitor = std::function<void(std::span<const Value>)>;
    void each_row(const std::string& sql, const RowVisitor& take);

    // Ends the transaction if there is one.
    void rollback() noexcept;

    // Some errors (a full disk) end the transaction behind its owner's back.
    bool in_transaction() const;
    // Foreign keys that point nowhere and would make COMMIT fail.
    bool has_open_references() const;

    // For as long as this lives.
    CommittedState committed();

    // The write-ahead log's length after the last commit, in pages.
    int log_pages() const { return log_pages_; }
    // Moves what no reader needs any more from the log into the file, without waiting for anyone.
    void checkpoint();

private:
    struct Close {
        void operator()(sqlite3*) const;
    };

    void configure_reader();
    void configure_writer(const std::string& path);
    Statement& prepared(Sql, Form, std::size_t values);
    std::optional<std::int64_t> change(Statement&, std::span<const Value>);

    Role role_;
    std::unique_ptr<sqlite3, Close> handle_;
    StatementCache<Statement> statements_; // goes before the handle does
    int log_pages_ = 0;
};

} // namespace cairn::db::sqlite
