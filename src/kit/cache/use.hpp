// How often a cache knew what it was asked for, told at /metrics.
#pragma once

#include "base/figures.hpp"

namespace cairn::cache {

class Use {
public:
    // Labels that name the cache, and say what was found.
    Use(std::string_view hits, std::string_view misses) : hits_(name, hits, help), misses_(name, misses, help) { }

    void count(bool found, std::int64_t number = 1) { (found ? hits_ : misses_).add(number); }

private:
    static constexpr std::string_view name = "cairn_cache_requests_total";
    static constexpr std::string_view help = "What was looked for in a cache, and whether it was there.";

    Counter hits_;
    Counter misses_;
};

} // namespace cairn::cache
