#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "http/test_server.hpp"

namespace cairn::http::test {

namespace {

template <auto Free> struct Freed {
    template <class T> void operator()(T* thing) const { Free(thing); }
};
using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Freed<X509_free>>;

// A folder with a new key and a certificate that it has signed itself.
class Credentials {
public:
    Credentials()
    {
        std::string pattern = "/tmp/cairn-http-test-XXXXXX";
        folder_ = ::mkdtemp(pattern.data());
        const Key key(EVP_EC_gen("P-256"));
        const Certificate certificate(X509_new());
        X509_set_version(certificate.get(), X509_VERSION_3);
        ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
        X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -60);
        X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
        X509_set_pubkey(certificate.get(), key.get());
        auto* name = X509_get_subject_name(certificate.get());
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("localhost"), -1,
                                   -1, 0);
        X509_set_issuer_name(certificate.get(), name);
        X509_sign(certificate.get(), key.get(), EVP_sha256());
        write("certificate.pem", [&](BIO* out) { PEM_write_bio_X509(out, certificate.get()); });
        write("key.pem",
              [&](BIO* out) { PEM_write_bio_PKCS8PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr); });
    }
    ~Credentials() { std::filesystem::remove_all(folder_); }
    Credentials(const Credentials&) = delete;
    Credentials& operator=(const Credentials&) = delete;

    Options options() const
    {
        Options options;
        options.certificate_file = folder_ + "/certificate.pem";
        options.key_file = folder_ + "/key.pem";
        return options;
    }
    const std::string& folder() const { return folder_; }

private:
    template <class Print> void write(const char* name, Print print)
    {
        BIO* file = BIO_new_file((folder_ + "/" + name).c_str(), "w");
        print(file);
        BIO_free(file);
    }

    std::string folder_;
};

class TlsClient {
public:
    explicit TlsClient(std::uint16_t port, int version = TLS1_3_VERSION)
        : context_(SSL_CTX_new(TLS_client_method())), socket_(::socket(AF_INET, SOCK_STREAM, 0))
    {
        SSL_CTX_set_min_proto_version(context_.get(), version);
        SSL_CTX_set_max_proto_version(context_.get(), version);
        SSL_CTX_set_options(context_.get(), SSL_OP_IGNORE_UNEXPECTED_EOF);
        SSL_CTX_set_security_level(context_.get(), 0); // so that the server is the one to refuse old versions
        static constexpr unsigned char protocols[] = "\x02h2\x08http/1.1";
        SSL_CTX_set_alpn_protos(context_.get(), protocols, sizeof protocols - 1);
        const timeval patience{10, 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return;
        ssl_.reset(SSL_new(context_.get()));
        SSL_set_fd(ssl_.get(), socket_);
        connected = SSL_connect(ssl_.get()) == 1;
    }
    ~TlsClient()
    {
        ssl_.reset();
        ::close(socket_);
    }
    TlsClient(const TlsClient&) = delete;
    TlsClient& operator=(const TlsClient&) = delete;

    bool send(std::string_view bytes)
    {
        return SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size())) > 0;
    }
    std::string read_to_end()
    {
        std::string all;
        char bytes[65536];
        for (int count = 0; (count = SSL_read(ssl_.get(), bytes, sizeof bytes)) > 0;)
            all.append(bytes, static_cast<std::size_t>(count));
        return all;
    }
    bool was_closed_properly() const { return (SSL_get_shutdown(ssl_.get()) & SSL_RECEIVED_SHUTDOWN) != 0; }
    std::string protocol() const
    {
        const unsigned char* name = nullptr;
        unsigned length = 0;
        SSL_get0_alpn_selected(ssl_.get(), &name, &length);
        return {reinterpret_cast<const char*>(name), length};
    }

    bool connected = false;

private:
    std::unique_ptr<SSL_CTX, Freed<SSL_CTX_free>> context_;
    std::unique_ptr<SSL, Freed<SSL_free>> ssl_;
    int socket_ = -1;
};

Response describe(Request& request)
{
    return text(fmt::format("{} {} {}", request.secure, request.target, request.body.size()));
}

} // namespace

