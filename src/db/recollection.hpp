// Rows that were read before, for looks that are made over and over: whose token is this, what was that application
// given. Any write at all makes them worth nothing, so there is nobody who could forget to say what has changed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "db/database.hpp"
#include "db/kept_in_state.hpp"

namespace cairn::db {

struct Question {
    const char* sql; // a literal is known by its address
    const Type* row;
    std::int64_t number = 0; // the value that it asks by: one or the other
    std::string text{};

    bool operator==(const Question&) const = default;

    struct Hash {
        std::size_t operator()(const Question& question) const
        {
            return std::hash<const char*>()(question.sql) * 31 + std::hash<std::int64_t>()(question.number) * 7
                + std::hash<std::string>()(question.text);
        }
    };
};

using Recollection = KeptInState<Question, std::shared_ptr<const void>, Question::Hash>;

} // namespace cairn::db
