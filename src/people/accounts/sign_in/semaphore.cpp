#include "accounts/sign_in/semaphore.hpp"

#include <algorithm>

namespace cairn::accounts {

Semaphore::Slot Semaphore::enter()
{
    std::unique_lock lock(mutex_);
    return take_a_turn(lock, {}, true);
}

Semaphore::Slot Semaphore::enter_unless_crowded(Guest guest)
{
    std::unique_lock lock(mutex_);
    if (free_ == 0 && !make_room_for(guest)) return nullptr;
    return take_a_turn(lock, guest, false);
}

std::size_t Semaphore::waiting() const
{
    const std::lock_guard lock(mutex_);
    return waiters_.size();
}

// How much the same address, or the same name, has already, and has asked for before.
std::size_t Semaphore::rank(Guest guest, Waiters::const_iterator end) const
{
    std::size_t of_address = 0;
    std::size_t of_name = 0;
    const auto count = [&](Guest other) {
        of_address += guest.address != 0 && other.address == guest.address;
        of_name += guest.name != 0 && other.name == guest.name;
    };
    for (const Guest other : inside_) count(other);
    for (auto waiter = waiters_.begin(); waiter != end; ++waiter) count((*waiter)->guest);
    return std::max(of_address, of_name);
}

// When all places to wait are taken, whoever has asked for the most gives up the last one.
bool Semaphore::make_room_for(Guest guest)
{
    const auto own = rank(guest, waiters_.end());
    if (max_waiting_ == 0) return false;
    if (own > 0 && own > inside_.size() + max_waiting_ / 2) return false;
    if (waiters_.size() < max_waiting_) return true;
    auto greediest = waiters_.end();
    std::size_t most = own;
    for (auto waiter = waiters_.begin(); waiter != waiters_.end(); ++waiter)
        if (const auto its = rank((*waiter)->guest, waiter); !(*waiter)->patient && its > most) {
            most = its;
            greediest = waiter;
        }
    if (greediest == waiters_.end()) return false;
    (*greediest)->sent_away = true;
    (*greediest)->decided.notify_one();
    waiters_.erase(greediest);
    return true;
}

std::uint64_t Semaphore::next_turn_of(Guest guest)
{
    // Where nobody waits, nobody is ahead of anybody. So many that they take memory are not told apart for a while.
    constexpr std::size_t most_remembered = 4096;
    if (waiters_.empty() || last_of_address_.size() + last_of_name_.size() > most_remembered) {
        last_of_address_.clear();
        last_of_name_.clear();
    }
    auto turn = turn_;
    const auto after = [&](const auto& last, std::uint64_t number) {
        if (const auto found = last.find(number); number != 0 && found != last.end())
            turn = std::max(turn, found->second + 1);
    };
    after(last_of_address_, guest.address);
    after(last_of_name_, guest.name);
    if (guest.address != 0) last_of_address_[guest.address] = turn;
    if (guest.name != 0) last_of_name_[guest.name] = turn;
    return turn;
}

Semaphore::Slot Semaphore::take_a_turn(std::unique_lock<std::mutex>& lock, Guest guest, bool patient)
{
    const auto turn = next_turn_of(guest);
    if (free_ > 0 && waiters_.empty()) {
        --free_;
        inside_.push_back(guest);
        return slot_for(guest);
    }
    Waiter waiter{.guest = guest, .turn = turn, .patient = patient};
    waiters_.push_back(&waiter);
    waiter.decided.wait(lock, [&] { return waiter.admitted || waiter.sent_away; });
    return waiter.admitted ? slot_for(guest) : nullptr;
}

void Semaphore::admit_next()
{
    const auto next = std::ranges::min_element(waiters_, {}, &Waiter::turn); // the first of equals
    turn_ = std::max(turn_, (*next)->turn);
    (*next)->admitted = true;
    inside_.push_back((*next)->guest);
    (*next)->decided.notify_one();
    waiters_.erase(next);
}

void Semaphore::leave(Guest guest)
{
    const std::lock_guard lock(mutex_);
    const auto it = std::ranges::find_if(
        inside_, [&](Guest other) { return other.address == guest.address && other.name == guest.name; });
    inside_.erase(it);
    if (waiters_.empty()) ++free_;
    else admit_next();
}

} // namespace cairn::accounts