TEST(Tls, AnswersLikeAPlainConnection)
{
    const Credentials credentials;
    FunctionService service(describe);
    for (const bool quick : {false, true}) {
        service.intake.quick = quick;
        TestServer server(service, credentials.options());
        for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
            TlsClient client(server.port(), version);
            ASSERT_TRUE(client.connected);
            EXPECT_EQ(client.protocol(), "http/1.1");
            client.send(post("/one", std::string(200'000, 'x')) + get("/two") + get("/three", "Connection: close\r\n"));
            const auto all = client.read_to_end();
            EXPECT_NE(all.find("true /one 200000"), all.npos);
            EXPECT_NE(all.find("true /two 0"), all.npos);
            EXPECT_TRUE(all.ends_with("true /three 0"));
            EXPECT_TRUE(client.was_closed_properly());
        }
    }
}

TEST(Tls, StreamsBothWays)
{
    const Credentials credentials;
    FunctionService service([](Request& request) {
        return Response{200, {}, Producer{[&request](BodyWriter& out) {
                            std::vector<char> buffer(10'000);
                            while (const auto count = request.stream->read(buffer)) out.write({buffer.data(), count});
                        }}};
    });
    service.intake = {.body = Intake::Body::streamed, .body_limit = 100 << 20};
    TestServer server(service, credentials.options());
    TlsClient client(server.port());
    const std::string body(50'000, 'b');
    client.send("POST / HTTP/1.0\r\nContent-Length: 50000\r\n\r\n" + body);
    EXPECT_TRUE(client.read_to_end().ends_with("\r\n\r\n" + body));

    service.answer = [](Request&) { return Response{200, {}, std::string(20 << 20, 'y')}; };
    TlsClient large(server.port());
    large.send(get("/", "Connection: close\r\n"));
    EXPECT_GT(large.read_to_end().size(), std::size_t(20) << 20);
}

TEST(Tls, RefusesOldVersions)
{
    const Credentials credentials;
    FunctionService service(describe);
    TestServer server(service, credentials.options());
    EXPECT_FALSE(TlsClient(server.port(), TLS1_1_VERSION).connected);
    EXPECT_TRUE(TlsClient(server.port(), TLS1_2_VERSION).connected);
}

TEST(Tls, AHandshakeThatDoesNotEndIsCut)
{
    const Credentials credentials;
    FunctionService service(describe);
    auto options = credentials.options();
    options.head_timeout = std::chrono::milliseconds(100);
    TestServer server(service, options);
    Client silent(server.port());
    EXPECT_TRUE(silent.is_closed());
    Client plain(server.port()); // HTTP on the TLS port
    plain.send(get("/"));
    plain.read_to_end();
    EXPECT_TRUE(service.log().empty());
}

TEST(Tls, StopsLikeAPlainConnection)
{
    const Credentials credentials;
    FunctionService service(describe);
    TestServer server(service, credentials.options());
    TlsClient idle(server.port());
    ASSERT_TRUE(idle.connected);
    server.stop();
    EXPECT_EQ(idle.read_to_end(), "");
    server.join();
}

TEST(Tls, ABadFileIsNamed)
{
    const Credentials credentials;
    const Credentials other;
    FunctionService service(describe);
    const auto reason = [&](auto change) -> std::string {
        auto options = credentials.options();
        options.port = 0;
        change(options);
        try {
            const Server server(options, service);
        } catch (const std::runtime_error& e) {
            return e.what();
        }
        return "none";
    };
    const auto mentions = [](const std::string& what, const std::string& part) { return what.find(part) != what.npos; };
    EXPECT_TRUE(mentions(reason([](Options& o) { o.certificate_file = "/nonexistent.pem"; }), "/nonexistent.pem"));
    EXPECT_TRUE(mentions(reason([](Options& o) { o.key_file = "/nonexistent.pem"; }), "/nonexistent.pem"));
    const auto junk = credentials.folder() + "/junk.pem";
    std::ofstream(junk) << "junk";
    EXPECT_TRUE(mentions(reason([&](Options& o) { o.certificate_file = junk; }), junk));
    EXPECT_TRUE(mentions(reason([&](Options& o) { o.key_file = junk; }), junk));
    EXPECT_TRUE(mentions(reason([&](Options& o) { o.key_file = other.options().key_file; }), "key.pem"));
    EXPECT_TRUE(mentions(reason([](Options& o) { o.key_file.clear(); }), "key"));
    EXPECT_EQ(reason([](Options&) { }), "none");
}

} // namespace cairn::http::test
