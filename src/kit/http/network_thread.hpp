// Private to src/http: one thread of the network with the connections that live on it.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <atomic>
#include <chrono>
#include <optional>
#include <vector>

#include "http/body_budget.hpp"
#include "http/request_id.hpp"
#include "http/response_head.hpp"
#include "http/server.hpp"
#include "http/stream.hpp"
#include "http/worker_pool.hpp"

namespace cairn::http {

class Connection;
using Clock = std::chrono::steady_clock;

// What all connections of a server share.
struct Shared {
    const Options options;
    Service& service;
    std::optional<asio::ssl::context> tls;
    WorkerPool workers{options.workers, options.queued_requests};
    WorkerPool stream_workers{options.stream_workers, options.queued_requests, WorkerPool::Pace::long_jobs};
    WorkerPool large_body_workers{options.large_body_workers, options.queued_requests};
    BodyBudget bodies{options.bodies_in_flight, options.one_body, options.bodies_in_memory};
    BodyBudget answers{options.answers_in_files, 0, 0};
    std::atomic<std::size_t> connections = 0;
};

// Has an io_context of its own, so that nothing of a connection is ever touched by two threads. Connections do not set
// timers: each notes its deadline, and one coarse timer, which runs only while there are any, looks for the late ones.
class NetworkThread {
public:
    explicit NetworkThread(Shared&);
    ~NetworkThread();

    asio::io_context& context() { return context_; }
    Executor executor() { return context_.get_executor(); }
    void run(); // until stop() has been called and the last connection is gone

    // On this thread.
    void adopt(Socket);
    void stop();
    std::string_view date() { return date_.now(); }
    void next_id(std::string& id) { ids_.next(id); }
    bool is_stopping() const { return stopping_; }

    // For connections, which come when they are made and go when they are destroyed.
    void add(Connection&);
    void remove(Connection&);

private:
    using Timer = asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor>;

    void start_timer();
    void look_for_late_ones();
    void end_if_idle();

    Shared& shared_;
    asio::io_context context_{1};
    asio::executor_work_guard<Executor> work_{context_.get_executor()};
    Timer timer_{context_.get_executor()};
    Timer cut_timer_{context_.get_executor()};
    const Clock::duration tick_;
    bool timer_runs_ = false;
    bool stopping_ = false;
    std::vector<Connection*> connections_;
    DateClock date_;
    RequestIds ids_;
};

} // namespace cairn::http
