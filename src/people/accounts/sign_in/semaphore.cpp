#include "accounts/sign_in/semaphore.hpp"

namespace cairn::accounts {

Semaphore::Slot Semaphore::enter()
{
    std::unique_lock lock(mutex_);
    return take_a_turn(lock);
}

Semaphore::Slot Semaphore::enter_unless_crowded()
{
    std::unique_lock lock(mutex_);
    if (next_ >= admitted_ + max_waiting_) return nullptr;
    return take_a_turn(lock);
}

std::size_t Semaphore::waiting() const
{
    const std::lock_guard lock(mutex_);
    return next_ > admitted_ ? next_ - admitted_ : 0;
}

Semaphore::Slot Semaphore::take_a_turn(std::unique_lock<std::mutex>& lock)
{
    const std::uint64_t turn = next_++;
    left_.wait(lock, [&] { return turn < admitted_; });
    return Slot(this);
}

void Semaphore::leave()
{
    {
        const std::lock_guard lock(mutex_);
        ++admitted_;
    }
    left_.notify_all(); // only one of the few that wait has the turn, and nobody knows which
}

} // namespace cairn::accounts
