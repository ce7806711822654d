// What somebody who has shown a key wants, done: the same for the built-in server and for a system's sshd.
#pragma once

#include <string>
#include <string_view>

#include "git/receive/stream.hpp"
#include "ssh/command.hpp"
#include "transport/git_context.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::ssh {

struct Request {
    std::string command;  // as the client sent it
    std::string protocol; // its GIT_PROTOCOL
};

// What was asked, understood and allowed.
struct PreparedCommand {
    Command command;
    transport::GitContext place;
    int version = 0; // of git's protocol
};

struct Outcome {
    int status = 0;
    std::string words{}; // for the person at the terminal
};

// All that the database has to be asked before the first byte.
Result<PreparedCommand> prepare_command(const api::Site&, const transport::Visitor&, const Request&);

// Does it, or says why there is none. What the streams throw when the client goes away goes through.
Outcome run_command(const api::Site&, const transport::Visitor&, const Result<PreparedCommand>&, git::Source&,
                    git::Sink&);

// Somebody wants a shell: who they are, and that there is none.
Outcome greet(const transport::Visitor&);

} // namespace cairn::ssh
