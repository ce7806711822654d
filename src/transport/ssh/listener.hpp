// Private to src/ssh: the sockets that the server listens on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ssh/streams.hpp"

namespace cairn::ssh {

// On every address that the host's name has; an empty host is every address of the machine. Throws std::runtime_error
// with words for the operator.
std::vector<Descriptor> listen_on(const std::string& host, std::int64_t port);

struct Accepted {
    Descriptor socket;
    std::string address; // the client's, without its port
};

// Whoever waits at the socket; nothing when nobody does.
std::optional<Accepted> accept_from(int listener);

} // namespace cairn::ssh
