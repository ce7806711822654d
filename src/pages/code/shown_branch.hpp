// Branches as their pages show them: the API's branch, and what a person wants to know beside it.
#pragma once

#include "contents/branch.hpp"
#include "contents/branch_change.hpp"
#include "pulls/pull_list.hpp"

namespace cairn::pages {

// From the default branch, in commits.
struct ShownDistance {
    std::int64_t ahead = 0;
    std::int64_t behind = 0;
};
BOOST_DESCRIBE_STRUCT(ShownDistance, (), (ahead, behind))

struct ShownBranch {
    contents::Branch branch;
    std::string subject; // of its commit
    Time committed_at;
    bool is_default = false;
    bool yours = false;                      // the reader was the last to push to it
    std::optional<ShownDistance> distance{}; // not there: it is the default one, or would take too long to count
    std::string checks{};                    // "success", "failure" or "pending"; empty: none
    std::optional<pulls::HeadPull> pull{};   // the latest from it
    bool may_rename = false;
    bool may_delete = false;
};
BOOST_DESCRIBE_STRUCT(ShownBranch, (),
                      (branch, subject, committed_at, is_default, yours, distance, checks, pull, may_rename,
                       may_delete))

// In their order: one query for each kind of thing, and a look at git for those distances that nobody has counted yet.
Result<std::vector<ShownBranch>> show_branch_rows(const api::Call&, const repositories::RepositoryContext&,
                                                  std::span<const repositories::StoredBranch>);

// Whether the reader may change branches at all. The rules for one of them may still refuse.
bool may_change_branches(const api::Call&, const repositories::RepositoryContext&);

} // namespace cairn::pages
