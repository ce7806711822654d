#include "http/body_budget.hpp"

#include <algorithm>

namespace cairn::http {

BodyBudget::BodyBudget(std::uint64_t most, std::uint64_t one_body, std::uint64_t in_memory)
    : most_(std::max(most, one_body)), most_of_one_(std::max(most / 4, one_body)), most_memory_(in_memory)
{
}

bool BodyBudget::take(std::uint64_t client, std::uint64_t bytes)
{
    const std::scoped_lock lock(mutex_);
    if (bytes > most_ - taken_) return false;
    auto& own = clients_[client];
    if (own + bytes > most_of_one_) {
        if (own == 0) clients_.erase(client);
        return false;
    }
    own += bytes;
    taken_ += bytes;
    return true;
}

void BodyBudget::give(std::uint64_t client, std::uint64_t bytes)
{
    const std::scoped_lock lock(mutex_);
    taken_ -= bytes;
    const auto own = clients_.find(client);
    own->second -= bytes;
    if (own->second == 0) clients_.erase(own);
}

bool BodyBudget::take_memory(std::uint64_t bytes)
{
    if (memory_.fetch_add(bytes, std::memory_order_relaxed) + bytes <= most_memory_) return true;
    give_memory(bytes);
    return false;
}

} // namespace cairn::http
