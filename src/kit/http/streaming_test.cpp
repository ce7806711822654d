// Bodies that pass through without being held: large ones, slow ones, broken ones.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/test_memory.hpp"
#include "http/test_server.hpp"

namespace cairn::http::test {

namespace {

constexpr std::uint64_t large = std::uint64_t(256) << 20;
// The pipes need a hundredth of it; the rest is for allocators and what runs beside. Sanitizers keep what is freed.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CAIRN_KEEPS_WHAT_IS_FREED
#endif
#endif
#ifdef CAIRN_KEEPS_WHAT_IS_FREED
constexpr std::size_t allowed_growth = 1 << 30;
#else
constexpr std::size_t allowed_growth = 8 << 20;
#endif

// Bytes that differ from place to place, so that a piece that is lost, doubled or moved shows.
char byte_at(std::uint64_t position) { return static_cast<char>(position * 2654435761U >> 16); }

std::string piece_at(std::uint64_t position, std::size_t size)
{
    std::string piece(size, '\0');
    for (std::size_t i = 0; i < size; ++i) piece[i] = byte_at(position + i);
    return piece;
}

// A period of 64 KiB makes the check of 256 MiB cheap.
const std::string& pattern()
{
    static const std::string bytes = piece_at(0, 1 << 16);
    return bytes;
}

bool follows_pattern(std::string_view bytes, std::uint64_t position)
{
    while (!bytes.empty()) {
        const auto at = position % pattern().size();
        const auto count = std::min<std::size_t>(bytes.size(), pattern().size() - at);
        if (bytes.substr(0, count) != std::string_view(pattern()).substr(at, count)) return false;
        bytes.remove_prefix(count);
        position += count;
    }
    return true;
}

Response count_stream(Request& request)
{
    std::uint64_t total = 0;
    bool intact = true;
    std::vector<char> buffer(100'000);
    while (const auto count = request.stream->read(buffer)) {
        intact = intact && follows_pattern({buffer.data(), count}, total);
        total += count;
    }
    return text(fmt::format("{} {}", total, intact));
}

// Reads a body of `size` bytes and says whether it was the pattern.
bool receive_pattern(Client& client, std::uint64_t size, std::size_t& peak)
{
    bool intact = true;
    for (std::uint64_t position = 0; position < size;) {
        const auto bytes = client.read_some();
        if (bytes.empty()) return false;
        intact = intact && follows_pattern(bytes, position);
        position += bytes.size();
        peak = std::max(peak, cairn::test::own_bytes());
    }
    return intact;
}

} // namespace

TEST(Streaming, ALargeBodyPassesThrough)
{
    FunctionService service(count_stream);
    service.intake = {.body = Intake::Body::streamed, .body_limit = large};
    TestServer server(service);
    const auto before = cairn::test::own_bytes();
    std::size_t peak = 0;
    Client client(server.port());
    client.send(fmt::format("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: {}\r\n\r\n", large));
    for (std::uint64_t sent = 0; sent < large; sent += pattern().size()) {
        ASSERT_TRUE(client.send(pattern()));
        peak = std::max(peak, cairn::test::own_bytes());
    }
    EXPECT_EQ(client.receive().body, fmt::format("{} true", large));
    EXPECT_LT(peak, before + allowed_growth);
    EXPECT_EQ(client.ask(post("/", "")).body, "0 true");
}

TEST(Streaming, ALargeChunkedBodyPassesThrough)
{
    FunctionService service(count_stream);
    service.intake = {.body = Intake::Body::streamed, .body_limit = large};
    TestServer server(service);
    Client client(server.port());
    client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
    constexpr std::uint64_t size = 32 << 20;
    for (std::uint64_t sent = 0; sent < size; sent += pattern().size()) {
        ASSERT_TRUE(client.send("7\r\n" + pattern().substr(0, 7) + "\r\n"));
        ASSERT_TRUE(client.send(fmt::format("{:x}\r\n{}\r\n", pattern().size() - 7, pattern().substr(7))));
    }
    client.send("0\r\n\r\n");
    EXPECT_EQ(client.receive().body, fmt::format("{} true", size));
}

TEST(Streaming, ALargeAnswerIsMadeWhileItIsSent)
{
    FunctionService service([](Request& request) {
        Producer producer{[](BodyWriter& out) {
            for (std::uint64_t made = 0; made < large; made += pattern().size()) out.write(pattern());
        }};
        if (request.target == "/length") producer.length = large;
        return Response{200, {}, std::move(producer)};
    });
    TestServer server(service);
    const auto before = cairn::test::own_bytes();
    std::size_t peak = 0;
    {
        Client client(server.port());
        client.send(get("/length"));
        EXPECT_EQ(client.receive(true).header("content-length"), std::to_string(large));
        EXPECT_TRUE(receive_pattern(client, large, peak));
        EXPECT_LT(peak, before + allowed_growth);
    }
    Client old(server.port()); // HTTP/1.0 knows no chunks: the end of the connection is the end of the body
    old.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    const auto reply = old.receive(true);
    EXPECT_EQ(reply.header("transfer-encoding"), "");
    EXPECT_EQ(reply.header("connection"), "close");
    EXPECT_TRUE(receive_pattern(old, large, peak));
    EXPECT_TRUE(old.is_closed());
}

TEST(Streaming, ALargeFileIsSentWhileItIsRead)
{
    std::string path = "/tmp/cairn-http-test-XXXXXX";
    const int file = ::mkstemp(path.data());
    ::unlink(path.c_str());
    for (std::uint64_t written = 0; written < large; written += pattern().size())
        ASSERT_EQ(::write(file, pattern().data(), pattern().size()), static_cast<ssize_t>(pattern().size()));
    // Out of the system's memory, so that some of it has to come from the disk again.
    ::fdatasync(file);
    ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    FunctionService service([&](Request&) {
        return Response{200, {}, FileRange{std::make_shared<const Descriptor>(::dup(file)), 0, large}};
    });
    TestServer server(service);
    const auto before = cairn::test::own_bytes();
    std::size_t peak = 0;
    Client client(server.port());
    client.send(get("/"));
    EXPECT_EQ(client.receive(true).header("content-length"), std::to_string(large));
    EXPECT_TRUE(receive_pattern(client, large, peak));
    EXPECT_LT(peak, before + allowed_growth);
    ::close(file);
}

TEST(Streaming, AnAnswerOfUnknownLengthIsChunked)
{
    FunctionService service([](Request& request) {
        return Response{200, {}, Producer{[empty = request.target == "/empty"](BodyWriter& out) {
                            if (empty) return;
                            out.write("first ");
                            out.write("");
                            out.write("second");
                        }}};
    });
    TestServer server(service);
    Client client(server.port());
    for (int i = 0; i < 3; ++i) {
        const auto reply = client.ask(get("/"));
        EXPECT_EQ(reply.header("transfer-encoding"), "chunked");
        EXPECT_EQ(reply.header("content-length"), "");
        EXPECT_EQ(reply.body, "first second");
    }
    EXPECT_EQ(client.ask(get("/empty")).body, "");
    client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(client.receive(true).header("transfer-encoding"), "chunked");
    EXPECT_EQ(client.ask(get("/")).body, "first second");
}

TEST(Streaming, WhatIsWrittenLeavesAtOnce)
{
    std::mutex hold;
    hold.lock();
    FunctionService service([&](Request&) {
        return Response{200, {}, Producer{[&](BodyWriter& out) {
                            out.write("early");
                            const std::scoped_lock wait(hold);
                            out.write("late");
                        }}};
    });
    TestServer server(service);
    Client client(server.port());
    client.send(get("/"));
    client.receive(true);
    EXPECT_EQ(client.read_line(), "5");
    EXPECT_EQ(client.read_line(), "early"); // while the producer is still waiting for us
    hold.unlock();
    EXPECT_EQ(client.read_line(), "4");
    EXPECT_EQ(client.read_line(), "late");
}

TEST(Streaming, WhatAProducerThrowsFirstIsToldByTheService)
{
    class Telling : public FunctionService {
    public:
        using FunctionService::FunctionService;
        std::optional<Response> failed(const Request&, const std::exception& error) override
        {
            if (std::string_view(error.what()) == "unknown") return {};
            return Response{507, {}, std::string(error.what())};
        }
    } service([](Request& request) {
        return Response{200, {}, Producer{[words = std::string(request.target.substr(1))](BodyWriter& out) {
                            if (words == "late") out.write("early");
                            throw std::runtime_error(words);
                        }}};
    });
    TestServer server(service);
    Client client(server.port());
    const auto reply = client.ask(get("/full"));
    EXPECT_EQ(reply.status, 507);
    EXPECT_EQ(reply.body, "full");
    EXPECT_EQ(client.ask(get("/unknown")).status, 500);
    client.send(get("/late"));
    EXPECT_EQ(client.receive(true).status, 200);
    EXPECT_EQ(client.read_line(), "5");
    EXPECT_EQ(client.read_line(), "early");
    EXPECT_TRUE(client.is_closed()); // it breaks off
}

TEST(Streaming, AProducerMayReadTheRequestWhileItAnswers)
{
    FunctionService service([](Request& request) {
        return Response{200, {}, Producer{[&request](BodyWriter& out) {
                            std::vector<char> buffer(1000);
                            while (const auto count = request.stream->read(buffer)) out.write({buffer.data(), count});
                        }}};
    });
    service.intake = {.body = Intake::Body::streamed, .body_limit = large};
    TestServer server(service);
    Client client(server.port());
    const auto body = piece_at(0, 300'000);
    EXPECT_EQ(client.ask(post("/", body)).body, body);
}

TEST(Streaming, AnAnswerThatBreaksOffDoesNotLookWhole)
{
    FunctionService service([](Request& request) {
        return Response{200,
                        {},
                        Producer{[target = std::string(request.target)](BodyWriter& out) {
                                     if (target == "/early") throw std::runtime_error("before the first byte");
                                     out.write(std::string(200'000, 'x'));
                                     if (target == "/throws") throw std::runtime_error("in the middle");
                                 },
                                 request.target == "/short"      ? std::optional<std::uint64_t>(300'000)
                                     : request.target == "/long" ? std::optional<std::uint64_t>(100'000)
                                                                 : std::nullopt}};
    });
    TestServer server(service);
    Client early(server.port());
    EXPECT_EQ(early.ask(get("/early")).status, 500);

    Client throws(server.port());
    throws.send(get("/throws"));
    EXPECT_FALSE(throws.read_to_end().ends_with("0\r\n\r\n"));
    Client falls_short(server.port());
    falls_short.send(get("/short"));
    falls_short.receive(true);
    EXPECT_LT(falls_short.read_to_end().size(), 300'000U);
    Client goes_on(server.port());
    goes_on.send(get("/long"));
    goes_on.receive(true);
    EXPECT_LT(goes_on.read_to_end().size(), 100'001U);
}

TEST(Streaming, OfWhatCanBeMadeInPartsNoMoreIsMadeThanWasAskedFor)
{
    FunctionService service([](Request&) {
        const auto part = [](BodyWriter& out, std::uint64_t offset, std::uint64_t length) {
            out.write(std::string_view("0123456789").substr(offset, length));
        };
        return Response{200, {}, Producer{[](BodyWriter& out) { out.write("0123456789"); }, 10, part}};
    });
    TestServer server(service);
    Client client(server.port());
    EXPECT_EQ(client.ask(get("/")).body, "0123456789");
    const auto reply = client.ask("GET / HTTP/1.1\r\nHost: h\r\nRange: bytes=3-5\r\n\r\n");
    EXPECT_EQ(reply.status, 206);
    EXPECT_EQ(reply.header("content-range"), "bytes 3-5/10");
    EXPECT_EQ(reply.body, "345");
}

TEST(Streaming, AnEarlyAnswerDoesNotWaitForTheBody)
{
    FunctionService service([](Request& request) {
        char bytes[4];
        return text(request.stream->read(bytes) == 4 ? "seen enough" : "too little");
    });
    service.intake = {.body = Intake::Body::streamed, .body_limit = large};
    TestServer server(service);
    Client client(server.port());
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10000000\r\n\r\nabcd");
    const auto reply = client.receive();
    EXPECT_EQ(reply.body, "seen enough");
    EXPECT_EQ(reply.header("connection"), "close");
    client.finish_sending();
    EXPECT_TRUE(client.is_closed());

    Client small(server.port()); // here the rest is read over, and the connection goes on
    EXPECT_EQ(small.ask(post("/", "abcdefgh")).header("connection"), "");
    EXPECT_EQ(small.ask(post("/", "abcdefgh")).body, "seen enough");
}

TEST(Streaming, ContinueIsSaidWhenTheBodyIsFirstRead)
{
    FunctionService service([](Request& request) {
        if (request.target == "/no") return text("no", 401);
        return count_stream(request);
    });
    service.intake = {.body = Intake::Body::streamed, .body_limit = large};
    TestServer server(service);
    Client refused(server.port());
    EXPECT_EQ(refused.ask("POST /no HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n").status,
              401);
    Client wanted(server.port());
    wanted.send("POST /yes HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(wanted.receive().status, 100);
    EXPECT_EQ(wanted.ask(pattern().substr(0, 4)).body, "4 true");
}

TEST(Streaming, AStreamThatIsTooLongIs413)
{
    FunctionService service(count_stream);
    service.answer = [](Request& request) {
        try {
            return count_stream(request);
        } catch (const Disconnected&) {
            return text("never seen");
        }
    };
    service.intake = {.body = Intake::Body::streamed, .body_limit = 10};
    TestServer server(service);
    Client client(server.port());
    EXPECT_EQ(
        client.ask("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n123456789\r\n9\r\n").status,
        413);
}

TEST(Streaming, AReaderLearnsThatItsClientIsGone)
{
    std::mutex mutex;
    std::condition_variable changed;
    bool gone = false;
    FunctionService service([&](Request& request) {
        char bytes[1000];
        try {
            while (request.stream->read(bytes) > 0) { }
        } catch (const Disconnected&) {
            const std::scoped_lock lock(mutex);
            gone = true;
            changed.notify_all();
        }
        return text("never seen");
    });
    service.intake = {.body = Intake::Body::streamed, .body_limit = large};
    TestServer server(service);
    {
        Client client(server.port());
        client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\nabcd");
    }
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return gone; });
}

} // namespace cairn::http::test
