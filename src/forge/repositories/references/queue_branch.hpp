// The branches on which a merge queue tries out what it has merged (pulls/queue/). They are the queue's own: nobody
// pushes to them, no list of branches has them, and no feed tells of them. Workflows and hooks hear of them as of any
// other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn::repositories {

inline constexpr std::string_view queue_branches = "cairn/queue/";

inline bool is_queue_branch(std::string_view branch) { return branch.starts_with(queue_branches); }

// By its whole name: refs/heads/...
inline bool is_queue_reference(std::string_view reference)
{
    constexpr std::string_view heads = "refs/heads/";
    return reference.starts_with(heads) && is_queue_branch(reference.substr(heads.size()));
}

// Names cannot clash: of two branches `main` and `main/7` git has only one.
inline std::string queue_branch(std::string_view base, std::int64_t number)
{
    return std::string(queue_branches).append(base).append("/").append(std::to_string(number));
}

} // namespace cairn::repositories
