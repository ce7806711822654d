// What somebody who has shown a key wants, done: the same for the built-in server and for a system's sshd.
#pragma once

#include <string>
#include <string_view>

#include "git/stream.hpp"
#include "transport/visitor.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::ssh {

struct Errand {
    std::string command;  // as the client sent it
    std::string protocol; // its GIT_PROTOCOL
};

struct Outcome {
    int status = 0;
    std::string words{}; // for the person at the terminal
};

// What the streams throw when the client goes away goes through.
Outcome run_errand(const api::Site&, const transport::Visitor&, const Errand&, git::Source&, git::Sink&);

// Somebody wants a shell: who they are, and that there is none.
Outcome greet(const transport::Visitor&);

} // namespace cairn::ssh
