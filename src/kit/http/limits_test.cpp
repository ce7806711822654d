// What a stranger can make expensive has an end: sizes, times, queues, connections.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <condition_variable>
#include <ctime>
#include <latch>

#include "base/test_memory.hpp"
#include "http/test_server.hpp"

namespace cairn::http::test {

namespace {

using std::chrono::milliseconds;

Response size_of_body(Request& request) { return text(std::to_string(request.body.size())); }

// Short enough to wait for; tests wait on the socket, which the server closes or answers in its own time.
Options impatient()
{
    Options options;
    options.head_timeout = options.idle_timeout = options.body_timeout = options.write_timeout = milliseconds(100);
    return options;
}

// Holds everyone who passes until it is opened.
class Gate {
public:
    void pass()
    {
        std::unique_lock lock(mutex_);
        ++arrived_;
        changed_.notify_all();
        changed_.wait(lock, [this] { return open_; });
    }
    void wait_for(int count)
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return arrived_ >= count; });
    }
    void open()
    {
        const std::scoped_lock lock(mutex_);
        open_ = true;
        changed_.notify_all();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int arrived_ = 0;
    bool open_ = false;
};

} // namespace

TEST(Limits, AHeadThatIsTooLargeIs431)
{
    FunctionService service(size_of_body);
    Options options;
    options.head_limit = 2000;
    TestServer server(service, options);
    EXPECT_EQ(Client(server.port()).ask(get("/" + std::string(1500, 'a'))).status, 200);
    for (const auto& request : {get("/" + std::string(3000, 'a')), get("/", "X: " + std::string(3000, 'a') + "\r\n"),
                                std::string(100'000, 'a')}) {
        Client client(server.port());
        client.send(request);
        EXPECT_EQ(client.receive().status, 431);
        client.finish_sending();
        EXPECT_TRUE(client.is_closed());
    }
}

TEST(Limits, TooManyHeadersAre431)
{
    FunctionService service(size_of_body);
    TestServer server(service);
    std::string headers;
    for (int i = 0; i < 200; ++i) headers += "a:\r\n";
    EXPECT_EQ(Client(server.port()).ask(get("/", headers)).status, 431);
}

TEST(Limits, ABodyUpToTheLimitIsTaken)
{
    FunctionService service(size_of_body);
    service.intake.body_limit = 100'000;
    TestServer server(service);
    Client client(server.port());
    EXPECT_EQ(client.ask(post("/", std::string(100'000, 'x'))).body, "100000");
    EXPECT_EQ(
        client
            .ask(fmt::format("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n186a0\r\n{}\r\n0\r\n\r\n",
                             std::string(100'000, 'x')))
            .body,
        "100000");
}

TEST(Limits, ALargerBodyIs413WithoutBeingRead)
{
    FunctionService service(size_of_body);
    service.intake.body_limit = 10;
    TestServer server(service);
    Client client(server.port());
    // Nothing of the body is sent: the answer comes from the head alone.
    const auto reply = client.ask("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n");
    EXPECT_EQ(reply.status, 413);
    EXPECT_EQ(reply.body, R"({"message":"request body is too large"})");
    EXPECT_EQ(reply.header("connection"), "close");

    Client huge(server.port());
    EXPECT_EQ(huge.ask("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 18446744073709551615\r\n\r\n").status, 413);
    Client chunks(server.port());
    EXPECT_EQ(chunks.ask("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n1234").status, 413);
    Client sum(server.port());
    EXPECT_EQ(sum.ask("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n123456789\r\n2\r\n").status,
              413);
}

TEST(Limits, AClientThatIsStillSendingSeesThe413)
{
    FunctionService service(size_of_body);
    service.intake.body_limit = 10;
    TestServer server(service);
    Client client(server.port());
    const std::string body(8 << 20, 'x'); // far more than the sockets hold between them
    client.send(post("/", body));
    EXPECT_EQ(client.receive().status, 413);
}

TEST(Limits, MemoryFollowsWhatCameAndNotWhatWasAnnounced)
{
    FunctionService service(size_of_body);
    service.intake.body_limit = std::uint64_t(64) << 30;
    Options options;
    options.body_timeout = milliseconds(200);
    TestServer server(service, options);
    const auto before = cairn::test::own_bytes();
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 20; ++i) {
        clients.push_back(std::make_unique<Client>(server.port()));
        clients.back()->send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 60000000000\r\n\r\nsome");
    }
    for (auto& client : clients) EXPECT_EQ(client->receive().status, 408);
    EXPECT_LT(cairn::test::own_bytes(), before + (64 << 20));
}

TEST(Limits, AnUnfinishedHeadIs408)
{
    FunctionService service(size_of_body);
    TestServer server(service, impatient());
    Client client(server.port());
    const auto reply = client.ask("GET / HTTP/1.1\r\nHost:");
    EXPECT_EQ(reply.status, 408);
    EXPECT_EQ(reply.header("connection"), "close");
    client.finish_sending();
    EXPECT_TRUE(client.is_closed());
}

TEST(Limits, AnIdleConnectionIsClosedWithoutAWord)
{
    FunctionService service(size_of_body);
    TestServer server(service, impatient());
    Client never_asked(server.port());
    EXPECT_TRUE(never_asked.is_closed());
    Client asked_once(server.port());
    EXPECT_EQ(asked_once.ask(get("/")).status, 200);
    EXPECT_TRUE(asked_once.is_closed());
}

TEST(Limits, ASlowBodyIs408HoweverItDrips)
{
    FunctionService service(size_of_body);
    auto options = impatient();
    TestServer server(service, options);
    Client silent(server.port());
    EXPECT_EQ(silent.ask("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc").status, 408);

    // A byte now and then does not count as progress.
    Client dripping(server.port());
    dripping.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n");
    std::jthread drip([&](const std::stop_token& stop) {
        while (!stop.stop_requested() && dripping.send("x")) std::this_thread::sleep_for(milliseconds(10));
    });
    EXPECT_EQ(dripping.receive().status, 408);
}

TEST(Limits, ASlowStreamedBodyIs408AndFreesItsWorker)
{
    std::latch failed(1);
    FunctionService service([&](Request& request) {
        char bytes[16];
        try {
            while (request.stream->read(bytes) > 0) { }
        } catch (const Disconnected&) {
            failed.count_down();
        }
        return text("never seen");
    });
    service.intake.body = Intake::Body::streamed;
    TestServer server(service, impatient());
    Client client(server.port());
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n");
    std::jthread drip([&](const std::stop_token& stop) {
        while (!stop.stop_requested() && client.send("x")) std::this_thread::sleep_for(milliseconds(10));
    });
    EXPECT_EQ(client.receive().status, 408);
    failed.wait();
}

TEST(Limits, AClientThatDoesNotReadIsCut)
{
    std::latch cut(1);
    FunctionService service([&](Request&) {
        return Response{200, {}, Producer{[&](BodyWriter& out) {
                            const std::string piece(100'000, 'x');
                            try {
                                for (;;) out.write(piece);
                            } catch (const Disconnected&) {
                                cut.count_down();
                                throw;
                            }
                        }}};
    });
    TestServer server(service, impatient());
    Client client(server.port(), 4096);
    client.send(get("/"));
    cut.wait();
}

TEST(Limits, ALongQueueIs503)
{
    Gate gate;
    FunctionService service([&](Request&) {
        gate.pass();
        return text("served");
    });
    Options options;
    options.workers = 1;
    options.queued_requests = 1;
    TestServer server(service, options);
    Client working(server.port());
    working.send(get("/"));
    gate.wait_for(1);
    // Of two more, one waits and one is refused; which one is the kernel's choice.
    Client one(server.port());
    Client other(server.port());
    one.send(get("/"));
    other.send(get("/"));
    std::optional<Reply> refused;
    std::thread reader([&] { refused = one.receive(); });
    const auto second = [&] { return other.receive(); };
    std::optional<Reply> kept;
    std::thread other_reader([&] { kept = second(); });
    while (service.log().empty()) std::this_thread::yield(); // the 503 has been sent
    gate.open();
    reader.join();
    other_reader.join();
    if (refused->status == 200) std::swap(refused, kept);
    EXPECT_EQ(refused->status, 503);
    EXPECT_EQ(refused->header("retry-after"), "1");
    EXPECT_EQ(refused->header("connection"), "");
    EXPECT_EQ(kept->status, 200);
    EXPECT_EQ(working.receive().status, 200);
}

TEST(Limits, WithoutDescriptorsItWaitsAndDoesNotSpin)
{
    FunctionService service(size_of_body);
    TestServer server(service);
    Client earlier(server.port());
    earlier.send(get("/"));
    ASSERT_EQ(earlier.receive().status, 200); // so the server has opened all that it needs by itself
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const auto restore = [](const rlimit* limit) { ::setrlimit(RLIMIT_NOFILE, limit); };
    const std::unique_ptr<const rlimit, decltype(restore)> restored(&before); // also when the test fails on the way
    const int next = ::dup(0);
    ::close(next);
    auto one_more = before;
    one_more.rlim_cur = static_cast<rlim_t>(next) + 1;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &one_more), 0);
    Client client(server.port()); // takes the last descriptor, so that the server has none for its end
    client.send(get("/"));
    const auto cpu_before = std::clock();
    EXPECT_TRUE(client.hears_nothing_for(milliseconds(300)));
    const auto cpu = std::clock() - cpu_before;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
    EXPECT_EQ(client.receive().status, 200);
    EXPECT_LT(cpu, CLOCKS_PER_SEC / 8);
}

TEST(Limits, TooManyConnectionsAreClosedAtOnce)
{
    FunctionService service(size_of_body);
    Options options;
    options.connections = 2;
    TestServer server(service, options);
    Client first(server.port());
    Client second(server.port());
    EXPECT_EQ(first.ask(get("/")).status, 200);
    EXPECT_EQ(second.ask(get("/")).status, 200);
    Client third(server.port());
    EXPECT_TRUE(third.is_closed());
    EXPECT_EQ(first.ask(get("/")).status, 200);
}

} // namespace cairn::http::test
