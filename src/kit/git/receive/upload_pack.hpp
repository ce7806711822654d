// The server's side of a clone or a fetch: the git program's, to which we only lend the connection.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "git/child/child.hpp"

namespace cairn::git {

// What a client asks for in its Git-Protocol header (over SSH: the variable GIT_PROTOCOL): "version=2", perhaps among
// other words, parted by colons. 0 for anything that is not 1 or 2. Nothing else of the header ever reaches a child.
int protocol_version(std::string_view asked);

struct Fetch {
    enum class Stage : std::uint8_t {
        advertisement, // HTTP's first request: what there is
        exchange,      // HTTP's further requests: each has its own child
        connection,    // SSH: all of it on one connection
    };
    Stage stage;
    int version = 0;
    std::chrono::seconds time_limit{6 * 3600}; // a slow line and a large repository
};

// `unavailable` when too many children run already. To be heard out with pass_on().
Result<Child> start_upload_pack(Children&, const std::string& path, const Fetch&);

// The other side of `git archive --remote`, for a connection. It gives what references lead to, and nothing else.
Result<Child> start_upload_archive(Children&, const std::string& path, std::chrono::seconds time_limit);

} // namespace cairn::git
