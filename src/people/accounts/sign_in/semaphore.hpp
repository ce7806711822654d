// How many may do something costly at once. The others wait, and not too many of them. Whose turn is next is decided
// fairly: somebody's first waits for nobody's tenth.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace cairn::accounts {

// Who wants to enter: numbers for where it comes from and whom it says to be; 0 is nobody in particular.
struct Guest {
    std::uint64_t address = 0;
    std::uint64_t name = 0;
};

class Semaphore {
    struct Leave {
        Semaphore* slots = nullptr;
        Guest guest{};
        void operator()(Semaphore* /*unused*/) const { slots->leave(guest); }
    };

public:
    using Slot = std::unique_ptr<Semaphore, Leave>; // given back when it goes out of scope

    // Of those who come from one address or under one name, at most half wait.
    Semaphore(unsigned at_once, unsigned max_waiting) : free_(at_once), max_waiting_(max_waiting) { }

    // Waits for a slot, however many wait already.
    Slot enter();
    // No slot (null) if as many wait already as may: at once, or when others come who have asked for less.
    Slot enter_unless_crowded(Guest = {});

    std::size_t waiting() const;

private:
    struct Waiter {
        Guest guest;
        std::uint64_t turn = 0;
        bool patient = false; // cannot be sent away
        bool admitted = false;
        bool sent_away = false;
        std::condition_variable decided{};
    };
    using Waiters = std::list<Waiter*>;

    Slot take_a_turn(std::unique_lock<std::mutex>& lock, Guest guest, bool patient);
    std::uint64_t next_turn_of(Guest);
    std::size_t rank(Guest, Waiters::const_iterator end) const;
    bool make_room_for(Guest);
    void admit_next();
    void leave(Guest);
    Slot slot_for(Guest guest) { return Slot(this, Leave{this, guest}); }

    mutable std::mutex mutex_;
    std::size_t free_;
    const std::size_t max_waiting_;
    std::vector<Guest> inside_;

    // Whoever has the lowest turn is next. Somebody's first is the present turn, each further one that he asks for, by
    // address or by name, comes a turn later.
    std::uint64_t turn_ = 0;
    std::unordered_map<std::uint64_t, std::uint64_t> last_of_address_, last_of_name_;

    Waiters waiters_; // in the order in which they came
};

} // namespace cairn::accounts
