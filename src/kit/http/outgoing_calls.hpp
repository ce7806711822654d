// Calls to other servers, many at a time in one thread, none of which waits for another. What http/client.hpp promises
// of a call holds for each of them.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "http/client.hpp"

namespace cairn::http {

// Of one thread, but for wake().
class OutgoingCalls {
public:
    struct Finished {
        std::int64_t id;
        Result<OutgoingResponse> outcome;
        std::chrono::milliseconds duration; // with all that it was led to
    };

    explicit OutgoingCalls(OutgoingRules);
    ~OutgoingCalls(); // what is under way is broken off
    OutgoingCalls(const OutgoingCalls&) = delete;
    OutgoingCalls& operator=(const OutgoingCalls&) = delete;

    // `id` is the caller's, and comes back with the outcome: from work(), also where nothing is called.
    void begin(std::int64_t id, OutgoingRequest);

    std::size_t under_way() const;

    // Works on them until one is over, wake() was called, or the time is up.
    std::vector<Finished> work(std::chrono::milliseconds at_most);

    // From any thread.
    void wake();

private:
    struct Call;
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace cairn::http
