// So many of something a second, and no more.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace cairn {

// Safe from any thread. Two who come at the turn of a second may both begin it; that lets a few more through.
class PerSecond {
public:
    explicit PerSecond(std::uint64_t most) : most_(most) { }

    // False: there were as many in this second already.
    bool take(std::chrono::steady_clock::time_point now)
    {
        const auto second = std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count();
        if (second_.exchange(second) != second) taken_ = 0;
        return taken_++ < most_;
    }

private:
    const std::uint64_t most_;
    std::atomic<std::int64_t> second_ = 0;
    std::atomic<std::uint64_t> taken_ = 0; // in that second
};

} // namespace cairn
