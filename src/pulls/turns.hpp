// Those who change what a pull request leads from or to, or merge it, take turns in this process. The database and git
// would be safe without; it saves work that comes too late, and of two merges at once lets the second see the first.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>

namespace cairn::pulls {

class Turn {
public:
    explicit Turn(std::int64_t issue_id) : lock_(of(issue_id)) { }

private:
    static std::mutex& of(std::int64_t issue_id)
    {
        static std::array<std::mutex, 64> turns;
        return turns[static_cast<std::uint64_t>(issue_id) % turns.size()];
    }

    std::unique_lock<std::mutex> lock_;
};

} // namespace cairn::pulls
