// How many may do something costly at once; the others wait in the order in which they came,
// and not too many of them.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

namespace cairn::accounts {

class Semaphore {
    struct Leave {
        void operator()(Semaphore* slots) const { slots->leave(); }
    };

public:
    using Slot = std::unique_ptr<Semaphore, Leave>; // given back when it goes out of scope

    Semaphore(unsigned at_once, unsigned max_waiting) : admitted_(at_once), max_waiting_(max_waiting) { }

    // Waits for a slot, however many wait already.
    Slot enter();
    // No slot (null), at once, if as many wait already as may.
    Slot enter_unless_crowded();

    std::size_t waiting() const;

private:
    Slot take_a_turn(std::unique_lock<std::mutex>& lock);
    void leave();

    mutable std::mutex mutex_;
    std::condition_variable left_;
    std::uint64_t next_ = 0; // the turn of whoever comes next
    std::uint64_t admitted_; // the first turn that has to wait
    const std::uint64_t max_waiting_;
};

} // namespace cairn::accounts
