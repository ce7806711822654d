#include "http/stream.hpp"

#include <boost/asio/post.hpp>

namespace cairn::http {

namespace {

class PlainStream final : public Stream {
public:
    explicit PlainStream(Socket socket) : socket_(std::move(socket)) { }

    void start_handshake(Pending& pending) override { finish_soon(pending); }

    void start_read(asio::mutable_buffer buffer, Pending& pending) override
    {
        socket_.async_read_some(buffer, [&pending](const auto& error, std::size_t n) { pending.finish(error, n); });
    }

    void start_write(Buffers buffers, Pending& pending) override
    {
        socket_.async_write_some(buffers, [&pending](const auto& error, std::size_t n) { pending.finish(error, n); });
    }

    void start_shutdown(Pending& pending) override
    {
        boost::system::error_code ignored;
        socket_.shutdown(Socket::shutdown_send, ignored);
        finish_soon(pending);
    }

    Transfer write_now(Buffers buffers) override
    {
        Transfer done;
        if (buffers.size() == 1) done.bytes = socket_.write_some(asio::const_buffer(buffers.front()), done.error);
        else done.bytes = socket_.write_some(buffers, done.error);
        return done;
    }

    bool is_secure() const override { return false; }
    Socket& socket() override { return socket_; }

private:
    void finish_soon(Pending& pending)
    {
        asio::post(socket_.get_executor(), [&pending] { pending.finish({}); });
    }

    Socket socket_;
};

} // namespace

void Stream::cancel()
{
    boost::system::error_code ignored;
    socket().cancel(ignored);
}

void Stream::close()
{
    boost::system::error_code ignored;
    socket().close(ignored);
}

std::unique_ptr<Stream> make_stream(Socket socket) { return std::make_unique<PlainStream>(std::move(socket)); }

} // namespace cairn::http
