// What a driver asks before it asks its engine: rows that are known from before (kit/cache/result_cache.hpp).
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "db/database.hpp"

namespace cairn::db {

// A read of what is committed.
struct Question {
    Sql sql;
    Form form;
    std::span<const Value> values;
    const Type& container; // a list or an optional of a row's type
};

// Threads: any may call.
class Results {
public:
    virtual ~Results() = default;

    // Fills `into`, which is empty, with rows that are known, or by `read`.
    virtual void fetch(const Database&, const Question&, void* into, const std::function<void()>& read) = 0;
};

// Attached to a database, and filled before anybody else reads it, if at all.
struct ResultsPlace {
    std::unique_ptr<Results> results;
};

} // namespace cairn::db
