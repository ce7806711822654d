// Sends traces to where the operator looks at them ([tracing]).
//
// Whoever has ended its work leaves the trace here and goes on: that is one short lock, and where too many wait the
// trace is dropped and counted. One thread makes messages of them and sends them, one at a time. A collector that is
// away or busy is asked again, as the protocol has it; for how long depends on nothing that it says.
//
// What is traced is decided when work begins: a part of everything, by lot. A request with a traceparent goes on with
// that trace, and is traced or not as its flag says. But anybody can send one: beyond the lot only so many a second are
// traced because they ask for it.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <thread>

#include "base/per_second.hpp"
#include "base/tracer.hpp"
#include "http/client.hpp"
#include "telemetry/otlp.hpp"

namespace cairn::telemetry {

using tracing::Clock;

// There is one for a process at most, while tracing is on. It outlives all work that may be traced.
class Exporter final : public tracing::Tracer {
public:
    struct Options {
        std::string endpoint;
        std::vector<std::pair<std::string, std::string>> headers{};
        double ratio = 1;
        std::uint64_t asked_per_second = 0;
        std::size_t most_waiting = 16U << 20; // bytes of memory
        Resource resource{};
        // Until so much has come, or the time is over, what came first waits for the rest.
        std::size_t message_size = 1U << 20;
        std::chrono::milliseconds gather{1000};
        std::chrono::milliseconds timeout{10'000}; // of one try
        std::chrono::milliseconds first_pause{1000};
        std::chrono::milliseconds longest_pause{30'000};
        std::chrono::milliseconds give_up_after{120'000}; // since the first try
        std::chrono::milliseconds at_the_end{3'000};      // for what still waits then
    };

    explicit Exporter(Options);
    ~Exporter() override; // sends what still waits, if that is quick
    Exporter(const Exporter&) = delete;
    Exporter& operator=(const Exporter&) = delete;

    std::shared_ptr<Trace> begin_request(std::string_view traceparent, Clock::time_point begin) override;
    std::shared_ptr<Trace> begin_job(std::string_view cause) override;
    void take(std::shared_ptr<Trace>) override;

private:
    enum class Fate : std::uint8_t { sent, refused, again };
    struct Attempt {
        Fate fate = Fate::again;
        std::chrono::milliseconds wait{}; // that the collector has asked for; 0: it has not
        std::string why{};
    };

    bool wins_lot() const;
    void work();
    Message gather(std::unique_lock<std::mutex>&);
    void send(std::string message, std::size_t spans);
    Attempt attempt(const std::string& message, std::size_t spans, std::chrono::milliseconds timeout) const;
    void tell_dropped(std::size_t spans, const std::string& why);
    Clock::duration left() const; // of the time at the end; all there is before

    const Options options_;
    const std::uint64_t lot_; // a random number below it wins
    const http::Client client_;
    PerSecond asked_;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::shared_ptr<Trace>> waiting_;
    std::size_t bytes_ = 0; // of these
    bool stopping_ = false;
    Clock::time_point end_ = Clock::time_point::max(); // by then, the thread has ended
    std::atomic<bool> hurries_ = false;

    // The thread's own.
    Clock::time_point told_{}; // when the log last heard of trouble
    bool in_trouble_ = false;
    std::thread thread_;
};

} // namespace cairn::telemetry
