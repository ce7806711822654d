// Asking another server by HTTP, on somebody's behalf: only those that remotes::Hosts allows, whatever a name or a
// redirection leads to, and never for longer or for more than was agreed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "remotes/address.hpp"
#include "remotes/hosts.hpp"

namespace cairn::remotes {

struct Question {
    std::string url; // without credentials
    std::vector<std::string> headers{};
    Credentials credentials{};             // as Basic; of the first host alone, not of those it leads to
    std::uint64_t most_bytes = 8ULL << 20; // an answer that is larger is an error
    std::int64_t seconds = 60;
    bool only_head = false; // what is in the body does not matter
    std::string post{};     // not empty: is sent along, by POST
    // Asked about once a second, if there is one. False: the answer is not wanted any more, which is Errc::conflict.
    std::function<bool()> goes_on{};
    // Takes the body of a good answer instead of Answer::body.
    std::function<void(std::string_view)> receive{};
};

struct Reply {
    int status = 0;
    std::string url;   // where it came from, after redirections
    std::string ip;    // and from which address
    std::string type;  // Content-Type
    std::string total; // X-Total-Count
    std::string body;
};

class Client {
public:
    explicit Client(const config::Migrations& settings) : hosts_(settings), verify_(!settings.skip_tls_verify) { }

    // Any answer, also one that is an error. Errc::forbidden for a server that may not be called, Errc::unavailable for
    // one that does not answer.
    Result<Reply> get(const Question&) const;

    // An address of a host that may be called, for those who connect by other means. The same errors.
    Result<std::string> resolve(const std::string& host, std::uint16_t port) const;

private:
    Hosts hosts_;
    bool verify_;
};

} // namespace cairn::remotes
