// Private to src/http: a client's byte stream as a connection sees it, with TLS or without.
#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/system/error_code.hpp>

#include <coroutine>
#include <memory>
#include <span>

namespace cairn::http {

namespace asio = boost::asio;

// With its executor's type, and not any of them: every operation asks the executor for something.
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<asio::ip::tcp, Executor>;

// How an operation ended; it resumes who waits for it.
struct Transfer {
    boost::system::error_code error;
    std::size_t bytes = 0;
};

struct Pending {
    void finish(boost::system::error_code error, std::size_t bytes = 0)
    {
        result = {error, bytes};
        waiter.resume();
    }

    Transfer result;
    std::coroutine_handle<> waiter;
};

using Buffers = std::span<const asio::const_buffer>;

// Belongs to one connection, and is used on its network thread alone.
class Stream {
public:
    virtual ~Stream() = default;

    virtual void start_handshake(Pending&) = 0;
    virtual void start_read(asio::mutable_buffer, Pending&) = 0;
    virtual void start_write(Buffers, Pending&) = 0;
    virtual void start_shutdown(Pending&) = 0; // no more will be sent; the client learns that this was on purpose

    // What can be written without waiting. error::would_block: nothing, start_write() is the way.
    virtual Transfer write_now(Buffers) = 0;

    virtual bool is_secure() const = 0;
    virtual Socket& socket() = 0;

    void cancel(); // the operation under way ends with an error
    void close();
};

std::unique_ptr<Stream> make_stream(Socket);
std::unique_ptr<Stream> make_tls_stream(Socket, asio::ssl::context&);

// TLS 1.2 and later with a certificate chain and its key, both PEM. Throws std::runtime_error that names the file.
asio::ssl::context make_tls_context(const std::string& certificate_file, const std::string& key_file);

// co_await Operation{[&](Pending& p) { stream.start_read(buffer, p); }}
template <class Start> struct Operation {
    Start start;
    Pending pending{};

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> waiter)
    {
        pending.waiter = waiter;
        start(pending);
    }
    Transfer await_resume() const noexcept { return pending.result; }
};
template <class Start> Operation(Start) -> Operation<Start>;

} // namespace cairn::http
