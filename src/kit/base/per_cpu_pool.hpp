// Things that are lent to one thread at a time, and best to one that runs where they were used last: what is still in
// the caches of that processor is read several times as quickly there as on another.
#pragma once

#include <sched.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace cairn {

template <class T> class PerCpuPool {
public:
    // One that was given back on this processor; nothing if none was.
    std::optional<T> take_near()
    {
        const auto here = sched_getcpu();
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find(idle_, here, &Idle::processor);
        return found != idle_.end() ? std::optional(take(found)) : std::nullopt;
    }

    // The one that was given back last, wherever that was; nothing if all are lent.
    std::optional<T> take_any()
    {
        const std::lock_guard lock(mutex_);
        return !idle_.empty() ? std::optional(take(idle_.end() - 1)) : std::nullopt;
    }

    // The nearest there is.
    std::optional<T> take()
    {
        auto near = take_near();
        return near ? std::move(near) : take_any();
    }

    void give_back(T thing)
    {
        const auto here = sched_getcpu();
        const std::lock_guard lock(mutex_);
        idle_.push_back({std::move(thing), here});
    }

    // So that giving back this many cannot fail.
    void reserve(std::size_t count)
    {
        const std::lock_guard lock(mutex_);
        idle_.reserve(count);
    }

private:
    struct Idle {
        T thing;
        int processor;
    };

    T take(typename std::vector<Idle>::iterator which)
    {
        T thing = std::move(which->thing);
        idle_.erase(which);
        return thing;
    }

    std::mutex mutex_;
    std::vector<Idle> idle_;
};

} // namespace cairn
