// Ends a connection that outlives its time: libraries wait for whole messages, and whoever sends one byte after the
// other would keep them for ever.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace cairn::ldap {

// Its thread is there as long as it is. Safe from any thread.
class Cut {
public:
    using Clock = std::chrono::steady_clock;

    explicit Cut(Clock::time_point at);

    // The socket to shut down when the time has come, which may be now. It is not owned.
    void watch(int socket);
    // Before the socket is closed.
    void forget();

    bool happened() const;

private:
    void shut(); // with the lock held

    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    int socket_ = -1;
    bool happened_ = false;
    std::jthread waiter_; // last: it uses what is above
};

} // namespace cairn::ldap
