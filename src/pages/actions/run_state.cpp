#include "pages/actions/run_state.hpp"

#include <algorithm>

namespace cairn::pages {

using actions::Status;

std::string run_state(Status status)
{
    if (status == Status::cancelling) return "running";
    return std::string(word_of(status));
}

std::string took(Time started, Time stopped)
{
    if (started.seconds == 0) return {};
    const auto end = stopped.seconds == 0 ? Time::now() : stopped;
    const auto seconds = std::max<std::int64_t>(end.seconds - started.seconds, 0);
    if (seconds < 60) return std::to_string(seconds) + " s";
    const auto two = [](std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
    const auto hours = seconds / 3600;
    const auto minutes = seconds / 60 % 60;
    return (hours > 0 ? std::to_string(hours) + ":" + two(minutes) : std::to_string(minutes)) + ":" + two(seconds % 60);
}

} // namespace cairn::pages
