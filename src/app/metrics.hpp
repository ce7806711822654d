// How many requests each operation had and how long they took, in the text format that Prometheus reads.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "api/routes.hpp"

namespace cairn::app {

class Metrics {
public:
    // With `enabled` false nothing is counted and no memory is held.
    Metrics(const api::Routes&, bool enabled);

    // `route` is null for a request that led nowhere.
    void count(const api::Route* route, int status, std::chrono::nanoseconds);

    std::string text() const;

private:
    // Upper bounds in microseconds; one more bucket takes the rest.
    static constexpr std::array<std::int64_t, 14> bounds = {
        100, 250, 500, 1'000, 2'500, 5'000, 10'000, 25'000, 50'000, 100'000, 250'000, 1'000'000, 5'000'000, 10'000'000};
    struct Series {
        std::array<std::atomic<std::uint64_t>, bounds.size() + 1> buckets{};
        std::array<std::atomic<std::uint64_t>, 6> by_class{}; // 1xx to 5xx
        std::atomic<std::uint64_t> microseconds{};
    };
    void append(std::string& out, std::string_view operation, const Series&) const;

    const api::Routes& routes_;
    std::vector<Series> series_; // by Route::number; the last is for what led nowhere
};

} // namespace cairn::app
