// Where requests begin and end: chunks, lengths, 100 Continue, and everything that could make two servers disagree.
#include <fmt/format.h>

#include "http/test_server.hpp"

namespace cairn::http::test {

namespace {

using namespace std::string_view_literals;

Response echo(Request& request)
{
    return text(fmt::format("{} {} [{}]", request.method, request.target, request.body));
}

std::string chunked(std::string_view chunks)
{
    return fmt::format("POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n{}", chunks);
}

class Framing : public testing::Test {
protected:
    // The server must answer `status`, say that it closes, and close.
    void expect_refused(std::string_view request, int status = 400)
    {
        Client client(server_.port());
        client.send(request);
        const auto reply = client.receive();
        EXPECT_EQ(reply.status, status) << request;
        EXPECT_EQ(reply.header("connection"), "close") << request;
        EXPECT_TRUE(reply.body.starts_with(R"({"message":")")) << reply.body;
        EXPECT_NE(reply.header("x-request-id"), "");
        client.finish_sending();
        EXPECT_TRUE(client.is_closed()) << request;
    }

    FunctionService service_{echo};
    TestServer server_{service_};
};

} // namespace

TEST_F(Framing, ReadsChunkedBodies)
{
    Client client(server_.port());
    EXPECT_EQ(client.ask(chunked("5\r\nhello\r\n0\r\n\r\n")).body, "POST / [hello]");
    EXPECT_EQ(client.ask(chunked("0\r\n\r\n")).body, "POST / []");
    EXPECT_EQ(client.ask(chunked("1\r\na\r\n00A;name=\"v;\"\r\nbcdefghijk\r\n0\r\nTrailer: x\r\n\r\n")).body,
              "POST / [abcdefghijk]");
    EXPECT_EQ(client.ask(get("/next")).body, "GET /next []");
}

TEST_F(Framing, ReadsChunksThatComeByteByByte)
{
    Client client(server_.port());
    for (const char c : chunked("0\r\n\r\n") + chunked("3\r\nabc\r\n2\r\nde\r\n0\r\nT: v\r\n\r\n"))
        client.send({&c, 1});
    EXPECT_EQ(client.receive().body, "POST / []");
    EXPECT_EQ(client.receive().body, "POST / [abcde]");
}

TEST_F(Framing, ATrailerChangesNothing)
{
    service_.answer = [](Request& request) {
        return text(fmt::format("{} {}", request.headers.size(), request.header("X-Admin")));
    };
    Client client(server_.port());
    EXPECT_EQ(client.ask(chunked("1\r\na\r\n0\r\nX-Admin: yes\r\nHost: other\r\n\r\n")).body, "2 ");
    expect_refused(chunked("1\r\na\r\n0\r\nContent-Length: 5\r\n\r\n"));
}

TEST_F(Framing, IgnoresEmptyLinesBeforeARequest)
{
    Client client(server_.port());
    EXPECT_EQ(client.ask("\r\n\r\n" + get("/a") + "\r\n").body, "GET /a []");
    EXPECT_EQ(client.ask(get("/b")).body, "GET /b []");
}

TEST_F(Framing, RefusesWhatAnotherServerMightReadDifferently)
{
    const std::string start = "POST / HTTP/1.1\r\nHost: here\r\n";
    for (const std::string_view rest : {
             "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
             "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
             "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
             "Content-Length: 5, 6\r\n\r\nhello",
             "Content-Length: +5\r\n\r\nhello",
             "Content-Length: -5\r\n\r\nhello",
             "Content-Length: 0x5\r\n\r\nhello",
             "Content-Length: 5 5\r\n\r\nhello",
             "Content-Length:\r\n\r\nhello",
             "Content-Length: 99999999999999999999999\r\n\r\nhello",
             "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
             "Content-Length : 5\r\n\r\nhello",
             "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
             "X-Folded: a\r\n b\r\n\r\n",
             "X-Folded: a\r\n\tTransfer-Encoding: chunked\r\n\r\n",
             " X: y\r\n\r\n",
             "X\r\n\r\n",
             ": y\r\n\r\n",
             "X: a\rb\r\n\r\n",
             "X: a\nContent-Length: 5\r\n\r\n",
             "X: a\n\n",
             "X: \x01\r\n\r\n",
             "X(Y): a\r\n\r\n",
         })
        expect_refused(start + std::string(rest));
    expect_refused(start + std::string("X: a\0b\r\n\r\n"sv));
    expect_refused("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
}

TEST_F(Framing, KnowsOnlyOneTransferEncoding)
{
    for (const auto* coding : {"gzip", "gzip, chunked", "chunked, gzip", "identity", "xchunked", "\"chunked\""})
        expect_refused(fmt::format("POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: {}\r\n\r\n0\r\n\r\n", coding),
                       501);
    Client client(server_.port());
    EXPECT_EQ(client.ask("POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n").status, 200);
}

TEST_F(Framing, EqualLengthsAreOne)
{
    Client client(server_.port());
    EXPECT_EQ(client.ask("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nab").body,
              "POST / [ab]");
}

TEST_F(Framing, RefusesBadChunks)
{
    for (const std::string_view chunks :
         {"x\r\na\r\n0\r\n\r\n", "-1\r\na\r\n0\r\n\r\n", " 1\r\na\r\n0\r\n\r\n", "0x1\r\na\r\n0\r\n\r\n",
          "1 1\r\na\r\n0\r\n\r\n", "1\r\nab\r\n0\r\n\r\n", "10000000000000000\r\na\r\n0\r\n\r\n", "1\na\n0\n\n\r\n",
          "1;=\r\na\r\n0\r\n\r\n", "\r\n\r\n\r\n"})
        expect_refused(chunked(chunks));
    expect_refused(chunked("1;" + std::string(100'000, 'x')));
    expect_refused(chunked("0\r\nX: " + std::string(100'000, 'x')));
}

TEST_F(Framing, WantsExactlyOneHost)
{
    expect_refused("GET / HTTP/1.1\r\n\r\n");
    expect_refused("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n");
    expect_refused("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n");
    expect_refused("GET / HTTP/1.1\r\nHost: a b\r\n\r\n");
    expect_refused("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n");
    EXPECT_EQ(Client(server_.port()).ask("GET / HTTP/1.1\r\nHost: [::1]:3000\r\n\r\n").status, 200);
}

TEST_F(Framing, RefusesTargetsThatAreNone)
{
    for (const std::string_view target : {"x", "a/b", "http:/x", "http://", "http:///x", "http://a b/", "ftp://a/b",
                                          "example.com:443", "http://u@h/x", "http://h?x"})
        expect_refused(fmt::format("GET {} HTTP/1.1\r\nHost: h\r\n\r\n", target));
    expect_refused("GET /a b HTTP/1.1\r\nHost: h\r\n\r\n");
    expect_refused("GET  / HTTP/1.1\r\nHost: h\r\n\r\n");
    expect_refused("GET /\x01 HTTP/1.1\r\nHost: h\r\n\r\n");
    expect_refused("GET /\x7f HTTP/1.1\r\nHost: h\r\n\r\n");
    expect_refused("GET /\0 HTTP/1.1\r\nHost: h\r\n\r\n"sv);
}

TEST_F(Framing, AcceptsTheFormsThatProxiesUse)
{
    Client client(server_.port());
    service_.answer = [](Request& request) {
        return text(fmt::format("{} {} {}", request.method, request.target, request.header("Host")));
    };
    EXPECT_EQ(client.ask("GET http://other:80/a?b HTTP/1.1\r\nHost: h\r\n\r\n").body, "GET /a?b other:80");
    EXPECT_EQ(client.ask("GET HTTPS://other HTTP/1.1\r\nHost: h\r\n\r\n").body, "GET / other");
    EXPECT_EQ(client.ask("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n").body, "OPTIONS * h");
}

TEST_F(Framing, PassesUnknownMethodsOn)
{
    Client client(server_.port());
    EXPECT_EQ(client.ask("BREW /pot HTTP/1.1\r\nHost: h\r\n\r\n").body, "BREW /pot []");
    expect_refused("BR(EW /pot HTTP/1.1\r\nHost: h\r\n\r\n");
}

TEST_F(Framing, SaysWhichVersionItSpeaks)
{
    for (const auto* version : {"HTTP/2.0", "HTTP/0.9", "HTTP/1.2", "HTTP/3.0"})
        expect_refused(fmt::format("GET / {}\r\nHost: h\r\n\r\n", version), 505);
    for (const auto* version : {"HTTP/1", "http/1.1", "HTTP/1.1x", "HTTP/11", "HTTX/1.1", ""})
        expect_refused(fmt::format("GET / {}\r\nHost: h\r\n\r\n", version), 400);
    expect_refused("GET /\r\n\r\n");
    expect_refused("\x16\x03\x01\x02\x01\x01\r\n\r\n"); // TLS on the wrong port
}

TEST_F(Framing, SaysContinueWhenTheBodyIsWanted)
{
    Client client(server_.port());
    client.send("POST /c HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(client.receive().status, 100);
    EXPECT_EQ(client.ask("body").body, "POST /c [body]");
    EXPECT_EQ(client.ask(get("/next")).body, "GET /next []");
}

TEST_F(Framing, DoesNotSayContinueToOneWhoDidNotWait)
{
    Client client(server_.port());
    EXPECT_EQ(client.ask(post("/c", "body", "Expect: 100-continue\r\n")).status, 200);
    EXPECT_EQ(client.ask("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\nExpect: 100-continue\r\n\r\n").status,
              200);
    Client old(server_.port());
    old.send("POST / HTTP/1.0\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(old.ask("x").status, 200);
}

TEST_F(Framing, DoesNotAskForABodyThatItRefuses)
{
    service_.refuse = [](const Request&) { return text("no", 403); };
    Client client(server_.port());
    const auto reply = client.ask("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(reply.status, 403);
    EXPECT_EQ(reply.header("connection"), "close"); // it cannot know whether the body still comes
    client.finish_sending();
    EXPECT_TRUE(client.is_closed());
}

TEST_F(Framing, AnAnswerBeforeASmallBodyKeepsTheConnection)
{
    service_.refuse = [](const Request& request) -> std::optional<Response> {
        if (request.method == "POST") return text("no", 404);
        return std::nullopt;
    };
    Client client(server_.port());
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n");
    const auto reply = client.receive();
    EXPECT_EQ(reply.status, 404);
    EXPECT_EQ(reply.header("connection"), "");
    EXPECT_EQ(client.ask("hello" + get("/next")).body, "GET /next []");
}

} // namespace cairn::http::test
