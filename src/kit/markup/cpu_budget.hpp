// How long a text may keep a processor busy.
#pragma once

#include <chrono>

namespace cairn::markup {

// The text comes to more than it should: a table far wider than its rows, a long address that is referred to a thousand
// times, lists in lists by the thousand.
struct TooMuch { };

// Counted in time of the thread that made it, so that a busy machine refuses no text that an idle one takes.
class CpuBudget {
public:
    explicit CpuBudget(std::chrono::milliseconds);

    // Throws TooMuch when all is spent. Asks the system, which takes as long as a hundred steps of a loop.
    void check() const;

private:
    std::chrono::nanoseconds end_;
};

} // namespace cairn::markup
