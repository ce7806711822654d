#include "git/objects/comparison.hpp"

#include "base/freed_memory.hpp"

namespace cairn::git {

namespace {

struct Lane {
    std::uint64_t more_than; // lines
    unsigned at_once;
};
constexpr Lane long_ones{.more_than = 50'000, .at_once = 2};
constexpr Lane middling_ones{.more_than = 5'000, .at_once = 6};
constexpr std::chrono::seconds patience{20};

} // namespace

Result<Comparison> Comparison::begin(std::uint64_t lines)
{
    static Slots many(long_ones.at_once);
    static Slots some(middling_ones.at_once);
    if (lines <= middling_ones.more_than) return Comparison({}, false);
    const bool is_long = lines > long_ones.more_than;
    return Comparison(TRY((is_long ? many : some).enter(patience)), is_long);
}

// What a long one has taken are many small pieces, which would stay with the thread.
Comparison::~Comparison()
{
    if (place_ && is_long_) give_back_freed_memory();
}

} // namespace cairn::git
