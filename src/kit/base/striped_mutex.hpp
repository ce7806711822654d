// Those who work at one thing of a kind take turns in this process. The kind is a name alone; what two things share a
// turn by chance costs only time.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>

namespace cairn {

template <class Kind> class StripedLock {
public:
    explicit StripedLock(std::size_t thing) : lock_(of(thing)) { }

private:
    static std::mutex& of(std::size_t thing)
    {
        static std::array<std::mutex, 64> turns;
        return turns[thing % turns.size()];
    }

    std::unique_lock<std::mutex> lock_;
};

} // namespace cairn
