// Asking another server by HTTP, on somebody's behalf, by the rules of [migrations] and [proxy]: http/client.hpp says
// what holds for every such call.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "http/client.hpp"
#include "remotes/address.hpp"
#include "remotes/hosts.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::remotes {

// What the other server fails at is no shortage of ours, and whoever asked gains nothing by asking again.
template <class T> Result<T> by_them(Result<T> done)
{
    if (!done && done.error().code == Errc::unavailable) done.error().code = Errc::unprocessable;
    return done;
}

using Sending = http::OutgoingStreams::Upload;
using Reading = decltype(Sending::read);

struct Question {
    std::string url; // without credentials
    std::vector<std::string> headers{};
    Credentials credentials{};             // as Basic; of the first host alone, not of those it leads to
    std::uint64_t most_bytes = 8ULL << 20; // an answer that is larger is an error
    std::int64_t seconds = 60;
    bool only_head = false;       // what is in the body does not matter
    std::string post{};           // not empty: is sent along, by POST
    std::optional<Sending> put{}; // is sent along, by PUT
    // Asked about once a second, if there is one. False: the answer is not wanted any more, which is Errc::conflict.
    std::function<bool()> goes_on{};
    // Takes the body of a good answer instead of Answer::body.
    std::function<void(std::string_view)> receive{};
};

struct Reply {
    int status = 0;
    std::string url;   // where it came from, after redirections
    std::string ip;    // and from which address; empty where a proxy called it
    std::string proxy; // that one
    std::string type;  // Content-Type
    std::string total; // X-Total-Count
    std::string body;
};

// Safe from any thread; a question blocks its own.
class Client {
public:
    // Throws std::invalid_argument, with words for the operator, for settings that make no sense.
    explicit Client(const config::Settings&);
    // The same with other hosts than [migrations] allows.
    Client(const config::Settings&, Hosts);

    // Any answer, also one that is an error. Errc::forbidden for a server that may not be called, Errc::unavailable for
    // one that does not answer.
    Result<Reply> get(const Question&) const;

    // The addresses of a host that may be called, in the order in which to try them, for those who connect by other
    // means; at least one. The same errors.
    Result<std::vector<std::string>> resolve(const std::string& host, std::uint16_t port) const;

    // Whether a server may be called, as far as that can be told before it is. The same errors.
    Result<> check(const Address&) const;

private:
    http::Client client_;
};

} // namespace cairn::remotes
