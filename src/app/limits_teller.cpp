#include "app/limits_teller.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

#include "accounts/sign_in/login_limits.hpp"
#include "api/rate_limits.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "db/messages.hpp"

namespace cairn::app {

namespace {

constexpr std::string_view of_requests = "requests ";
constexpr std::string_view of_guesses = "guesses ";
constexpr std::chrono::seconds pause{1};
constexpr std::size_t most_told = 1000; // clients, each time

// What was on its way for longer has come back meanwhile. Clocks agree as far as docs/scaling.md wants them to.
constexpr std::int64_t longest_way = 10; // seconds

// "requests CLIENT COUNT WHEN"
std::string line_of(const api::RateLimits::Use& use, Time now)
{
    return fmt::format("{}{:x} {} {}", of_requests, use.client, use.count, now.seconds);
}

void hear_of_requests(std::string_view line, api::RateLimits& limits)
{
    const auto words = text::split(line, ' ');
    if (words.size() != 3) return;
    api::RateLimits::Use use;
    std::int64_t when = 0;
    std::from_chars(words[0].data(), words[0].data() + words[0].size(), use.client, 16);
    std::from_chars(words[1].data(), words[1].data() + words[1].size(), use.count);
    std::from_chars(words[2].data(), words[2].data() + words[2].size(), when);
    if (std::abs(Time::now().seconds - when) <= longest_way) limits.add(use);
}

} // namespace

LimitsTeller::LimitsTeller(api::RateLimits& rate_limits, accounts::LoginLimits& login_limits, db::Messages& messages)
    : rate_limits_(rate_limits), messages_(messages), thread_([this](const std::stop_token& stop) { run(stop); })
{
    login_limits.share(
        [&messages](std::string_view line) { messages.tell(std::string(of_guesses) + std::string(line)); });
    rate_limits.share([this] { wake(); });
}

void LimitsTeller::wake()
{
    const std::lock_guard lock(mutex_);
    due_ = true;
    woken_.notify_one();
}

void LimitsTeller::run(const std::stop_token& stop)
{
    std::unique_lock lock(mutex_);
    while (woken_.wait(lock, stop, [this] { return due_; })) {
        due_ = false;
        lock.unlock();
        tell();
        lock.lock();
        woken_.wait_for(lock, stop, pause, [] { return false; });
    }
}

void LimitsTeller::tell()
{
    const auto now = Time::now();
    for (const auto& use : rate_limits_.take_due(most_told)) messages_.tell(line_of(use, now));
}

bool hear_of_limits(std::string_view message, api::RateLimits& rate_limits, accounts::LoginLimits& login_limits)
{
    if (message.starts_with(of_guesses)) login_limits.hear(message.substr(of_guesses.size()));
    else if (message.starts_with(of_requests)) hear_of_requests(message.substr(of_requests.size()), rate_limits);
    else return false;
    return true;
}

} // namespace cairn::app
