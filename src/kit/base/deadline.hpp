// How long a thread may go on with what it is doing. Work that a small input can multiply asks while it works, and
// ends when the answer is no: because its time is up, or because nobody is there any more to be answered.
#pragma once

#include <chrono>
#include <functional>

#include "base/result.hpp"

namespace cairn {

// While one of these is there, it is its thread's. Where there is none (a job, a command), work takes as long as it
// takes.
class Deadline {
public:
    // `wanted` is asked about once in a tenth of a second; without it, somebody waits.
    explicit Deadline(std::chrono::milliseconds time, std::function<bool()> wanted = {});
    ~Deadline();
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

    // Costs little enough to be asked for every entry of a folder.
    static bool is_ahead()
    {
        return current == nullptr || (++current->asked_ % often != 0 && !current->over_) || current->look();
    }
    // The same before something that takes longer: always looks at the clock.
    static bool is_ahead_now() { return current == nullptr || current->look(); }
    // As an error for who asked: too_large.
    static Result<> check();

private:
    static constexpr unsigned often = 64;
    static inline thread_local Deadline* current = nullptr;

    bool look();

    using Clock = std::chrono::steady_clock;
    Deadline* const before_;
    const Clock::time_point end_;
    Clock::time_point next_question_;
    const std::function<bool()> wanted_;
    unsigned asked_ = 0;
    bool over_ = false;
};

// What work that Deadline has ended is answered with.
std::unexpected<Error> takes_too_long();

} // namespace cairn
