// Whether this node is to be given new work. Whatever shares requests out between nodes asks at /api/readyz.
#pragma once

#include <atomic>

namespace cairn::app {

// Any thread may call any of it.
class Readiness {
public:
    // From now on it is to be left alone: it is about to stop, and still answers whoever comes.
    void drain() { draining_ = true; }
    bool is_draining() const { return draining_; }

private:
    std::atomic<bool> draining_ = false;
};

} // namespace cairn::app
