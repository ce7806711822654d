// Those who change what a pull request leads from or to, or merge it, take turns in this process. The database and git
// would be safe without; it saves work that comes too late, and of two merges at once lets the second see the first.
#pragma once

#include <cstdint>

#include "base/striped_mutex.hpp"

namespace cairn::pulls {

class PullLock {
public:
    explicit PullLock(std::int64_t issue_id) : turn_(static_cast<std::size_t>(issue_id)) { }

private:
    cairn::StripedLock<PullLock> turn_;
};

} // namespace cairn::pulls
