// A prepared statement of SQLite, and what was learned about it: where its values go and how its columns fill a row.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "db/database.hpp"
#include "db/row_map.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace cairn::db::sqlite {

// Throws what the connection says about its last error.
[[noreturn]] void throw_error(sqlite3*, std::string_view doing);

// Belongs to its connection, and is used by the thread that has that.
class Statement {
public:
    Statement(sqlite3*, Sql, Form, std::size_t values);
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    // The values must live until reset().
    void bind(std::span<const Value>);
    // True when there is a row. Throws on every error.
    bool next();
    // Runs to the end, whatever rows come. False when a UNIQUE constraint undid it; throws on every other error.
    bool finish();
    void reset();

    // How the columns fill `row`; asked for after a step, because that may prepare anew when the schema has changed.
    const RowMap& map(const Type& row);
    void read(const RowMap&, void* row) const;
    // Every column as it is, good until the next step.
    void read_all(std::vector<Value>& row) const;
    bool only_reads() const;

    const std::string source; // as the caller wrote it

private:
    struct Finalize {
        void operator()(sqlite3_stmt*) const;
    };

    sqlite3* connection_;
    std::unique_ptr<sqlite3_stmt, Finalize> handle_;
    std::size_t values_;
    std::vector<std::size_t> value_of_parameter_; // SQLite numbers parameters as they come: $2 may be its first
    RowMaps maps_;
    int prepared_anew_ = 0; // how often, when maps_ were made
};

} // namespace cairn::db::sqlite
