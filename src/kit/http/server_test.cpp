// What every exchange has in common: answers, connections that stay open, ids, the log.
#include "http/server.hpp"

#include <fmt/format.h>

#include "http/request_id.hpp"
#include "http/test_server.hpp"

namespace cairn::http::test {

namespace {

Response echo(Request& request) { return text(fmt::format("{} {} {}", request.method, request.target, request.body)); }

} // namespace

TEST(Server, AnswersAndKeepsTheConnection)
{
    FunctionService service(echo);
    TestServer server(service);
    Client client(server.port());
    for (int i = 0; i < 3; ++i) {
        const auto reply = client.ask(post(fmt::format("/{}", i), "body"));
        EXPECT_EQ(reply.status, 200);
        EXPECT_EQ(reply.body, fmt::format("POST /{} body", i));
        EXPECT_EQ(reply.header("content-length"), "12");
        EXPECT_EQ(reply.header("content-type"), "text/plain");
        EXPECT_EQ(reply.header("connection"), "");
        EXPECT_TRUE(reply.header("date").ends_with(" GMT"));
    }
}

TEST(Server, AnswersQuickRequestsOnTheNetworkThreadAndOthersOnAWorker)
{
    std::thread::id quick;
    std::thread::id slow;
    FunctionService service([&](Request& request) {
        (request.target == "/quick" ? quick : slow) = std::this_thread::get_id();
        return text("done");
    });
    Options options;
    options.network_threads = 1;
    std::thread::id admitting;
    service.refuse = [&](const Request& request) -> std::optional<Response> {
        admitting = std::this_thread::get_id();
        service.intake.quick = request.target == "/quick";
        return std::nullopt;
    };
    TestServer server(service, options);
    Client client(server.port());
    EXPECT_EQ(client.ask(get("/quick")).body, "done");
    EXPECT_EQ(client.ask(get("/slow")).body, "done");
    EXPECT_EQ(quick, admitting);
    EXPECT_NE(slow, admitting);
}

TEST(Server, AQuickRequestMayHaveABodyAndMayTurnOutToBeSlow)
{
    class Undecided : public FunctionService {
    public:
        using FunctionService::FunctionService;
        std::optional<Response> serve_quickly(Request& request) override
        {
            if (request.body == "slow") return std::nullopt;
            return text("quick");
        }
    } service([](Request&) { return text("slow"); });
    service.intake.quick = true;
    TestServer server(service);
    Client client(server.port());
    EXPECT_EQ(client.ask(post("/", "hurry")).body, "quick");
    EXPECT_EQ(client.ask(post("/", "slow")).body, "slow");
}

TEST(Server, AnswersPipelinedRequestsInTheirOrder)
{
    FunctionService service([&](Request& request) {
        // The first is the slowest: order must not come from speed.
        if (request.target == "/0") std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return text(fmt::format("{}:{}", request.target, request.body));
    });
    TestServer server(service);
    Client client(server.port());
    std::string all;
    for (int i = 0; i < 50; ++i) all += i % 3 == 0 ? get(fmt::format("/{}", i)) : post(fmt::format("/{}", i), "b");
    client.send(all);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(client.receive().body, fmt::format("/{}:{}", i, i % 3 == 0 ? "" : "b"));
}

TEST(Server, ReadsARequestThatComesByteByByte)
{
    FunctionService service(echo);
    service.intake.quick = true;
    TestServer server(service);
    Client client(server.port());
    for (const char c : post("/slowly", "abc")) client.send({&c, 1});
    EXPECT_EQ(client.receive().body, "POST /slowly abc");
}

TEST(Server, ClosesAfterTheAnswerWhenTheClientAsks)
{
    FunctionService service(echo);
    TestServer server(service);
    Client client(server.port());
    const auto reply = client.ask(get("/", "Connection: close\r\n"));
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.header("connection"), "close");
    EXPECT_TRUE(client.is_closed());
}

