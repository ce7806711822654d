#include "http/stream.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <fmt/format.h>

#include <stdexcept>

namespace cairn::http {

namespace {

class TlsStream final : public Stream {
public:
    TlsStream(Socket socket, asio::ssl::context& context) : stream_(std::move(socket), context) { }

    void start_handshake(Pending& pending) override
    {
        stream_.async_handshake(asio::ssl::stream_base::server,
                                [&pending](const auto& error) { pending.finish(error); });
    }

    void start_read(asio::mutable_buffer buffer, Pending& pending) override
    {
        stream_.async_read_some(buffer, [&pending](const auto& error, std::size_t n) { pending.finish(error, n); });
    }

    void start_write(Buffers buffers, Pending& pending) override
    {
        stream_.async_write_some(buffers, [&pending](const auto& error, std::size_t n) { pending.finish(error, n); });
    }

    void start_shutdown(Pending& pending) override
    {
        stream_.async_shutdown([&pending](const auto& error) { pending.finish(error); });
    }

    Transfer write_now(Buffers) override { return {asio::error::would_block, 0}; }

    bool is_secure() const override { return true; }
    Socket& socket() override { return stream_.next_layer(); }

private:
    asio::ssl::stream<Socket> stream_;
};

// Clients that speak HTTP/2 too are told that here it is HTTP/1.1, instead of being left to guess.
int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* length, const unsigned char* offered,
                    unsigned int size, void*)
{
    static constexpr unsigned char ours[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
    unsigned char* found = nullptr;
    if (SSL_select_next_proto(&found, length, ours, sizeof ours, offered, size) != OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_NOACK;
    *chosen = found;
    return SSL_TLSEXT_ERR_OK;
}

} // namespace

std::unique_ptr<Stream> make_tls_stream(Socket socket, asio::ssl::context& context)
{
    return std::make_unique<TlsStream>(std::move(socket), context);
}

asio::ssl::context make_tls_context(const std::string& certificate_file, const std::string& key_file)
{
    asio::ssl::context context(asio::ssl::context::tls_server);
    boost::system::error_code error;
    context.use_certificate_chain_file(certificate_file, error);
    if (error) throw std::runtime_error(fmt::format("TLS certificate {}: {}", certificate_file, error.message()));
    context.use_private_key_file(key_file, asio::ssl::context::pem, error);
    if (error) throw std::runtime_error(fmt::format("TLS key {}: {}", key_file, error.message()));

    auto* native = context.native_handle();
    if (SSL_CTX_check_private_key(native) != 1)
        throw std::runtime_error(fmt::format("TLS key {} is not that of certificate {}", key_file, certificate_file));
    SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
    SSL_CTX_set_options(native, SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_NO_RENEGOTIATION);
    // A connection that waits for its next request needs no buffers: 34 KiB less for each.
    SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_alpn_select_cb(native, choose_protocol, nullptr);
    return context;
}

} // namespace cairn::http
