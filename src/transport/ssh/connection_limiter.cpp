#include "ssh/connection_limiter.hpp"

#include <algorithm>

#include "base/household.hpp"

namespace cairn::ssh {

std::string ConnectionLimiter::network_of(std::string_view address) { return std::string(Household(address).key()); }

double ConnectionLimiter::left_at(const Account& account, Clock::time_point now) const
{
    const std::chrono::duration<double> passed = now - account.since;
    return std::min(limits_.burst, account.left + passed.count() * limits_.each_second);
}

bool ConnectionLimiter::admit(std::string_view address, Clock::time_point now)
{
    if (accounts_.size() >= limits_.most_addresses)
        std::erase_if(accounts_, [&](const auto& entry) { return left_at(entry.second, now) >= limits_.burst; });
    // So many at once are no people: what they have used up is forgotten before our memory is theirs.
    if (accounts_.size() >= limits_.most_addresses) accounts_.clear();
    auto& account = accounts_.try_emplace(network_of(address), Account{limits_.burst, now}).first->second;
    account = {.left = left_at(account, now), .since = now};
    if (account.left < 1) return false;
    account.left -= 1;
    return true;
}

void ConnectionLimiter::became_known(std::string_view address)
{
    const auto at = accounts_.find(network_of(address));
    if (at != accounts_.end()) at->second.left = std::min(limits_.burst, at->second.left + 1);
}

} // namespace cairn::ssh
