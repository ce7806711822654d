// Calls of webhooks under way: many at a time in one thread, none of which waits for another.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "http/outgoing_calls.hpp"

namespace cairn::webhooks {

struct OutgoingCall {
    std::string method;
    std::string url;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    // A header that is for this host alone: a redirect to another one goes without it.
    std::string authorization;
};

struct CallOutcome {
    int status = 0;    // 0: there was no answer
    std::string error; // why not
    std::string headers;
    std::string body; // its beginning
    std::chrono::milliseconds duration{};

    bool good() const { return status >= 200 && status < 300; }
};

class Transfers {
public:
    struct Options {
        http::ReachableHosts hosts;
        std::chrono::milliseconds timeout; // for a whole call, with all that it is led to
        bool verify_tls = true;
        http::OutgoingProxy proxy{};
    };

    // What is under way when they are gone is broken off.
    explicit Transfers(Options);

    // `id` is the caller's, and comes back with the outcome.
    void begin(std::int64_t id, OutgoingCall);

    std::size_t under_way() const;

    // Works on them until one is over, wake() was called, or the time is up.
    std::vector<std::pair<std::int64_t, CallOutcome>> work(std::chrono::milliseconds at_most);

    // From any thread.
    void wake();

private:
    const std::chrono::milliseconds timeout_;
    http::OutgoingCalls calls_;
};

} // namespace cairn::webhooks
