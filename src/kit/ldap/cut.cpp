#include "ldap/cut.hpp"

#include <sys/socket.h>

namespace cairn::ldap {

Cut::Cut(Clock::time_point at)
    : waiter_([this, at](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          changed_.wait_until(lock, stop, at, [] { return false; });
          if (stop.stop_requested()) return;
          happened_ = true;
          shut();
      })
{
}

void Cut::watch(int socket)
{
    const std::scoped_lock lock(mutex_);
    socket_ = socket;
    if (happened_) shut();
}

void Cut::forget()
{
    const std::scoped_lock lock(mutex_);
    socket_ = -1;
}

bool Cut::happened() const
{
    const std::scoped_lock lock(mutex_);
    return happened_;
}

void Cut::shut()
{
    if (socket_ >= 0) ::shutdown(socket_, SHUT_RDWR);
}

} // namespace cairn::ldap