TEST(Server, SpeaksHttp10)
{
    FunctionService service(echo);
    TestServer server(service);
    Client once(server.port());
    auto reply = once.ask("GET /a HTTP/1.0\r\n\r\n");
    EXPECT_EQ(reply.body, "GET /a ");
    EXPECT_EQ(reply.header("connection"), "close");
    EXPECT_TRUE(once.is_closed());

    Client kept(server.port());
    for (int i = 0; i < 2; ++i) {
        reply = kept.ask("GET /b HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        EXPECT_EQ(reply.body, "GET /b ");
        EXPECT_EQ(reply.header("connection"), "keep-alive");
    }
}

TEST(Server, AnswersAClientThatHasFinishedSending)
{
    FunctionService service(echo);
    TestServer server(service);
    Client client(server.port());
    client.send(get("/half"));
    client.finish_sending();
    EXPECT_EQ(client.receive().body, "GET /half ");
    EXPECT_TRUE(client.is_closed());
}

TEST(Server, HeadHasTheHeadersOfGetAndNoBody)
{
    FunctionService service([](Request&) { return text("twelve bytes"); });
    TestServer server(service);
    Client client(server.port());
    client.send("HEAD / HTTP/1.1\r\nHost: here\r\n\r\n");
    const auto reply = client.receive(true);
    EXPECT_EQ(reply.header("content-length"), "12");
    EXPECT_EQ(client.ask(get("/")).body, "twelve bytes"); // and not the rest of the answer to HEAD
}

TEST(Server, StatusesWithoutABodySendNone)
{
    FunctionService service([](Request& request) { return text("never seen", request.target == "/204" ? 204 : 304); });
    TestServer server(service);
    Client client(server.port());
    for (const auto* target : {"/204", "/304", "/204"}) {
        const auto reply = client.ask(get(target));
        EXPECT_EQ(fmt::format("/{}", reply.status), target);
        EXPECT_EQ(reply.header("content-length"), "");
    }
}

TEST(Server, SendsEveryKindOfBodyInMemory)
{
    static const std::string large(5 << 20, 'x');
    FunctionService service([](Request& request) {
        if (request.target == "/static") return Response{200, {}, std::string_view("static")};
        if (request.target == "/shared") return Response{200, {}, std::make_shared<const std::string>("shared")};
        if (request.target == "/large") return Response{200, {}, std::string_view(large)};
        if (request.target == "/none") return Response{200, {}, std::shared_ptr<const std::string>()};
        return Response{};
    });
    TestServer server(service);
    Client client(server.port());
    EXPECT_EQ(client.ask(get("/static")).body, "static");
    EXPECT_EQ(client.ask(get("/shared")).body, "shared");
    EXPECT_EQ(client.ask(get("/large")).body, large);
    EXPECT_EQ(client.ask(get("/none")).header("content-length"), "0");
    EXPECT_EQ(client.ask(get("/empty")).header("content-length"), "0");
}

TEST(Server, EchoesAHarmlessRequestIdAndReplacesOthers)
{
    FunctionService service([](Request& request) { return text(request.id); });
    TestServer server(service);
    Client client(server.port());
    auto reply = client.ask(get("/", "X-Request-Id: my-id_1.2\r\n"));
    EXPECT_EQ(reply.header("x-request-id"), "my-id_1.2");
    EXPECT_EQ(reply.body, "my-id_1.2");
    reply = client.ask(get("/", "X-Request-Id: a b\r\n"));
    EXPECT_TRUE(is_request_id(reply.header("x-request-id")));
    EXPECT_EQ(reply.body, reply.header("x-request-id"));
    EXPECT_NE(client.ask(get("/")).body, client.ask(get("/")).body);
}

TEST(Server, TellsTheServiceWhoAsks)
{
    FunctionService service([](Request& request) { return text(fmt::format("{} {}", request.peer, request.secure)); });
    TestServer server(service);
    EXPECT_EQ(Client(server.port()).ask(get("/")).body, "127.0.0.1 false");
}

TEST(Server, AHeadersValueCannotBecomeAnotherHeader)
{
    FunctionService service([](Request&) {
        auto response = text("x");
        response.set("X-Name", "a\r\nSet-Cookie: evil=1");
        response.set("Content-Length", "999");
        response.set("transfer-encoding", "chunked");
        return response;
    });
    TestServer server(service);
    const auto reply = Client(server.port()).ask(get("/"));
    EXPECT_EQ(reply.header("set-cookie"), "");
    EXPECT_EQ(reply.header("x-name"), "a  Set-Cookie: evil=1");
    EXPECT_EQ(reply.header("content-length"), "1");
    EXPECT_EQ(reply.header("transfer-encoding"), "");
}

TEST(Server, AnExceptionIsA500AndNotTheEnd)
{
    FunctionService service([](Request& request) -> Response {
        if (request.target == "/throw") throw std::runtime_error("secret");
        if (request.target == "/throw-other") throw 42;
        return text("fine");
    });
    for (const bool quick : {false, true}) {
        service.intake.quick = quick;
        TestServer server(service);
        Client client(server.port());
        for (const auto* target : {"/throw", "/throw-other"}) {
            const auto reply = client.ask(get(target));
            EXPECT_EQ(reply.status, 500);
            EXPECT_EQ(reply.body, R"({"message":"internal server error"})");
        }
        EXPECT_EQ(client.ask(get("/")).body, "fine");
    }
}

TEST(Server, ReportsEveryExchange)
{
    FunctionService service([](Request&) { return text("four"); });
    service.refuse = [](const Request& request) -> std::optional<Response> {
        if (request.target == "/none") return text("no", 404);
        return std::nullopt;
    };
    {
        TestServer server(service);
        Client client(server.port());
        client.ask(get("/a"));
        client.ask(get("/none"));
        client.ask("nonsense\r\n\r\n");
    }
    const auto log = service.log();
    ASSERT_EQ(log.size(), 3U);
    EXPECT_EQ(log[0].target, "/a");
    EXPECT_EQ(log[0].status, 200);
    EXPECT_EQ(log[0].bytes, 4U);
    EXPECT_EQ(log[1].status, 404);
    EXPECT_EQ(log[2].status, 400);
    EXPECT_EQ(log[2].method, "");
}

TEST(Server, ServesManyConnectionsAtOnce)
{
    FunctionService service(echo);
    TestServer server(service);
    std::vector<std::unique_ptr<Client>> clients;
    clients.reserve(400);
    for (int i = 0; i < 400; ++i) clients.push_back(std::make_unique<Client>(server.port()));
    for (int round = 0; round < 3; ++round) {
        for (std::size_t i = 0; i < clients.size(); ++i) clients[i]->send(get(fmt::format("/{}", i)));
        for (std::size_t i = 0; i < clients.size(); ++i)
            EXPECT_EQ(clients[i]->receive().body, fmt::format("GET /{} ", i));
    }
}

TEST(Server, SaysWhyItCannotListen)
{
    FunctionService service(echo);
    TestServer first(service);
    Options options;
    options.port = first.port();
    try {
        Server second(options, service);
        FAIL() << "two servers on one port";
    } catch (const std::runtime_error& e) {
        EXPECT_NE(std::string(e.what()).find(fmt::format("127.0.0.1 port {}", first.port())), std::string::npos)
            << e.what();
    }
    options.address = "not an address";
    EXPECT_THROW(Server(options, service), std::runtime_error);
}

TEST(Server, ListensOnEveryKindOfAddress)
{
    FunctionService service([](Request& request) { return text(std::string(request.peer)); });
    for (const auto* address : {"0.0.0.0", "::", "localhost"}) {
        Options options;
        options.address = address;
        TestServer server(service, options);
        if (options.address == "localhost") continue; // may be ::1 only
        EXPECT_EQ(Client(server.port()).ask(get("/")).body, "127.0.0.1") << address;
    }
}

} // namespace cairn::http::test
