// Requests that take long, for the log: what they were, and what took so long.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "base/per_second.hpp"
#include "http/message.hpp"

namespace cairn::app {

// Safe from any thread. What is sent or received as it comes is as slow as its client, and none of these; nor does the
// time count that a client takes for what it sends and reads.
class SlowRequests {
public:
    using Clock = std::chrono::steady_clock;

    // 0: none is slow, and nothing is measured.
    explicit SlowRequests(std::chrono::seconds from) : from_(from) { }

    // Where what the request costs is to be added up; null where nobody wants to know, nor traces it.
    Spent* spending(const http::Request& request) const
    {
        return from_ > Clock::duration::zero() || request.notes.spent.trace != nullptr ? &request.notes.spent : nullptr;
    }

    // A part of the way to its answer is over, or all of it: tells of it if it was slow. A few lines a second: who is
    // slow while many are is only counted.
    void look(const http::Request& request, int status)
    {
        if (from_ == Clock::duration::zero()) return;
        const auto now = Clock::now();
        if (now - request.received >= from_) tell(request, status, now);
    }

private:
    void tell(const http::Request&, int status, Clock::time_point now);

    const Clock::duration from_;
    PerSecond lines_{5};
    std::atomic<std::uint64_t> untold_ = 0;
};

} // namespace cairn::app
