// What a piece of work, such as a request, has cost so far, for those who ask why it took so long. Who measures it is
// in base/spending.hpp.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

namespace tracing {
class Trace;
} // namespace tracing

// A value: one thread at a time.
struct Spent {
    using Duration = std::chrono::steady_clock::duration;

    struct Statement {
        std::string text; // with its placeholders: what stands for them is never in here
        Duration time{};
    };
    static constexpr std::size_t most_slowest = 3;
    static constexpr Duration slow = std::chrono::milliseconds(20);

    Duration database{};
    Duration children{};
    std::uint32_t statements = 0;
    std::vector<Statement> slowest{};        // of those that took longer than `slow`, the slowest first
    std::shared_ptr<tracing::Trace> trace{}; // where all of it is written down, if somebody wants that

    void add_statement(std::string_view text, Duration time)
    {
        ++statements;
        database += time;
        if (time < slow || (slowest.size() == most_slowest && slowest.back().time >= time)) return;
        if (slowest.size() == most_slowest) slowest.pop_back();
        const auto place = std::ranges::upper_bound(slowest, time, std::ranges::greater(), &Statement::time);
        slowest.insert(place, {.text = std::string(text), .time = time});
    }
};

} // namespace cairn
