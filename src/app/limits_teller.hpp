// What the nodes of a site tell each other of those who use much of it, so that limits hold for all of them together:
// of requests about once a second, of wrong passwords at once.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string_view>
#include <thread>

namespace cairn::accounts {
class LoginLimits;
} // namespace cairn::accounts
namespace cairn::api {
class RateLimits;
} // namespace cairn::api
namespace cairn::db {
class Messages;
} // namespace cairn::db

namespace cairn::app {

// Has a thread that sleeps for as long as nobody uses much. Make it before the first request; all that it is given
// outlives it, and nobody asks the limits when it goes.
class LimitsTeller {
public:
    LimitsTeller(api::RateLimits&, accounts::LoginLimits&, db::Messages&);

private:
    void wake();
    void run(const std::stop_token&);
    void tell();

    api::RateLimits& rate_limits_;
    db::Messages& messages_;
    std::mutex mutex_;
    std::condition_variable_any woken_;
    bool due_ = false;
    std::jthread thread_; // last, so that it starts when all else is there
};

// False: the message of another node is about something else.
bool hear_of_limits(std::string_view message, api::RateLimits&, accounts::LoginLimits&);

} // namespace cairn::app
