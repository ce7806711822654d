// Answers that stay open: what they cost, and how they end.
#include "http/open_body.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>

#include "http/test_server.hpp"

namespace cairn::http {

using namespace test;
using namespace std::chrono_literals;

namespace {

// Answers every request with an open body, and keeps all of them in view.
class Feeds {
public:
    Response answer(const Request&)
    {
        auto body = std::make_shared<OpenBody>(OpenBody::Beat{.text = ":\n\n", .every = beat});
        body->write("data: hello\n\n");
        const std::scoped_lock lock(mutex_);
        all_.push_back(body);
        Response response{200, {}, body_of(std::move(body))};
        response.set("Content-Type", "text/event-stream");
        return response;
    }

    std::vector<std::shared_ptr<OpenBody>> open()
    {
        const std::scoped_lock lock(mutex_);
        std::vector<std::shared_ptr<OpenBody>> found;
        for (const auto& weak : all_)
            if (auto body = weak.lock()) found.push_back(std::move(body));
        return found;
    }

    bool becomes(std::size_t count)
    {
        for (int i = 0; i < 1000; ++i) {
            if (open().size() == count) return true;
            std::this_thread::sleep_for(10ms);
        }
        return false;
    }

    std::chrono::milliseconds beat{25'000};

private:
    std::mutex mutex_;
    std::vector<std::weak_ptr<OpenBody>> all_;
};

// A number of /proc/self/status: "Threads", "VmRSS" (KiB).
long status_of_process(std::string_view name)
{
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(std::string(name) + ":")) return std::stol(line.substr(name.size() + 1));
    return -1;
}

std::string read_until(test::Client& client, std::string_view wanted)
{
    std::string got;
    while (got.find(wanted) == got.npos) {
        const auto more = client.read_some();
        if (more.empty()) break;
        got += more;
    }
    return got;
}

} // namespace

TEST(OpenBody, IsSentWhenItIsWritten)
{
    Feeds feeds;
    FunctionService service([&](Request& request) { return feeds.answer(request); });
    const TestServer server(service);
    test::Client client(server.port());
    client.send(get("/"));
    const auto head = read_until(client, "data: hello\n\n");
    EXPECT_NE(head.find("Transfer-Encoding: chunked"), head.npos);
    EXPECT_NE(head.find("Connection: close"), head.npos);
    EXPECT_EQ(head.find("Content-Encoding"), head.npos);
    ASSERT_TRUE(feeds.becomes(1));
    feeds.open().front()->write("data: more\n\n");
    EXPECT_NE(read_until(client, "more").find("data: more"), std::string::npos);
    feeds.open().front()->end();
    EXPECT_NE(client.read_to_end().find("0\r\n\r\n"), std::string::npos);
    EXPECT_TRUE(feeds.becomes(0));
}

TEST(OpenBody, WhatComesFirstIsSentBeforeWhatWaits)
{
    OpenBody body({});
    EXPECT_TRUE(body.write("later"));
    EXPECT_TRUE(body.write_first("sooner "));
    std::string piece;
    EXPECT_TRUE(body.take(piece));
    EXPECT_EQ(piece, "sooner later");
    EXPECT_FALSE(body.take(piece));
}

TEST(OpenBody, EndsForAClientThatTakesNothing)
{
    OpenBody body({});
    const std::string much(60'000, 'x');
    EXPECT_TRUE(body.write(much));
    EXPECT_FALSE(body.write(much));
    EXPECT_TRUE(body.has_ended());
    EXPECT_TRUE(body.is_broken());
    EXPECT_FALSE(body.write("x"));
}

TEST(OpenBody, BeatsWhileNothingIsWritten)
{
    Feeds feeds;
    feeds.beat = 20ms;
    FunctionService service([&](Request& request) { return feeds.answer(request); });
    const TestServer server(service, {.idle_timeout = 40ms});
    test::Client client(server.port());
    client.send(get("/"));
    read_until(client, "hello");
    std::string beats;
    while (std::ranges::count(beats, ':') < 3) beats += read_until(client, ":\n\n");
}

TEST(OpenBody, IsLetGoOfWhenTheClientHasGone)
{
    Feeds feeds;
    FunctionService service([&](Request& request) { return feeds.answer(request); });
    const TestServer server(service);
    {
        test::Client client(server.port());
        client.send(get("/"));
        read_until(client, "hello");
        ASSERT_TRUE(feeds.becomes(1));
    }
    EXPECT_TRUE(feeds.becomes(0)); // long before the next beat
}

TEST(OpenBody, EndsWhenTheServerStops)
{
    Feeds feeds;
    FunctionService service([&](Request& request) { return feeds.answer(request); });
    TestServer server(service);
    auto client = std::make_unique<test::Client>(server.port());
    client->send(get("/"));
    read_until(*client, "hello");
    const auto begun = std::chrono::steady_clock::now();
    server.stop();
    EXPECT_NE(client->read_to_end().find("0\r\n\r\n"), std::string::npos);
    client.reset(); // the server waits a while for those who do not go
    server.join();
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 5s);
}

TEST(OpenBody, IsNotSentToHead)
{
    Feeds feeds;
    FunctionService service([&](Request& request) { return feeds.answer(request); });
    const TestServer server(service);
    test::Client client(server.port());
    client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(client.receive(true).status, 200);
    EXPECT_TRUE(feeds.becomes(0));
}

TEST(OpenBody, TwoThousandCostNoThreadAndLittleMemory)
{
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    constexpr std::size_t many = 2000;
    if (files.rlim_cur < 2 * many + 100) GTEST_SKIP() << "no more than " << files.rlim_cur << " files may be open";

    Feeds feeds;
    FunctionService service([&](Request& request) { return feeds.answer(request); });
    const TestServer server(service);
    std::vector<std::unique_ptr<test::Client>> clients;
    const auto connect = [&] {
        auto& client = *clients.emplace_back(std::make_unique<test::Client>(server.port()));
        client.send(get("/"));
        read_until(client, "hello");
    };
    connect();
    const auto threads = status_of_process("Threads");
    const auto memory = status_of_process("VmRSS");
    while (clients.size() < many) connect();
    ASSERT_TRUE(feeds.becomes(many));
    EXPECT_LT(status_of_process("Threads"), threads + 8); // those that answer come as they are needed
    const auto each = (status_of_process("VmRSS") - memory) * 1024 / static_cast<long>(many);
    RecordProperty("bytes_of_memory_each", std::to_string(each));
    EXPECT_LT(each, 24 * 1024); // with the client's side of it, which is here as well
    for (const auto& body : feeds.open()) body->write("data: to all\n\n");
    for (const auto& client : clients) ASSERT_NE(read_until(*client, "to all").find("to all"), std::string::npos);
    clients.clear();
    EXPECT_TRUE(feeds.becomes(0));
}

} // namespace cairn::http
