// The HTTP/1.1 server: sockets, TLS, framing, limits, timeouts. What a request means is the Service's business.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "http/message.hpp"

namespace cairn::http {

// What the service wants of a request, decided when its head has arrived and before its body is read.
struct Intake {
    enum class Body : std::uint8_t { whole, streamed };

    Body body = Body::whole;
    std::uint64_t body_limit = 0; // more than this is answered 413 without being read
    bool quick = false;           // may be tried on the network thread: it waits for nothing but memory
    bool recognize = false;       // recognize() is asked before the body is read
};

// Who asks, found out by the head alone.
struct Recognition {
    enum class Found : std::uint8_t {
        welcome,      // the body may be read
        refused,      // it is not, and this is the answer
        needs_worker, // it takes long: to be asked again on a worker
    };

    Found found = Found::welcome;
    Response answer{};
};

class Service {
public:
    virtual ~Service() = default;

    // On a network thread, with head only. An answer here (unknown path, wrong method) is sent without reading the
    // body.
    virtual std::variant<Intake, Response> admit(const Request&) = 0;

    // For a request that admit() wants recognized, and whose body has not come with its head: before more is read.
    // First on a network thread (`quick`), and on a worker where that does not do. `large`: its body is no small one,
    // or nobody knows.
    virtual Recognition recognize(Request&, bool /*large*/, bool /*quick*/) { return {}; }

    // On a network thread or a worker: a number for whoever asks, by which what there is is shared out fairly.
    virtual std::uint64_t client_of(const Request&);

    // On a network thread, for a quick request. Nothing: it turned out to need a worker after all, call serve().
    virtual std::optional<Response> serve_quickly(Request&) = 0;

    // On a worker. Must not throw; whatever a handler throws is the service's to log and to answer with a 500.
    virtual Response serve(Request&) = 0;

    // On a worker: what a Producer has thrown before its first byte is answered with, where that is more than a 500;
    // the service then logs it.
    virtual std::optional<Response> failed(const Request&, const std::exception&) { return {}; }

    // After the last byte of the answer was handed to the system (access log, metrics). `bytes` counts the body. Also
    // for answers that the server gives itself; when not even the head could be read, the request's method is empty.
    virtual void served(const Request&, int status, std::uint64_t bytes, std::chrono::nanoseconds) = 0;
};

struct Options {
    std::string address = "127.0.0.1";
    std::uint16_t port = 3000;    // 0: any free one, see Server::port()
    unsigned network_threads = 0; // 0: one for each core
    unsigned workers = 32;
    unsigned stream_workers = 32;       // for streamed bodies, so that slow transfers do not occupy the workers
    std::size_t queued_requests = 4096; // waiting for a worker; past it the answer is 503 with Retry-After
    std::size_t connections = 16384;    // open at once; past it new ones are closed at once
    std::uint64_t bodies_in_flight = 1ULL << 30; // what bodies that are received whole may have together: 503
    std::uint64_t one_body = 128 << 20;          // which is always enough for one of this size
    std::uint64_t bodies_in_memory = 64 << 20;   // as much of that is kept in memory, the rest in files
    std::string spool_folder = "/tmp";           // of those files
    unsigned large_body_workers = 2;             // for what came as a file: to work on it takes memory
    std::uint64_t answers_in_files = 1ULL << 30; // of answers that are made faster than their clients take them
    std::size_t head_limit = 32 << 10;           // request line and headers: 431
    std::chrono::milliseconds head_timeout{15'000};
    std::chrono::milliseconds idle_timeout{75'000};
    std::chrono::milliseconds body_timeout{30'000};  // for each 64 KiB of progress
    std::chrono::milliseconds write_timeout{30'000}; // for each 64 KiB of progress
    std::chrono::milliseconds stop_timeout{10'000};  // requests under way get this long when the server stops
    std::size_t compress_from = 1400;                // bytes of a text or JSON body; 0: never
    std::string certificate_file;                    // both given: TLS
    std::string key_file;
};

class Server {
public:
    Server(Options, Service&); // binds and listens; throws std::runtime_error with the reason
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::uint16_t port() const;

    // Serves until stop() is called, then finishes what is under way. Call it once, from one thread.
    void run();

    // From any thread or a signal's handler thread: no new connections, idle ones closed, the rest may finish until
    // stop_timeout and is then cut. A handler that does not return by itself is waited for even so.
    void stop();

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace cairn::http
