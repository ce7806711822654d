// Listening, and the lives of the threads. What happens on a connection is in connection.cpp.
#include "http/server.hpp"

#include <atomic>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <deque>
#include <fmt/format.h>
#include <stdexcept>
#include <thread>

#include "base/log.hpp"
#include "http/network_thread.hpp"

namespace cairn::http {

namespace {

using asio::ip::tcp;
using Acceptor = asio::basic_socket_acceptor<tcp, Executor>;

// How long to wait when the system has no descriptor or memory for another connection.
constexpr std::chrono::milliseconds accept_pause{100};

// An address, or a name that stands for one ("localhost").
tcp::endpoint endpoint_of(asio::io_context& context, const std::string& address, std::uint16_t port)
{
    boost::system::error_code error;
    const auto literal = asio::ip::make_address(address, error);
    if (!error) return {literal, port};
    tcp::resolver resolver(context);
    const auto found = resolver.resolve(address, std::to_string(port), tcp::resolver::passive, error);
    if (error || found.empty())
        throw std::runtime_error(fmt::format("cannot listen on {}: {}", address, error.message()));
    return found.begin()->endpoint();
}

} // namespace

std::uint64_t Service::client_of(const Request& request) { return std::hash<std::string_view>()(request.peer) | 1; }

class Server::Impl {
public:
    Impl(Options options, Service& service) : shared_{std::move(options), service, {}}
    {
        set_up_tls();
        const auto wanted = shared_.options.network_threads;
        const auto count = wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
        for (unsigned i = 0; i < count; ++i) threads_.emplace_back(shared_);
        acceptor_.emplace(threads_.front().executor());
        pause_.emplace(threads_.front().executor());
        listen();
    }

    std::uint16_t port() const { return port_; }

    void run()
    {
        accept();
        std::vector<std::jthread> others;
        for (auto& thread : threads_)
            if (&thread != &threads_.front()) others.emplace_back([&thread] { thread.run(); });
        threads_.front().run();
    }

    void stop()
    {
        if (stopped_.exchange(true)) return;
        asio::post(threads_.front().executor(), [this] {
            boost::system::error_code ignored;
            acceptor_->close(ignored);
            pause_->cancel();
        });
        for (auto& thread : threads_) asio::post(thread.executor(), [&thread] { thread.stop(); });
    }

private:
    void set_up_tls()
    {
        const auto& options = shared_.options;
        if (options.certificate_file.empty() && options.key_file.empty()) return;
        shared_.tls.emplace(make_tls_context(options.certificate_file, options.key_file));
    }

    void listen()
    {
        const auto& options = shared_.options;
        const auto endpoint = endpoint_of(threads_.front().context(), options.address, options.port);
        try {
            acceptor_->open(endpoint.protocol());
            acceptor_->set_option(tcp::acceptor::reuse_address(true));
            // "::" is every address of the machine, the old ones too.
            if (endpoint.address().is_v6())
                acceptor_->set_option(asio::ip::v6_only(!endpoint.address().is_unspecified()));
            acceptor_->bind(endpoint);
            acceptor_->listen();
            port_ = acceptor_->local_endpoint().port();
        } catch (const boost::system::system_error& e) {
            throw std::runtime_error(
                fmt::format("cannot listen on {} port {}: {}", options.address, options.port, e.code().message()));
        }
    }

    // The threads take turns; a connection stays where it came to.
    void accept()
    {
        auto& next = threads_[turn_++ % threads_.size()];
        acceptor_->async_accept(next.context(), [this, &next](const boost::system::error_code& error, Socket socket) {
            if (stopped_) return;
            if (error) return accept_after(error);
            asio::dispatch(next.executor(),
                           [&next, socket = std::move(socket)]() mutable { next.adopt(std::move(socket)); });
            accept();
        });
    }

    void accept_after(const boost::system::error_code& error)
    {
        if (error == asio::error::operation_aborted) return;
        if (error == asio::error::connection_aborted) return accept(); // its client has given up already
        log::error("cannot accept a connection", {{"error", error.message()}});
        pause_->expires_after(accept_pause);
        pause_->async_wait([this](const boost::system::error_code& cancelled) {
            if (!cancelled && !stopped_) accept();
        });
    }

    Shared shared_;
    std::deque<NetworkThread> threads_; // they cannot be moved
    std::optional<Acceptor> acceptor_;
    std::optional<asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor>> pause_;
    std::uint16_t port_ = 0;
    std::size_t turn_ = 0;
    std::atomic<bool> stopped_ = false;
};

Server::Server(Options options, Service& service) : impl_(std::make_unique<Impl>(std::move(options), service)) { }
Server::~Server() = default;
std::uint16_t Server::port() const { return impl_->port(); }
void Server::run() { impl_->run(); }
void Server::stop() { impl_->stop(); }

} // namespace cairn::http
