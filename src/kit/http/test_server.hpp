// For the tests of src/http: a server on a free port of this machine, a service made of functions, and a client that
// can send anything, however wrong.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "http/server.hpp"

namespace cairn::http::test {

struct Served {
    std::string method;
    std::string target;
    int status = 0;
    std::uint64_t bytes = 0;
};

// Admits everything with `intake`, answers with what `answer` makes of it; quickly when `intake.quick` says so.
class FunctionService : public Service {
public:
    explicit FunctionService(std::function<Response(Request&)> with) : answer(std::move(with)) { }

    std::variant<Intake, Response> admit(const Request& request) override
    {
        if (refuse)
            if (auto refused = refuse(request)) return std::move(*refused);
        return intake;
    }
    std::optional<Response> serve_quickly(Request& request) override { return answer(request); }
    Response serve(Request& request) override { return answer(request); }
    void served(const Request& request, int status, std::uint64_t bytes, std::chrono::nanoseconds) override
    {
        const std::scoped_lock lock(mutex_);
        log_.push_back({std::string(request.method), std::string(request.target), status, bytes});
    }

    std::vector<Served> log()
    {
        const std::scoped_lock lock(mutex_);
        return log_;
    }

    Intake intake{.body = Intake::Body::whole, .body_limit = 1 << 20, .quick = false};
    std::function<std::optional<Response>(const Request&)> refuse;
    std::function<Response(Request&)> answer;

private:
    std::mutex mutex_;
    std::vector<Served> log_;
};

class TestServer {
public:
    explicit TestServer(Service& service, Options options = {}) : server_(on_free_port(std::move(options)), service)
    {
        thread_ = std::thread([this] { server_.run(); });
    }
    ~TestServer()
    {
        server_.stop();
        join();
    }
    TestServer(const TestServer&) = delete;
    TestServer& operator=(const TestServer&) = delete;

    std::uint16_t port() const { return server_.port(); }
    void stop() { server_.stop(); }
    void join()
    {
        if (thread_.joinable()) thread_.join();
    }

private:
    static Options on_free_port(Options options)
    {
        options.port = 0;
        if (options.network_threads == 0) options.network_threads = 2;
        return options;
    }

    Server server_;
    std::thread thread_;
};

struct Reply {
    int status = 0; // 0: the connection ended before an answer
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;

    std::string header(std::string_view name) const; // in lower case; all values of that name, joined with ", "
};

// A blocking socket. Waits at most ten seconds for anything; then the test has failed.
class Client {
public:
    explicit Client(std::uint16_t port, int receive_buffer = 0);
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    bool send(std::string_view) const; // false: the server has closed
    void finish_sending() const;
    Reply receive(bool to_head = false);
    Reply ask(std::string_view request)
    {
        send(request);
        return receive();
    }

    std::string read_some(); // "" at the end
    std::string read_line();
    std::string read_to_end();
    std::string read_exactly(std::size_t);
    bool is_closed() { return pending_.empty() && read_some().empty(); }
    bool hears_nothing_for(std::chrono::milliseconds);

private:
    bool fill();

    int socket_ = -1;
    std::string pending_;
};

// "GET /x HTTP/1.1" with Host and the given headers, each ending in CRLF.
std::string get(std::string_view target, std::string_view headers = {});
std::string post(std::string_view target, std::string_view body, std::string_view headers = {});

Response text(std::string body, int status = 200);

} // namespace cairn::http::test
