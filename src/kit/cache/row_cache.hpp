// The row cache: rows that were read in this commit state, for looks that are made over and over: whose token is this,
// what was that application given.
//
// Promises: row() gives what Database::first() would have given at some moment since it was called, or earlier if
// nothing was committed since. Only what was found is kept.
// Ownership: the cache belongs to the database; a row is shared with whoever holds it.
// Threads: any may call.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>

#include "db/database.hpp"

namespace cairn::cache {

struct RowKey {
    const char* sql; // a literal is known by its address
    const Type* row;
    std::variant<std::int64_t, std::string> value{}; // that it is found by

    bool operator==(const RowKey&) const = default;

    struct Hash {
        std::size_t operator()(const RowKey& key) const
        {
            return std::hash<const char*>()(key.sql) * 31 + std::hash<decltype(value)>()(key.value);
        }
    };
};

namespace detail {

struct RowReader {
    const Type& row;
    std::size_t size; // of its struct
    std::function<std::shared_ptr<const void>()> read;
};
std::shared_ptr<const void> row(db::Database&, db::Sql, const db::Value&, const RowReader&);

} // namespace detail

// The first row of a literal statement with one value; null: there is none. `seen` is told the state that the row was
// read in, where Database::state() tells none.
template <class Row, class A>
std::shared_ptr<const Row> row(db::Database& db, db::Sql sql, const A& value,
                               std::optional<db::CommitState>* seen = nullptr)
{
    const auto read = [&]() -> std::shared_ptr<const void> {
        std::optional<db::CommitState> state;
        auto found = db.first_seen<Row>(state, sql, value);
        if (seen != nullptr) *seen = state;
        return found ? std::make_shared<const Row>(std::move(*found)) : nullptr;
    };
    return std::static_pointer_cast<const Row>(
        detail::row(db, sql, db::value(value), {type_of<Row>(), sizeof(Row), std::ref(read)}));
}

} // namespace cairn::cache
