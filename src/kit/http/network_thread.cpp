#include "http/network_thread.hpp"

#include <algorithm>

#include "base/figures.hpp"
#include "base/log.hpp"
#include "http/connection.hpp"

namespace cairn::http {

namespace {

Gauge open_connections("cairn_http_connections", "", "Connections of clients.");

// Fine enough that the shortest timeout is kept within a quarter, and never so fine that it costs anything.
Clock::duration tick_for(const Options& options)
{
    const auto shortest =
        std::min({options.head_timeout, options.idle_timeout, options.body_timeout, options.write_timeout});
    return std::clamp<Clock::duration>(shortest / 4, std::chrono::milliseconds(5), std::chrono::milliseconds(500));
}

// For people and logs: without the port, and an IPv4 client is one however it came.
std::string address_of(const Socket& socket)
{
    boost::system::error_code error;
    const auto endpoint = socket.remote_endpoint(error);
    if (error) return {};
    const auto address = endpoint.address();
    if (address.is_v6() && address.to_v6().is_v4_mapped())
        return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).to_string();
    return address.to_string();
}

} // namespace

NetworkThread::NetworkThread(Shared& shared) : shared_(shared), tick_(tick_for(shared.options)) { }

NetworkThread::~NetworkThread() = default;

void NetworkThread::run() { context_.run(); }

void NetworkThread::adopt(Socket socket)
{
    if (stopping_ || shared_.connections.load(std::memory_order_relaxed) >= shared_.options.connections) return;
    boost::system::error_code error;
    socket.set_option(asio::ip::tcp::no_delay(true), error);
    socket.non_blocking(true, error);
    if (error) return;
    auto peer = address_of(socket);
    auto stream = shared_.tls ? make_tls_stream(std::move(socket), *shared_.tls) : make_stream(std::move(socket));
    Connection::start(std::make_unique<Connection>(*this, shared_, std::move(stream), std::move(peer)));
}

void NetworkThread::add(Connection& connection)
{
    connection.index = connections_.size();
    connections_.push_back(&connection);
    shared_.connections.fetch_add(1, std::memory_order_relaxed);
    open_connections.add(1);
    if (!timer_runs_) start_timer();
}

void NetworkThread::remove(Connection& connection)
{
    connections_[connection.index] = connections_.back();
    connections_[connection.index]->index = connection.index;
    connections_.pop_back();
    shared_.connections.fetch_sub(1, std::memory_order_relaxed);
    open_connections.add(-1);
    end_if_idle();
}

void NetworkThread::start_timer()
{
    timer_runs_ = true;
    timer_.expires_after(tick_);
    timer_.async_wait([this](const boost::system::error_code& error) {
        timer_runs_ = false;
        if (error || connections_.empty()) return;
        look_for_late_ones();
        start_timer();
    });
}

void NetworkThread::look_for_late_ones()
{
    const auto now = Clock::now();
    for (auto* connection : connections_) connection->expire_if_late(now);
}

void NetworkThread::stop()
{
    if (stopping_) return;
    stopping_ = true;
    for (auto* connection : connections_) connection->stop_if_idle();
    cut_timer_.expires_after(shared_.options.stop_timeout);
    cut_timer_.async_wait([this](const boost::system::error_code& error) {
        if (error) return;
        log::warn("connections did not finish in time and are cut", {{"connections", connections_.size()}});
        for (auto* connection : connections_) connection->cut();
    });
    end_if_idle();
}

void NetworkThread::end_if_idle()
{
    if (!stopping_ || !connections_.empty()) return;
    timer_.cancel();
    cut_timer_.cancel();
    work_.reset();
}

} // namespace cairn::http
