// Private to src/git: waiting for a lock that somebody else holds, but not for ever.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <thread>

#include "crypto/random.hpp"

namespace cairn::git {

class LockRetry {
public:
    // A short while, which differs so that several do not meet again and again. False: it has run out.
    bool wait() const
    {
        if (std::chrono::steady_clock::now() > end_) return false;
        std::uint8_t chance = 0;
        crypto::fill_random(std::as_writable_bytes(std::span(&chance, 1)));
        std::this_thread::sleep_for(longest_pause * (chance + 1) / 256);
        return true;
    }

private:
    // Somebody who pushes to the same branch has it locked for as long as a disk takes to sync, several at once in
    // turn.
    static constexpr std::chrono::milliseconds longest{4000};
    static constexpr std::chrono::milliseconds longest_pause{20};

    std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::now() + longest;
};

} // namespace cairn::git
