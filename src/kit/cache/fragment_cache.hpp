// The fragment cache: rows as the API's lists show them, in JSON, kept for as long as the rows have the versions that
// they had: most of what a list costs is to read and to word what has not changed since somebody listed it last.
//
// Promises: a fragment is what `make` made for the same key when the rows had the same versions, or later. In a
// transaction nothing is kept and nothing of before is given.
// Ownership: the cache belongs to the database; a fragment is shared with whoever holds it.
// Threads: any may call.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/reflect.hpp"

namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::cache {

using Fragment = std::shared_ptr<const std::string>;

// All that makes a difference between those who look. `Right` counts its enumerators from 0 and ends with `count`.
class RightSet {
public:
    RightSet() = default;
    template <class Right> RightSet& set(Right right, bool held)
    {
        static_assert(std::is_enum_v<Right>);
        static_assert(static_cast<unsigned>(Right::count) <= width, "the key has no room for one more right");
        if (held) bits_ = static_cast<Bits>(bits_ | 1U << static_cast<unsigned>(right));
        return *this;
    }
    std::size_t hash() const { return bits_; }

    bool operator==(const RightSet&) const = default;

private:
    using Bits = std::uint8_t;
    static constexpr unsigned width = 8 * sizeof(Bits);
    Bits bits_ = 0;
};

enum class FragmentKind : std::uint8_t { user, repository };

struct FragmentKey {
    std::int64_t id = 0;
    FragmentKind kind = FragmentKind::user;
    RightSet rights{};

    bool operator==(const FragmentKey&) const = default;

    struct Hash {
        std::size_t operator()(const FragmentKey& key) const
        {
            return (std::hash<std::int64_t>()(key.id) * 31 + static_cast<std::size_t>(key.kind)) * 257
                + key.rights.hash();
        }
    };
};

// Of its row and of another row that has a part in it (an owner).
using FragmentVersions = std::array<std::int64_t, 2>;

struct VersionedKey {
    FragmentKey key;
    FragmentVersions versions{};
    bool kept = true; // false: more rows have a part in it than have versions here, so it is made each time

    bool operator==(const VersionedKey&) const = default;
};

// Makes those with these indexes; what cannot be shown stays null.
using MakeFragments = std::function<void(std::span<const std::size_t> wanted, std::span<Fragment> into)>;
using ReadKeys = std::function<std::vector<VersionedKey>()>;

// One for each key. `again` reads the keys once more, which only VERIFY does.
std::vector<Fragment> fragments(db::Queries&, std::span<const VersionedKey>, const MakeFragments&,
                                const ReadKeys& again);

// The fragments of the ids, in their order, out of those of all in the order of the ids of `keys`. What has none is
// left out.
template <class T>
std::vector<Written<T>> fragments_of(std::span<const std::int64_t> ids, std::span<const VersionedKey> keys,
                                     std::span<const Fragment> fragments)
{
    const auto id_of = [](const VersionedKey& key) { return key.key.id; };
    std::vector<Written<T>> written;
    written.reserve(ids.size());
    for (const auto id : ids) {
        const auto found = std::ranges::lower_bound(keys, id, {}, id_of);
        if (found == keys.end() || found->key.id != id) continue;
        if (const auto& text = fragments[static_cast<std::size_t>(found - keys.begin())])
            written.emplace_back().text = *text;
    }
    return written;
}

} // namespace cairn::cache
