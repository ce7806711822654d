// Which items of two lists belong together, in their order: those that are the same, then those that are most alike.
// Rows of tables and cells of notebooks are held against each other so.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace cairn::pages {

struct Aligned {
    std::optional<std::size_t> before{}; // nothing: it came
    std::optional<std::size_t> after{};  // nothing: it went

    bool operator==(const Aligned&) const = default;
};

// How much two items are alike; 0: they do not belong together.
using Likeness = std::function<unsigned(std::size_t before, std::size_t after)>;

// Each item of both lists once, those of either list in their order. Items with one key are the same. Where very many
// differ one after the other, they are paired as they stand: the work is bounded.
std::vector<Aligned> align(std::span<const std::size_t> keys_before, std::span<const std::size_t> keys_after,
                           const Likeness& likeness);

} // namespace cairn::pages
