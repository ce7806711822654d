// Traces of requests ([tracing]): a span for each, from its head to its answer's last byte, with what it waited for.
#pragma once

#include <chrono>
#include <memory>

#include "base/trace.hpp"
#include "http/message.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::telemetry {
class Exporter;
} // namespace cairn::telemetry

namespace cairn::app {

// Safe from any thread. Outlives all work, for jobs are traced by the same. Where tracing is off, each of these is one
// look at a pointer.
class RequestTraces {
public:
    explicit RequestTraces(const config::Settings&);
    ~RequestTraces(); // sends what still waits
    RequestTraces(const RequestTraces&) = delete;
    RequestTraces& operator=(const RequestTraces&) = delete;

    // Its head is there, and where it leads is known.
    void begin(const http::Request& request) const
    {
        if (exporter_ != nullptr) begin_now(request);
    }
    // A worker has it now.
    void at_worker(const http::Request& request) const
    {
        if (request.notes.spent.trace != nullptr) note_waits(request);
    }
    // Its body is made while it is sent, which is a part of it.
    void watch_body(const http::Request& request, http::Response& response) const
    {
        if (request.notes.spent.trace != nullptr) watch_producer(request, response);
    }
    void end(const http::Request& request, int status, std::uint64_t bytes, std::chrono::nanoseconds duration) const
    {
        if (request.notes.spent.trace != nullptr) end_now(request, status, bytes, duration);
    }

    // What is tried on a network thread and then done anew on a worker is told once.
    class Try {
    public:
        explicit Try(const http::Request& request)
            : trace_(request.notes.spent.trace.get()), before_(trace_ != nullptr ? trace_->size() : 0)
        {
        }
        void forget() const
        {
            if (trace_ != nullptr) trace_->forget_from(before_);
        }

    private:
        tracing::Trace* const trace_;
        const std::size_t before_;
    };

private:
    void begin_now(const http::Request&) const;
    static void note_waits(const http::Request&);
    static void watch_producer(const http::Request&, http::Response&);
    void end_now(const http::Request&, int status, std::uint64_t bytes, std::chrono::nanoseconds) const;

    const bool tells_client_;
    std::unique_ptr<telemetry::Exporter> exporter_; // null: tracing is off
};

} // namespace cairn::app
