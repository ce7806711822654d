// The name of an object: its SHA-1. (libgit2 1.5 knows no other; git/store/store.hpp refuses to make a repository that
// it could not read.)
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace cairn::git {

struct ObjectId {
    static constexpr std::size_t hex_size = 40;

    std::array<std::uint8_t, 20> bytes{};

    // All of it, in either case; nothing for an abbreviation.
    static std::optional<ObjectId> parse(std::string_view hex);

    std::string hex() const;
    // The protocol's and our word for "no object".
    bool is_zero() const { return *this == ObjectId{}; }

    auto operator<=>(const ObjectId&) const = default;
};

} // namespace cairn::git

template <> struct std::hash<cairn::git::ObjectId> {
    std::size_t operator()(const cairn::git::ObjectId& id) const noexcept
    {
        std::size_t value = 0;
        std::memcpy(&value, id.bytes.data(), sizeof value);
        return value;
    }
};
