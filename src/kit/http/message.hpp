// HTTP as the rest of the house sees it. Beast and Asio stay inside src/http.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/descriptor.hpp"
#include "base/spent.hpp"

namespace cairn::http {

// A request body that is read while it arrives. Blocks the calling worker, never a network thread.
class BodyReader {
public:
    virtual ~BodyReader() = default;
    // Fills the front of `into`; 0 is the end of the body. Throws Disconnected when the client went away, was too slow,
    // or sent more than the operation allows.
    virtual std::size_t read(std::span<char> into) = 0;
};

// A response body that is written while it is made. Blocks the calling worker while the client is slower than it is.
class BodyWriter {
public:
    virtual ~BodyWriter() = default;
    virtual void write(std::string_view) = 0; // throws Disconnected
};

struct Disconnected : std::exception {
    const char* what() const noexcept override { return "the client went away"; }
};

struct Header {
    std::string_view name;
    std::string_view value;
};

// One request. The views point into the connection's memory and live as long as the request is served: until a
// Producer, if the answer is one, has returned.
struct Request {
    std::string_view method; // as sent: "GET"
    std::string_view target; // as sent: "/api/v1/user?page=2"
    std::vector<Header> headers;
    std::string_view body;        // the whole body, when the operation asked for it whole
    BodyReader* stream = nullptr; // the body, when the operation asked to read it as it comes
    std::string_view peer;        // the client's address, without its port; the service may put in what a proxy says
    bool secure = false;          // came by TLS
    int socket = -1;              // the connection's own: for client_is_there() alone
    std::string id;               // X-Request-Id: the client's own, if it is harmless, else a new one
    std::chrono::steady_clock::time_point received{}; // when all of it was there, but for what is read as it comes

    // The service's own notes on the way, for Service::served().
    struct Notes {
        const void* route = nullptr; // what admit() found at the address
        std::int64_t account = 0;    // who asked; 0 for nobody
        // Who asks, as Service::recognize() has found out: a credential that is good for one use is looked at once.
        std::shared_ptr<const void> caller{};
        Spent spent{}; // on the way to the answer
    };
    mutable Notes notes{};

    // The value of the first header of that name, in any case; empty when there is none.
    std::string_view header(std::string_view name) const;
    bool has_header(std::string_view name) const;

    // False once the client has closed the connection. For workers that are at something long.
    bool client_is_there() const;

    std::string_view path() const { return target.substr(0, target.find('?')); }
    std::string_view query() const
    {
        const auto mark = target.find('?');
        return mark == target.npos ? std::string_view() : target.substr(mark + 1);
    }
};

// Part of an open file, which is closed by whoever has it last: an answer that is never sent keeps none open.
struct FileRange {
    std::shared_ptr<const Descriptor> file{};
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

// Makes the body on a worker while it is sent; without a length it goes out chunked. It may go on reading the request's
// stream. If it throws, or makes more or less than its length, the connection is reset, so that the client notices.
struct Producer {
    std::function<void(BodyWriter&)> produce;
    std::optional<std::uint64_t> length;
    // Where any part can be made without what comes before it; ranges are then to be had.
    std::function<void(BodyWriter&, std::uint64_t offset, std::uint64_t length)> produce_part{};
};

// string: made for this answer. string_view: lives as long as the process. shared: kept by a cache.
using Body = std::variant<std::string, std::string_view, std::shared_ptr<const std::string>, FileRange, Producer>;

struct Response {
    int status = 200;
    std::vector<std::pair<std::string_view, std::string>> headers; // names are literals
    Body body;

    void set(std::string_view name, std::string value) { headers.emplace_back(name, std::move(value)); }
    // The value of the first header of that name (as spelled); nullptr when there is none.
    const std::string* find(std::string_view name) const;
};

} // namespace cairn::http
