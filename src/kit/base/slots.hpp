// Few places for something costly that a thread does in the middle of its work. Those who want one take turns
// (base/turns.hpp), by whom the thread works for (base/work_for.hpp).
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "base/result.hpp"
#include "base/turns.hpp"
#include "base/work_for.hpp"

namespace cairn {

// Safe from any thread.
class Slots {
    struct Waiter;
    using Waiting = Turns<Waiter*>;
    struct Waiter {
        std::condition_variable admitted{};
        std::optional<Waiting::Place> place{};
    };

public:
    explicit Slots(unsigned count) : turns_(std::max(1U, count)) { }

    // One of the places; free again when it goes out of scope.
    class Slot {
    public:
        Slot(Slots* slots, Waiting::Place place) : slots_(slots), place_(place) { }
        Slot(Slot&& other) noexcept : slots_(std::exchange(other.slots_, nullptr)), place_(other.place_) { }
        Slot& operator=(Slot&& other) noexcept
        {
            std::swap(slots_, other.slots_);
            std::swap(place_, other.place_);
            return *this;
        }
        ~Slot()
        {
            if (slots_ != nullptr) slots_->leave(place_);
        }

    private:
        Slots* slots_;
        Waiting::Place place_;
    };

    // `unavailable` if it is not the turn in time of who the thread works for.
    Result<Slot> enter(std::chrono::milliseconds patience)
    {
        const auto client = WorkFor::client();
        std::unique_lock lock(mutex_);
        Waiter waiter;
        turns_.add(client, &waiter);
        admit();
        if (!waiter.admitted.wait_for(lock, patience, [&] { return waiter.place.has_value(); })) {
            turns_.remove(client, &waiter);
            return fail(Errc::unavailable, "the server is busy; try again later");
        }
        return Slot(this, *waiter.place);
    }

private:
    void leave(Waiting::Place place)
    {
        const std::lock_guard lock(mutex_);
        turns_.end(place);
        admit();
    }

    void admit()
    {
        while (auto next = turns_.begin()) {
            next->thing->place = next->place;
            next->thing->admitted.notify_one();
        }
    }

    std::mutex mutex_;
    Waiting turns_;
};

} // namespace cairn
