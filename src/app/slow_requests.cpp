#include "app/slow_requests.hpp"

#include <fmt/format.h>

#include "api/routes.hpp"
#include "base/log.hpp"
#include "base/trace.hpp"

namespace cairn::app {

namespace {

constexpr std::size_t longest_statement = 600; // characters of it

// To the millisecond.
double seconds(SlowRequests::Clock::duration time)
{
    return static_cast<double>(std::chrono::round<std::chrono::milliseconds>(time).count()) / 1000;
}

// In one line, as a person would write it.
std::string in_one_line(std::string_view statement)
{
    std::string line;
    for (const char c : statement) {
        const bool blank = c == ' ' || c == '\n' || c == '\t';
        if (blank && (line.empty() || line.back() == ' ')) continue;
        line += blank ? ' ' : c;
        if (line.size() == longest_statement) return line + "...";
    }
    return line;
}

std::string words_of(const std::vector<Spent::Statement>& statements)
{
    std::string words;
    for (const auto& statement : statements) {
        if (!words.empty()) words += "; ";
        words += fmt::format("{} s: {}", seconds(statement.time), in_one_line(statement.text));
    }
    return words;
}

} // namespace

void SlowRequests::tell(const http::Request& request, int status, Clock::time_point now)
{
    const auto* route = static_cast<const api::Route*>(request.notes.route);
    if (route == nullptr || route->operation->handler.streamed) return;
    if (!lines_.take(now)) {
        ++untold_;
        return;
    }
    const auto& spent = request.notes.spent;
    const auto tell_with = [&](auto... more) {
        log::warn("a request was slow",
                  {{"request", request.id},
                   {"operation", route->operation->id},
                   {"method", request.method},
                   {"path", request.path()},
                   {"status", status},
                   {"seconds", seconds(now - request.received)},
                   {"database", seconds(spent.database)},
                   {"statements", spent.statements},
                   {"git", seconds(spent.children)},
                   {"slowest", words_of(spent.slowest)},
                   {"more", untold_.exchange(0)},
                   more...});
    };
    if (spent.trace == nullptr) return tell_with();
    const auto id = tracing::trace_id_of(spent.trace->context());
    tell_with(log::Field("trace", id));
}

} // namespace cairn::app
