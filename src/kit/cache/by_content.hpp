// The third kind of cache: what was made of content that its key names by its hash, so that it is never wrong and only
// the bound ends it: parts of pages made of git's objects.
//
// Promises: find() gives what keep() was given for the same key. The weights of all that is held (bytes, as the caller
// tells them) stay below the bound: what was used least lately makes way.
// Ownership: values are shared with whoever holds them, and constant.
// Threads: any may call anything.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace cairn::cache {

template <class Key> class ByContent {
public:
    using Value = std::shared_ptr<const void>;

    explicit ByContent(std::size_t most) : most_bytes_(most) { }

    // Null: it is not there.
    Value find(const Key& key)
    {
        const std::lock_guard lock(mutex_);
        const auto found = places_.find(&key);
        if (found == places_.end()) return nullptr;
        entries_.splice(entries_.begin(), entries_, found->second);
        return found->second->value;
    }

    void keep(Key key, Value value, std::size_t bytes)
    {
        Entries forgotten; // they go when nobody waits
        const std::lock_guard lock(mutex_);
        bytes += sizeof(Entry) + overhead;
        if (bytes > most_bytes_ || places_.contains(&key)) return;
        for (; bytes_ + bytes > most_bytes_; forgotten.splice(forgotten.begin(), entries_, std::prev(entries_.end()))) {
            bytes_ -= entries_.back().bytes;
            places_.erase(&entries_.back().key);
        }
        entries_.push_front({std::move(key), std::move(value), bytes});
        places_.emplace(&entries_.front().key, entries_.begin());
        bytes_ += bytes;
    }

    std::size_t bytes() const
    {
        const std::lock_guard lock(mutex_);
        return bytes_;
    }

private:
    struct Entry {
        Key key;
        Value value;
        std::size_t bytes;
    };
    using Entries = std::list<Entry>;
    struct Hash {
        std::size_t operator()(const Key* key) const { return typename Key::Hash()(*key); }
    };
    struct Same {
        bool operator()(const Key* a, const Key* b) const { return *a == *b; }
    };
    static constexpr std::size_t overhead = 64; // of the index and of the list

    const std::size_t most_bytes_;
    mutable std::mutex mutex_;
    Entries entries_; // used last: first
    std::unordered_map<const Key*, typename Entries::iterator, Hash, Same> places_;
    std::size_t bytes_ = 0;
};

} // namespace cairn::cache
