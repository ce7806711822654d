// The first of the two kinds of cache: what was read while the database was in one commit state. Any commit at all, by
// whatever process, makes all of it worth nothing, so there is nobody who could forget to say what has changed.
//
// Promises: find() gives only what keep() was given for the same key and the very same state. The weights of all that
// is held (bytes, as the caller tells them) stay below the bound; when there is no more room, all of it makes way.
// Ownership: values are copied in and out; one that is big is a shared pointer to something constant.
// Threads: any may call anything.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "db/commit_state.hpp"

namespace cairn::cache {

template <class Key, class Value> class ByState {
public:
    explicit ByState(std::size_t most_bytes) : most_bytes_(most_bytes) { }

    // By a key, or by what Key::Hash knows as one.
    template <class Known> std::optional<Value> find(const Known& key, const db::CommitState& state)
    {
        const std::lock_guard lock(mutex_);
        if (state_ != state) return std::nullopt;
        const auto found = values_.find(key);
        return found != values_.end() ? std::optional(found->second) : std::nullopt;
    }

    // A value of which nothing was read before this state was seen. If another state had taken its place by then, the
    // value is newer than its state, which nobody asks for any more.
    void keep(Key key, const db::CommitState& state, Value value, std::size_t bytes)
    {
        Values forgotten; // they go when nobody waits
        const std::lock_guard lock(mutex_);
        if (bytes > most_bytes_) return;
        if (state_ != state || bytes_ + bytes > most_bytes_) {
            values_.swap(forgotten);
            state_ = state;
            bytes_ = 0;
        }
        if (values_.insert_or_assign(std::move(key), std::move(value)).second) bytes_ += bytes;
    }

private:
    using Values = std::unordered_map<Key, Value, typename Key::Hash, std::equal_to<>>;

    const std::size_t most_bytes_;
    std::mutex mutex_;
    db::CommitState state_{};
    Values values_; // as they are in that state
    std::size_t bytes_ = 0;
};

} // namespace cairn::cache
