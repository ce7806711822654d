// Rows that were read before, for looks that are made over and over: whose token is this, what was that application
// given. Any write at all makes them worth nothing, so there is nobody who could forget to say what has changed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>

#include "db/database.hpp"
#include "db/kept_in_state.hpp"

namespace cairn::db {

struct Question {
    const char* sql; // a literal is known by its address
    const Type* row;
    std::variant<std::int64_t, std::string> value{}; // that it asks by

    bool operator==(const Question&) const = default;

    struct Hash {
        std::size_t operator()(const Question& question) const
        {
            return std::hash<const char*>()(question.sql) * 31 + std::hash<decltype(value)>()(question.value);
        }
    };
};

using Recollection = KeptInState<Question, std::shared_ptr<const void>, Question::Hash>;

} // namespace cairn::db
