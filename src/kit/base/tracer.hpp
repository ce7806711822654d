// Who decides what is traced, and takes what was: there is one while tracing is on (telemetry/exporter.hpp), and nobody
// otherwise.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string_view>

#include "base/trace.hpp"

namespace cairn::tracing {

// Safe from any thread.
class Tracer {
public:
    virtual ~Tracer() = default;

    // Null: it is not traced. `traceparent` is the request's header, whatever a stranger has put there.
    virtual std::shared_ptr<Trace> begin_request(std::string_view traceparent, Clock::time_point begin) = 0;
    // `cause`: the traceparent that was kept with the job; empty for most.
    virtual std::shared_ptr<Trace> begin_job(std::string_view cause) = 0;
    // It is over, and nobody writes to it any more. Never waits.
    virtual void take(std::shared_ptr<Trace>) = 0;

    // Null: tracing is off.
    static Tracer* now() { return current.load(std::memory_order_acquire); }

protected:
    // Whoever is the tracer outlives all work.
    static void install(Tracer* tracer) { current.store(tracer, std::memory_order_release); }

private:
    static inline constinit std::atomic<Tracer*> current = nullptr;
};

} // namespace cairn::tracing
