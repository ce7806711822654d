// Rows that were read before, for looks that are made over and over: whose token is this, what was that application
// given. Any write at all makes them worth nothing, so there is nobody who could forget to say what has changed.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "db/database.hpp"

namespace cairn::db {

// Safe from any thread.
class Recollection {
public:
    struct Question {
        const char* sql; // a literal is known by its address
        const Type* row;
        std::int64_t number = 0; // the value that it asks by: one or the other
        std::string text;

        bool operator==(const Question&) const = default;
    };

    // Nothing where it is not known what the answer is in this state.
    std::shared_ptr<const void> find(const Question&, const State&);
    void keep(Question, const State&, std::shared_ptr<const void> row);

private:
    struct Hash {
        std::size_t operator()(const Question&) const;
    };

    std::mutex mutex_;
    State state_{};
    std::unordered_map<Question, std::shared_ptr<const void>, Hash> rows_; // as they are in that state
};

} // namespace cairn::db
