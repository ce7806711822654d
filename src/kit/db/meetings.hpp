// Whether the writes of this process are likely to meet each other: for a while after two did.
#pragma once

#include <algorithm>
#include <chrono>
#include <mutex>

namespace cairn::db {

// For any thread. The while is short at first, and doubles when two meet again soon after it: where many write to one
// row for long, they meet for a moment every ten seconds; where they meet by chance, they are soon on their own again.
class Meetings {
public:
    using Clock = std::chrono::steady_clock;

    void note(Clock::time_point now = Clock::now())
    {
        const std::lock_guard lock(mutex_);
        if (now < until_) return; // it was under way when the others met
        length_ = now < until_ + length_ ? std::min(length_ * 2, longest) : shortest;
        until_ = now + length_;
    }
    bool are_likely(Clock::time_point now = Clock::now()) const
    {
        const std::lock_guard lock(mutex_);
        return now < until_;
    }

private:
    static constexpr std::chrono::milliseconds shortest{50};
    static constexpr std::chrono::milliseconds longest{10'000};

    mutable std::mutex mutex_;
    Clock::time_point until_;
    std::chrono::milliseconds length_ = shortest;
};

} // namespace cairn::db
