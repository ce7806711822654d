// What rows were put into words as, kept for as long as the rows have the versions that they had: most of what a list
// costs is to read and to word what has not changed since somebody listed it last.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/reflect.hpp"

namespace cairn::db {

using Words = std::shared_ptr<const std::string>;

// Of which row, for whom, and made from which versions of it and of another row that has a part in it.
struct Worded {
    std::int64_t id = 0;
    std::array<std::int64_t, 2> versions{};
    unsigned rights = 0; // below 16: all that makes a difference between those who look
};

// Safe from any thread. What nobody has asked for while half of the room was filled anew makes way.
class KeptWords {
public:
    // Nothing where there are none.
    std::vector<Words> find(std::span<const Worded>);
    void keep(const Worded&, Words);

private:
    struct Entry {
        std::array<std::int64_t, 2> versions{};
        Words words;
    };
    using Entries = std::unordered_map<std::int64_t, Entry>;

    Words find(const Worded&);
    void put(std::int64_t key, Entry);

    std::mutex mutex_;
    Entries young_;
    Entries old_;
    std::size_t weight_ = 0; // of young_, in bytes
};

// The words of the ids, in their order, out of those of all in the order of the ids of `worded`. What has none is left
// out.
template <class T>
std::vector<Written<T>> words_of(std::span<const std::int64_t> ids, std::span<const Worded> worded,
                                 std::span<const Words> words)
{
    std::vector<Written<T>> written;
    written.reserve(ids.size());
    for (const auto id : ids) {
        const auto found = std::ranges::lower_bound(worded, id, {}, &Worded::id);
        if (found == worded.end() || found->id != id) continue;
        if (const auto& text = words[static_cast<std::size_t>(found - worded.begin())])
            written.emplace_back().text = *text;
    }
    return written;
}

} // namespace cairn::db
