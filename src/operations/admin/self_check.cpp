#include "admin/self_check.hpp"

#include "base/log.hpp"

namespace cairn::admin {

bool SelfCheck::begin()
{
    const std::lock_guard lock(mutex_);
    if (state_.running) return false;
    state_.running = true;
    state_.begun_at = Time::now();
    // The one before has said that it is over, and has nothing left to do but to end.
    thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
    return true;
}

SelfCheck::State SelfCheck::state() const
{
    const std::lock_guard lock(mutex_);
    return state_;
}

void SelfCheck::work(const std::stop_token& stop)
{
    State ended;
    try {
        ended.found = examination_(stop);
    } catch (const std::exception& error) {
        log::error("the self-check failed", {{"error", error.what()}});
        ended.failure = error.what();
    }
    const std::lock_guard lock(mutex_);
    ended.begun_at = state_.begun_at;
    ended.ended_at = Time::now();
    state_ = std::move(ended);
}

} // namespace cairn::admin
