// The end: requests under way are finished, the rest is closed, and none of it takes longer than agreed.
#include <fmt/format.h>

#include <future>
#include <latch>

#include "http/test_server.hpp"

namespace cairn::http::test {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

} // namespace

TEST(Stop, ClosesWhoIsIdle)
{
    FunctionService service([](Request&) { return text("x"); });
    TestServer server(service);
    Client silent(server.port());
    Client idle(server.port());
    EXPECT_EQ(idle.ask(get("/")).status, 200);
    const auto begun = steady_clock::now();
    server.stop();
    EXPECT_TRUE(idle.is_closed());
    EXPECT_TRUE(silent.is_closed());
    server.join();
    EXPECT_LT(steady_clock::now() - begun, std::chrono::seconds(5));
}

TEST(Stop, FinishesWhatIsUnderWay)
{
    std::latch working(2);
    std::latch go_on(1);
    FunctionService service([&](Request& request) {
        working.count_down();
        go_on.wait();
        if (request.target == "/made")
            return Response{200, {}, Producer{[](BodyWriter& out) { out.write(std::string(1 << 20, 'x')); }}};
        return text("finished");
    });
    TestServer server(service);
    Client plain(server.port());
    Client made(server.port());
    plain.send(get("/plain"));
    made.send(get("/made"));
    working.wait();
    server.stop();
    go_on.count_down();
    auto reply = plain.receive();
    EXPECT_EQ(reply.body, "finished");
    EXPECT_EQ(reply.header("connection"), "close");
    plain.finish_sending();
    EXPECT_TRUE(plain.is_closed());
    reply = made.receive();
    EXPECT_EQ(reply.body.size(), 1U << 20);
    EXPECT_EQ(reply.header("connection"), "close");
    made.finish_sending();
    server.join();
}

TEST(Stop, CutsWhatDoesNotEnd)
{
    std::latch started(1);
    FunctionService service([&](Request& request) -> Response {
        if (request.target == "/endless")
            return {200, {}, Producer{[&](BodyWriter& out) {
                        started.count_down();
                        for (;;) out.write("more");
                    }}};
        return text("x");
    });
    Options options;
    options.stop_timeout = milliseconds(100);
    TestServer server(service, options);
    Client endless(server.port(), 4096);
    endless.send(get("/endless"));
    Client unfinished(server.port());
    unfinished.send("GET / HTTP/1.1\r\n");
    started.wait();
    const auto begun = steady_clock::now();
    server.stop();
    server.join();
    EXPECT_LT(steady_clock::now() - begun, std::chrono::seconds(5));
    EXPECT_TRUE(unfinished.is_closed());
}

TEST(Stop, AcceptsNobodyAfterwards)
{
    FunctionService service([](Request&) { return text("x"); });
    TestServer server(service);
    const auto port = server.port();
    server.stop();
    server.join();
    EXPECT_THROW(Client(port).ask(get("/")), std::runtime_error);
}

TEST(Stop, MayComeBeforeTheStartAndTwice)
{
    FunctionService service([](Request&) { return text("x"); });
    Options options;
    options.port = 0;
    Server server(options, service);
    server.stop();
    server.stop();
    server.run();
}

TEST(Stop, AServerThatNeverRanGoesQuietly)
{
    FunctionService service([](Request&) { return text("x"); });
    Options options;
    options.port = 0;
    const Server server(options, service);
    EXPECT_NE(server.port(), 0);
}

TEST(Stop, UnderLoadEveryAnswerThatBeginsIsWhole)
{
    FunctionService service([](Request&) { return text(std::string(10'000, 'x')); });
    TestServer server(service);
    std::atomic<int> answered = 0;
    std::vector<std::future<bool>> clients;
    clients.reserve(8);
    for (int i = 0; i < 8; ++i)
        clients.push_back(std::async(std::launch::async, [&, client = std::make_unique<Client>(server.port())] {
            for (;;) {
                if (!client->send(get("/"))) return true;
                const auto reply = client->receive();
                if (reply.status == 0) return true;
                if (reply.body.size() != 10'000) return false;
                ++answered;
                if (reply.header("connection") == "close") return true;
            }
        }));
    while (answered < 100) std::this_thread::yield();
    server.stop();
    for (auto& client : clients) EXPECT_TRUE(client.get());
}

} // namespace cairn::http::test
