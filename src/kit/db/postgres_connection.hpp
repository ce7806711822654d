// A connection to PostgreSQL, for the use of one thread at a time.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/row_map.hpp"
#include "db/statement_cache.hpp"

struct pg_conn;
struct pg_result;

namespace cairn::db::postgres {

// "name:port", "[::1]:port", "name", "/folder" or "/folder:port"; the port is empty where none is given.
struct Address {
    std::string host;
    std::string port;
};
Address parse_address(const std::string& host);

// Of a transaction. One that is not serializable is read committed.
struct Manner {
    bool serializable = true;
    bool alone = false; // it waits for all others, of every node, and they for its end
};

class Connection {
public:
    // Throws DatabaseError with words for the operator. The session reads only, except in begin().
    explicit Connection(const Options&);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void fetch(Sql, Form, std::span<const Value>, const Type& container, void* into);
    // The statement's rows, and the state in which the server has seen it; nothing where there are no rows, or where
    // the server tells none.
    std::optional<CommitState> fetch_seen(Sql, std::span<const Value>, const Type& container, void* into);
    std::int64_t execute(Sql, std::span<const Value>);
    // In a transaction only: undoes the statement if a UNIQUE constraint says no.
    std::optional<std::int64_t> try_execute(Sql, std::span<const Value>);
    void run_script(std::string_view);
    // The same, on the way to the server together with the statement that comes next. One that nothing follows before
    // the end of the transaction is not run.
    void run_with_next(const char* text) { ahead_.push_back(text); }

    // COPY ... TO STDOUT: a row after another, as it comes.
    void copy_out(const std::string& statement, const std::function<void(std::string_view line)>& take);
    // COPY ... FROM STDIN: whole lines in between.
    void begin_copy_in(const std::string& statement);
    void copy_in(std::string_view lines);
    void end_copy_in();

    // Readable when there may be notifications.
    int socket() const;
    // What other sessions have notified those of who listen, as this one does. Throws when the connection is lost.
    std::vector<std::string> notifications();

    // A transaction; commit() throws when the server has rolled it back instead.
    void begin(Manner);
    void commit();
    void rollback() noexcept;

    // The server asked for another try of the transaction, whatever became of the exception that said so.
    bool wants_retry() const { return wants_retry_; }
    // A statement has failed, and nothing but an undoing is taken any more.
    bool has_failed() const;
    // Nothing was lost and no transaction is open: the next one may use it.
    bool is_usable() const;
    // The connection is gone, or holds a statement that a change of the schema made useless.
    bool is_lost() const;

    // What makes the server unfit for us.
    std::vector<std::string> problems();

private:
    struct Finish {
        void operator()(pg_conn*) const;
    };
    struct Clear {
        void operator()(pg_result*) const;
    };
    using Answer = std::unique_ptr<pg_result, Clear>;
    struct Statement;

    void learn_start();
    void let_others_write() noexcept;
    Statement& prepared(Sql, Form, std::size_t values);
    Answer ask(const Statement&, Sql, std::span<const Value>);
    static void read(Statement&, Sql, const Answer&, int columns, const Type& container, void* into);
    Answer send(const Statement&, std::span<const Value>);
    Answer send_with_ahead(const Statement&, std::span<const Value>);
    Answer next_answer();
    Answer run(const char* text);
    void finish_copy(std::string_view statement);
    [[noreturn]] void throw_error(const Answer&, std::string_view doing);

    static bool succeeded(const Answer&);
    static std::int64_t rows_changed(const Answer&);

    std::unique_ptr<pg_conn, Finish> handle_;
    StatementCache<Statement> statements_;
    std::uint64_t last_statement_ = 0;
    std::vector<const char*> ahead_;            // what the next statement takes along
    std::optional<std::uint64_t> server_start_; // in microseconds; nothing: it does not tell its state
    bool is_alone_ = false;
    bool wants_retry_ = false;
    bool is_stale_ = false;
};

} // namespace cairn::db::postgres
