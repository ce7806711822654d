// What was found in one state of the database, and is worth nothing in any other.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "db/state.hpp"

namespace cairn::db {

// Safe from any thread. When there is no more room, all of it makes way.
template <class Key, class Value, class Hash = std::hash<Key>> class KeptInState {
public:
    explicit KeptInState(std::size_t most_weight) : most_weight_(most_weight) { }

    std::optional<Value> find(const Key& key, const State& state)
    {
        const std::lock_guard lock(mutex_);
        if (state_ != state) return std::nullopt;
        const auto found = values_.find(key);
        return found != values_.end() ? std::optional(found->second) : std::nullopt;
    }

    // A value that was made after this state was seen: if another had taken its place by then, nobody asks for it.
    void keep(Key key, const State& state, Value value, std::size_t weight)
    {
        Values forgotten; // they go when nobody waits
        const std::lock_guard lock(mutex_);
        if (state_ != state || weight_ + weight > most_weight_) {
            values_.swap(forgotten);
            state_ = state;
            weight_ = 0;
        }
        if (values_.insert_or_assign(std::move(key), std::move(value)).second) weight_ += weight;
    }

private:
    using Values = std::unordered_map<Key, Value, Hash>;

    const std::size_t most_weight_;
    std::mutex mutex_;
    State state_{};
    Values values_; // as they are in that state
    std::size_t weight_ = 0;
};

} // namespace cairn::db
