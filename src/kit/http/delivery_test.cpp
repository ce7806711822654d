// What the client's headers make of an answer, and files.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "http/compression.hpp"
#include "http/test_server.hpp"

namespace cairn::http::test {

namespace {

std::string long_text()
{
    std::string lines;
    for (int i = 0; i < 300; ++i) lines += fmt::format("line {}\n", i);
    return lines;
}

// A file without a name, gone when the last descriptor is closed.
class File {
public:
    explicit File(std::string_view content)
    {
        std::string path = "/tmp/cairn-http-test-XXXXXX";
        descriptor_ = ::mkstemp(path.data());
        ::unlink(path.c_str());
        EXPECT_EQ(::write(descriptor_, content.data(), content.size()), static_cast<ssize_t>(content.size()));
    }
    ~File() { ::close(descriptor_); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    FileRange range(std::uint64_t length, std::uint64_t offset = 0) const
    {
        return {std::make_shared<const Descriptor>(::dup(descriptor_)), offset, length};
    }

private:
    int descriptor_ = -1;
};

std::size_t open_descriptors()
{
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
    return count;
}

} // namespace

TEST(Files, AreClosedWithAnAnswerThatIsNeverSent)
{
    const File file("abc");
    const auto before = open_descriptors();
    {
        const Response dropped{200, {}, file.range(3)};
        EXPECT_EQ(open_descriptors(), before + 1);
    }
    EXPECT_EQ(open_descriptors(), before);
}

TEST(Gzip, ComesWhenItIsAskedForAndPays)
{
    FunctionService service([](Request& request) {
        auto response = text(request.target == "/short" ? "short" : long_text());
        response.set("ETag", "\"v1\"");
        if (request.target == "/encoded") response.set("Content-Encoding", "br");
        if (request.target == "/binary") response.headers[0].second = "image/png";
        return response;
    });
    for (const bool quick : {false, true}) {
        service.intake.quick = quick;
        TestServer server(service);
        Client client(server.port());
        auto reply = client.ask(get("/", "Accept-Encoding: br, gzip;q=0.8\r\n"));
        EXPECT_EQ(reply.header("content-encoding"), "gzip");
        EXPECT_EQ(reply.header("vary"), "Accept-Encoding");
        EXPECT_EQ(reply.header("etag"), "W/\"v1\"");
        EXPECT_EQ(reply.body, gzip(long_text()));

        reply = client.ask(get("/", "Accept-Encoding: gzip;q=0\r\n"));
        EXPECT_EQ(reply.header("content-encoding"), "");
        EXPECT_EQ(reply.header("vary"), "Accept-Encoding");
        EXPECT_EQ(reply.header("etag"), "\"v1\"");
        EXPECT_EQ(reply.body, long_text());

        for (const auto* target : {"/short", "/encoded", "/binary"}) {
            reply = client.ask(get(target, "Accept-Encoding: gzip\r\n"));
            EXPECT_NE(reply.header("content-encoding"), "gzip") << target;
            EXPECT_EQ(reply.header("etag"), "\"v1\"") << target;
        }

        client.send("HEAD / HTTP/1.1\r\nHost: h\r\nAccept-Encoding: gzip\r\n\r\n");
        reply = client.receive(true);
        EXPECT_EQ(reply.header("content-length"), std::to_string(gzip(long_text()).size()));
    }
}

TEST(Gzip, CanBeSwitchedOff)
{
    FunctionService service([](Request&) { return text(long_text()); });
    Options options;
    options.compress_from = 0;
    TestServer server(service, options);
    EXPECT_EQ(Client(server.port()).ask(get("/", "Accept-Encoding: gzip\r\n")).body, long_text());
}

TEST(Conditional, AKnownEtagIs304)
{
    FunctionService service([](Request& request) {
        auto response = text("body", request.target == "/missing" ? 404 : 200);
        response.set("ETag", "\"v1\"");
        response.set("Cache-Control", "private");
        return response;
    });
    TestServer server(service);
    Client client(server.port());
    const auto same = "If-None-Match: \"v0\", W/\"v1\"\r\n";
    auto reply = client.ask(get("/", same));
    EXPECT_EQ(reply.status, 304);
    EXPECT_EQ(reply.header("etag"), "\"v1\"");
    EXPECT_EQ(reply.header("cache-control"), "private");
    EXPECT_EQ(reply.header("content-length"), "");
    EXPECT_EQ(client.ask(get("/", "If-None-Match: \"v2\"\r\n")).body, "body");
    EXPECT_EQ(client.ask(get("/missing", same)).status, 404);
    EXPECT_EQ(client.ask(post("/", "", same)).status, 200);
    client.send(fmt::format("HEAD / HTTP/1.1\r\nHost: h\r\n{}\r\n", same));
    EXPECT_EQ(client.receive(true).status, 304);
}

TEST(Conditional, AnAnswerThatWouldBeCompressedIsKnownByItsWeakTag)
{
    FunctionService service([](Request&) {
        auto response = text(long_text());
        response.set("ETag", "\"v1\"");
        return response;
    });
    TestServer server(service);
    const auto reply = Client(server.port()).ask(get("/", "If-None-Match: W/\"v1\"\r\nAccept-Encoding: gzip\r\n"));
    EXPECT_EQ(reply.status, 304);
    EXPECT_EQ(reply.header("etag"), "W/\"v1\"");
    EXPECT_EQ(reply.header("content-encoding"), "");
}

TEST(Files, AreSentWholeAndInParts)
{
    const std::string content = "0123456789abcdef";
    const File file(content);
    FunctionService service([&](Request&) {
        Response response{200, {}, file.range(content.size())};
        response.set("ETag", "\"f\"");
        return response;
    });
    for (const bool quick : {false, true}) {
        service.intake.quick = quick;
        TestServer server(service);
        Client client(server.port());
        auto reply = client.ask(get("/"));
        EXPECT_EQ(reply.status, 200);
        EXPECT_EQ(reply.body, content);
        EXPECT_EQ(reply.header("accept-ranges"), "bytes");

        reply = client.ask(get("/", "Range: bytes=4-7\r\n"));
        EXPECT_EQ(reply.status, 206);
        EXPECT_EQ(reply.body, "4567");
        EXPECT_EQ(reply.header("content-range"), "bytes 4-7/16");
        EXPECT_EQ(reply.header("content-length"), "4");

        EXPECT_EQ(client.ask(get("/", "Range: bytes=-4\r\n")).body, "cdef");
        reply = client.ask(get("/", "Range: bytes=16-\r\n"));
        EXPECT_EQ(reply.status, 416);
        EXPECT_EQ(reply.header("content-range"), "bytes */16");

        EXPECT_EQ(client.ask(get("/", "Range: bytes=0-1,4-5\r\n")).body, content);
        EXPECT_EQ(client.ask(get("/", "Range: bytes=4-7\r\nIf-Range: \"f\"\r\n")).body, "4567");
        EXPECT_EQ(client.ask(get("/", "Range: bytes=4-7\r\nIf-Range: W/\"f\"\r\n")).body, content);
        EXPECT_EQ(client.ask(get("/", "Range: bytes=4-7\r\nIf-Range: \"other\"\r\n")).body, content);
        EXPECT_EQ(client.ask(get("/", "Range: bytes=4-7\r\nIf-None-Match: \"f\"\r\n")).status, 304);
    }
}

TEST(Files, ARangeIsOfThePartThatTheServiceOffers)
{
    const File file("....0123456789");
    FunctionService service([&](Request&) { return Response{200, {}, file.range(10, 4)}; });
    TestServer server(service);
    EXPECT_EQ(Client(server.port()).ask(get("/", "Range: bytes=2-3\r\n")).body, "23");
}

TEST(Files, AreClosedHoweverTheExchangeEnds)
{
    const File file("content");
    FunctionService service([&](Request& request) {
        Response response{200, {}, file.range(request.target == "/promises" ? 100 : 7)};
        response.set("ETag", "\"f\"");
        if (request.target == "/nothing") response.status = 204;
        return response;
    });
    TestServer server(service);
    {
        Client warm_up(server.port());
        warm_up.ask(get("/"));
    }
    const auto before = open_descriptors();
    for (int i = 0; i < 10; ++i) {
        Client client(server.port());
        client.ask(get("/"));
        client.ask(get("/", "If-None-Match: *\r\n"));
        client.ask(get("/", "Range: bytes=50-\r\n"));
        client.ask(get("/nothing"));
        client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n");
        client.receive(true);
        client.ask(get("/promises"));
        EXPECT_TRUE(client.is_closed());
    }
    // The last connections are closed by the server a moment after the client has seen the end.
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (open_descriptors() > before && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    EXPECT_LE(open_descriptors(), before);
}

} // namespace cairn::http::test
