// The second of the two kinds of cache: what was made from rows whose versions triggers in the database keep. Whoever
// changes the rows, through whatever door, changes the versions in the same transaction.
//
// Promises: find() gives only what keep() was given for the same key and the same versions; a key has one value, that
// of the versions that were kept last. The weights of all that is held (bytes, as the caller tells them) stay below the
// bound: what nobody has asked for while half of the room was filled anew makes way.
// Ownership: values are copied in and out; one that is big is a shared pointer to something constant.
// Threads: any may call anything.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

namespace cairn::cache {

template <class Key, class Versions, class Value> class ByVersions {
public:
    explicit ByVersions(std::size_t most_bytes) : half_(most_bytes / 2) { }

    std::optional<Value> find(const Key& key, const Versions& versions)
    {
        const std::lock_guard lock(mutex_);
        if (const auto entry = young_.find(key); entry != young_.end())
            return entry->second.versions == versions ? std::optional(entry->second.value) : std::nullopt;
        const auto entry = old_.find(key);
        if (entry == old_.end() || entry->second.versions != versions) return std::nullopt;
        auto again = old_.extract(entry);
        std::optional<Value> value(again.mapped().value);
        put(std::move(again.key()), std::move(again.mapped()));
        return value;
    }

    // A value of which nothing was read before the versions were. If they had changed by then, the value is newer than
    // they are, and nobody asks for them any more.
    void keep(Key key, Versions versions, Value value, std::size_t bytes)
    {
        const std::lock_guard lock(mutex_);
        if (bytes + sizeof(Entry) + sizeof(Key) > half_) return;
        put(std::move(key), {std::move(versions), std::move(value), bytes + sizeof(Entry) + sizeof(Key)});
    }

private:
    struct Entry {
        Versions versions;
        Value value;
        std::size_t bytes = 0;
    };
    using Entries = std::unordered_map<Key, Entry, typename Key::Hash>;

    void put(Key key, Entry entry)
    {
        if (const auto same = young_.find(key); same != young_.end()) {
            bytes_ -= same->second.bytes;
            young_.erase(same);
        }
        if (bytes_ + entry.bytes > half_) {
            old_ = std::exchange(young_, {});
            bytes_ = 0;
        }
        bytes_ += entry.bytes;
        young_.emplace(std::move(key), std::move(entry));
    }

    const std::size_t half_;
    std::mutex mutex_;
    Entries young_;
    Entries old_;
    std::size_t bytes_ = 0; // of young_
};

} // namespace cairn::cache
