// How often, and after which pauses, a transaction is tried that meets others.
#pragma once

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

namespace cairn::db {

// Of one transaction, or of one group of them. The first attempt is under way when it is made.
class Attempts {
public:
    bool is_last() const { return number_ == most; }
    // It has met others for so long that it is tried alone, or a long one would never get through many short ones.
    bool take_long() const { return std::chrono::steady_clock::now() - since_ > among_others; }

    // Before the next one: those who met must not meet again at the same moment.
    void pause()
    {
        thread_local std::minstd_rand random(std::random_device{}());
        const int longest = std::min(1000 << std::min(number_, 7), 100'000);
        std::this_thread::sleep_for(std::chrono::microseconds(std::uniform_int_distribution(0, longest)(random)));
        ++number_;
    }

private:
    static constexpr int most = 50;
    static constexpr std::chrono::milliseconds among_others{500};

    int number_ = 1;
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

} // namespace cairn::db
