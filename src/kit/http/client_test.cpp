// Calls to a server on this machine: who is called, what is sent on, and where a call ends.
#include "http/client.hpp"

#include <algorithm>
#include <atomic>

#include "http/outgoing_calls.hpp"
#include "http/test_server.hpp"

namespace cairn::http::test {

namespace {

using namespace std::chrono_literals;

Response led_to(std::string where, int status = 302)
{
    auto response = text("over there", status);
    response.set("Location", std::move(where));
    return response;
}

// What came, in a line.
Response told(const Request& request)
{
    const auto shown = [&](std::string_view name) {
        return " " + std::string(name) + "=" + std::string(request.header(name));
    };
    return text(std::string(request.method) + " " + std::string(request.target) + " [" + std::string(request.body) + "]"
                + shown("Authorization") + shown("Cookie") + shown("X-Kind") + shown("Expect"));
}

OutgoingRules only(std::vector<std::string> hosts, std::vector<std::string> blocked = {})
{
    return {.hosts = ReachableHosts(hosts, blocked)};
}

std::string at(const TestServer& server, std::string_view path, std::string_view host = "127.0.0.1")
{
    return "http://" + std::string(host) + ":" + std::to_string(server.port()) + std::string(path);
}

TEST(OutgoingClient, SendsWhatItIsGivenAndTellsWhatCame)
{
    FunctionService service([](Request& request) {
        auto response = told(request);
        response.status = 404;
        response.set("ETag", "\"x\"");
        return response;
    });
    TestServer server(service);
    const http::Client client(only({"loopback"}));
    const auto answer = client.send({.method = "POST",
                                     .url = at(server, "/a?b"),
                                     .headers = {{"X-Kind", "test"}},
                                     .body = "words",
                                     .user = "ada",
                                     .password = "secret"});
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->status, 404);
    EXPECT_EQ(answer->body, "POST /a?b [words] Authorization=Basic YWRhOnNlY3JldA== Cookie= X-Kind=test Expect=");
    EXPECT_EQ(answer->header("etag"), "\"x\"");
    EXPECT_EQ(answer->header("x-nothing"), "");
    EXPECT_EQ(answer->ip, "127.0.0.1");
    EXPECT_EQ(answer->url, at(server, "/a?b"));
    EXPECT_FALSE(answer->cut_off);
}

TEST(OutgoingClient, CallsOnlyWhomTheRulesAllow)
{
    std::atomic<int> asked = 0;
    FunctionService service([&](Request& request) {
        ++asked;
        return told(request);
    });
    TestServer server(service);
    EXPECT_TRUE(http::Client(only({"*"})).send({.url = at(server, "/")}));
    for (const auto* host : {"127.0.0.1", "localhost", "127.1", "0x7f000001"}) {
        const auto refused = http::Client(only({"external"})).send({.url = at(server, "/", host)});
        ASSERT_FALSE(refused) << host;
        EXPECT_EQ(refused.error().code, Errc::forbidden) << host;
    }
    const auto blocked = http::Client(only({"loopback"}, {"127.0.0.0/8"})).send({.url = at(server, "/")});
    ASSERT_FALSE(blocked);
    EXPECT_EQ(blocked.error().code, Errc::forbidden);
    EXPECT_EQ(asked, 1);
}

TEST(OutgoingClient, TriesEveryAddressOfANameThatIsAllowed)
{
    FunctionService service([](Request& request) { return told(request); });
    TestServer server(service); // on 127.0.0.1; the name may have ::1 before it
    EXPECT_TRUE(http::Client(only({"127.0.0.1"})).send({.url = at(server, "/", "localhost")}));
    EXPECT_TRUE(http::Client(only({"loopback"})).send({.url = at(server, "/", "localhost")}));
}

TEST(OutgoingClient, ARedirectionIsHeldAgainstTheRulesAsWell)
{
    std::atomic<int> asked = 0;
    FunctionService inner([&](Request&) {
        ++asked;
        return text("of nobody's business");
    });
    TestServer hidden(inner);
    FunctionService outer([&](Request&) { return led_to(at(hidden, "/", "localhost")); });
    TestServer shown(outer);
    // The name that leads on is allowed, the one that it leads to is allowed only by its address.
    const http::Client client(only({"127.0.0.1"}, {"localhost"}));
    const auto refused = client.send({.url = at(shown, "/")});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::forbidden);
    EXPECT_EQ(asked, 0);
}

