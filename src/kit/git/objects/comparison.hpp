// Private to src/git: room for the comparison of two files. A line costs it about 100 bytes on each side, whatever is
// in the line, so that those with many wait for each other: all that are compared at a time take some 250 MiB at most.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "base/result.hpp"
#include "base/slots.hpp"

namespace cairn::git {

class Comparison {
public:
    static constexpr std::uint64_t most_lines = 500'000; // files with more are not compared

    // Of files of which the longer one has so many lines. Waits for its turn (base/slots.hpp), for some seconds.
    static Result<Comparison> begin(std::uint64_t lines);

    Comparison(Comparison&& other) noexcept
        : place_(std::exchange(other.place_, std::nullopt)), is_long_(other.is_long_)
    {
    }
    Comparison& operator=(Comparison&&) = delete;
    ~Comparison();

private:
    Comparison(std::optional<Slots::Slot> place, bool is_long) : place_(std::move(place)), is_long_(is_long) { }

    std::optional<Slots::Slot> place_;
    bool is_long_;
};

} // namespace cairn::git
