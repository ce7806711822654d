// What a client asks for over SSH: a line that would be a command of a shell, if there were one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cairn::ssh {

struct Command {
    enum class Verb : std::uint8_t { fetch, push, archive, lfs_authenticate };
    Verb verb = Verb::fetch;
    std::string owner;
    std::string repository; // as the address has it: "name.git", "name.wiki"
    bool uploads = false;   // of lfs_authenticate: to send, not only to fetch
};

// Errc::bad_request, with words for the person at the terminal.
Result<Command> parse_command(std::string_view line);

} // namespace cairn::ssh