TEST(OutgoingClient, WhatLetsSomebodyInIsNotSentToAnotherOrigin)
{
    FunctionService other([](Request& request) { return told(request); });
    TestServer elsewhere(other);
    FunctionService service([&](Request& request) {
        if (request.target == "/here") return led_to("/there", 307);
        if (request.target == "/away") return led_to(at(elsewhere, "/there"), 307);
        return told(request);
    });
    TestServer server(service);
    const http::Client client(only({"loopback"}));
    OutgoingRequest request{.method = "POST",
                            .url = at(server, "/here"),
                            .headers = {{"Authorization", "token t"}, {"cookie", "c"}, {"X-Kind", "k"}},
                            .body = "words"};
    EXPECT_EQ(client.send(request)->body, "POST /there [words] Authorization=token t Cookie=c X-Kind=k Expect=");
    request.url = at(server, "/away");
    const auto away = client.send(request);
    EXPECT_EQ(away->body, "POST /there [words] Authorization= Cookie= X-Kind=k Expect=");
    EXPECT_EQ(away->url, at(elsewhere, "/there"));
    EXPECT_EQ(client.send({.url = at(server, "/away"), .user = "ada", .password = "x"})->body,
              "GET /there [] Authorization= Cookie= X-Kind= Expect=");
}

TEST(OutgoingClient, RedirectionsHaveAnEnd)
{
    std::atomic<int> asked = 0;
    FunctionService service([&](Request& request) {
        ++asked;
        return led_to(std::string(request.target) + "x");
    });
    TestServer server(service);
    const http::Client client(only({"loopback"}));
    const auto answer = client.send({.url = at(server, "/")});
    EXPECT_EQ(answer->status, 302);
    EXPECT_EQ(answer->onward, at(server, "/xxxxxx"));
    EXPECT_EQ(asked, 6);
    EXPECT_EQ(client.send({.url = at(server, "/"), .most_redirections = 0})->onward, at(server, "/x"));
    // What was received is told about elsewhere: nothing is sent there once more.
    service.answer = [](Request&) { return led_to("/received", 303); };
    EXPECT_EQ(client.send({.method = "POST", .url = at(server, "/")})->status, 303);
}

