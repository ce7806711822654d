// A fork and what it was forked from: how far they are apart, and bringing over what is new.
#pragma once

#include "repositories/guards.hpp"

namespace cairn::transport {

struct MergeUpstreamRequest {
    std::string branch;
    bool ff_only = false;
};
BOOST_DESCRIBE_STRUCT(MergeUpstreamRequest, (), (branch, ff_only))
constexpr auto notes(const MergeUpstreamRequest*)
{
    return std::array{Note{"", "Which branch of a fork follows its base, and how"},
                      Note{"branch", "the branch of the fork; the default one unless said otherwise"},
                      Note{"ff_only", "do nothing if that would take a merge"}};
}

enum class UpstreamMerge : std::uint8_t { up_to_date, fast_forward, merge };

// Errc::bad_request for what is no fork, or would take a merge that is not wanted, Errc::not_found for a branch that
// either side does not have, Errc::locked, Errc::conflict, and what the rules for branches say.
Result<UpstreamMerge> merge_upstream(const api::Call&, const repositories::RepositoryContext&,
                                     const MergeUpstreamRequest&);

// How the fork's default branch stands to that of its base.
struct UpstreamState {
    std::string base; // "owner/name"
    std::string branch;
    bool behind = false;          // the base has commits that the fork has not
    std::int64_t ahead_count = 0; // in commits; both 0 where it takes too long to count
    std::int64_t behind_count = 0;
};
// Nothing for what is no fork, whose base is gone, hidden from the caller or without that branch. From the table of
// branches, and one look at git where the two are not at the same commit.
std::optional<UpstreamState> upstream_state(const api::Call&, const repositories::RepositoryContext&);

} // namespace cairn::transport