TEST(OutgoingClient, AnAnswerEndsWhereItWasAgreed)
{
    FunctionService service([](Request&) { return text(std::string(300'000, 'x')); });
    TestServer server(service);
    const http::Client client(only({"loopback"}));
    const auto whole = client.send({.url = at(server, "/"), .most_kept = 10});
    EXPECT_FALSE(whole->cut_off);
    EXPECT_EQ(whole->body, "xxxxxxxxxx");
    const auto cut = client.send({.url = at(server, "/"), .most_bytes = 1000});
    EXPECT_TRUE(cut->cut_off);
    EXPECT_EQ(cut->status, 200);
    EXPECT_TRUE(client.send({.url = at(server, "/"), .most_bytes = 0})->cut_off);
}

TEST(OutgoingClient, ACallEndsInTime)
{
    std::mutex mutex;
    std::unique_lock held(mutex);
    FunctionService service([&](Request&) {
        const std::lock_guard wait(mutex);
        return text("late");
    });
    TestServer server(service);
    const http::Client client(only({"loopback"}));
    const auto late = client.send({.url = at(server, "/"), .timeout = 50ms});
    held.unlock();
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().code, Errc::unavailable);
    EXPECT_NE(late.error().message, "");
}

TEST(OutgoingClient, StreamsBothWaysAndThrowsWhatTheyThrow)
{
    FunctionService service([](Request& request) { return text(std::string(request.body)); });
    TestServer server(service);
    const http::Client client(only({"loopback"}));
    const std::string sent(200'000, 'y');
    std::string received;
    OutgoingStreams streams{.upload = {{.size = sent.size(),
                                        .read =
                                            [&](std::uint64_t offset, std::span<char> into) {
                                                return sent.copy(into.data(), std::min<std::size_t>(into.size(), 1000),
                                                                 offset);
                                            }}},
                            .receive = [&](std::string_view part) { received += part; }};
    const auto answer = client.send({.method = "PUT", .url = at(server, "/")}, streams);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->body, "");
    EXPECT_EQ(received, sent);

    struct Enough { };
    streams.receive = [](std::string_view) { throw Enough(); };
    EXPECT_THROW(static_cast<void>(client.send({.method = "PUT", .url = at(server, "/")}, streams)), Enough);
    streams.receive = {};
    streams.upload->read = [](std::uint64_t, std::span<char>) -> std::size_t { return 0; };
    EXPECT_EQ(client.send({.method = "PUT", .url = at(server, "/")}, streams).error().code, Errc::unavailable);
    streams.upload->read = [](std::uint64_t, std::span<char>) -> std::size_t { throw Enough(); };
    EXPECT_THROW(static_cast<void>(client.send({.method = "PUT", .url = at(server, "/")}, streams)), Enough);
}

TEST(OutgoingClient, NoHeaderSmugglesAnother)
{
    FunctionService service([](Request& request) { return told(request); });
    TestServer server(service);
    const http::Client client(only({"loopback"}));
    const auto answer = client.send({.url = at(server, "/"), .headers = {{"X-Kind", "a\r\nCookie: b"}}});
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, Errc::unprocessable);
    EXPECT_EQ(client.send({.url = "file:///etc/passwd"}).error().code, Errc::unavailable);
}

TEST(OutgoingClient, ConnectionsAreKeptOnlyWhereEverybodyMayBeCalled)
{
    FunctionService service([](Request&) { return text("x"); });
    Options options;
    options.connections = 1;
    TestServer server(service, options);
    const http::Client keeps({});
    for (int i = 0; i < 3; ++i) EXPECT_EQ(keeps.send({.url = at(server, "/")})->status, 200);
    // Its connection is still open, so there is no room for another.
    const auto other = http::Client(only({"loopback"})).send({.url = at(server, "/"), .timeout = 500ms});
    EXPECT_FALSE(other && other->status == 200);
}

TEST(OutgoingCalls, RunBesideEachOther)
{
    std::mutex mutex;
    std::unique_lock held(mutex);
    FunctionService service([&](Request& request) {
        if (request.target == "/slow") const std::lock_guard wait(mutex);
        if (request.target == "/on") return led_to("/quick");
        return told(request);
    });
    TestServer server(service);
    OutgoingCalls calls(only({"loopback"}));
    calls.begin(1, {.url = at(server, "/slow")});
    calls.begin(2, {.url = at(server, "/on")});
    calls.begin(3, {.url = "http://192.0.2.1/"});
    EXPECT_EQ(calls.under_way(), 3U);
    std::vector<OutgoingCalls::Finished> over;
    const auto collect = [&](std::size_t count) {
        for (const auto until = std::chrono::steady_clock::now() + 10s;
             over.size() < count && std::chrono::steady_clock::now() < until;)
            for (auto& each : calls.work(100ms)) over.push_back(std::move(each));
    };
    collect(2);
    held.unlock();
    collect(3);
    ASSERT_EQ(over.size(), 3U);
    EXPECT_EQ(over.back().id, 1);
    std::ranges::sort(over, {}, &OutgoingCalls::Finished::id);
    EXPECT_EQ(over[0].outcome->status, 200);
    EXPECT_EQ(over[1].outcome->url, at(server, "/quick"));
    EXPECT_EQ(over[2].outcome.error().code, Errc::forbidden);
    EXPECT_EQ(calls.under_way(), 0U);
}

TEST(OutgoingCalls, AreBrokenOffWithTheirOwner)
{
    std::mutex mutex;
    std::unique_lock held(mutex);
    FunctionService service([&](Request&) {
        const std::lock_guard wait(mutex);
        return text("late");
    });
    TestServer server(service);
    {
        OutgoingCalls calls(only({"loopback"}));
        calls.begin(1, {.url = at(server, "/")});
        EXPECT_TRUE(calls.work(10ms).empty());
        calls.wake();
    }
    held.unlock();
}

} // namespace

TEST(HostAndPort, AreAllThatIsToldOfAnAddress)
{
    EXPECT_EQ(host_and_port("https://Hooks.Example.org/secret?token=secret"), "hooks.example.org");
    EXPECT_EQ(host_and_port("http://127.0.0.1:9000"), "127.0.0.1:9000");
    EXPECT_EQ(host_and_port("http://name:secret@[::1]:80/"), "[::1]:80");
    EXPECT_EQ(host_and_port("http://host#@secret"), "host");
    EXPECT_EQ(host_and_port("secret"), "");
}

} // namespace cairn::http::test
