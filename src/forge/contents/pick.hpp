// Making a commit's change on a branch once more, or the other way round: cherry-pick and revert.
#pragma once

#include "contents/web_commit.hpp"

namespace cairn::contents {

struct PickCommitOption {
    std::string message;
    std::string branch;
    std::string new_branch;
};
BOOST_DESCRIBE_STRUCT(PickCommitOption, (), (message, branch, new_branch))
constexpr auto notes(const PickCommitOption*)
{
    return std::array{
        Note{"message", "without one, git's own"},
        Note{.member = "branch", .doc = "where; without it, the default branch", .max_length = 100},
        Note{.member = "new_branch", .doc = "a branch to make for the commit", .max_length = 100},
    };
}

enum class Pick : bool { as_it_is, reverted };

// What git would write: "Revert "…"", or the message with where it comes from.
std::string pick_message(const git::Commit&, Pick);

// Against the first parent of the commit. Errc::conflict where the branch has changed the same lines,
// Errc::unprocessable where nothing would change, and what commit_change() says.
Result<WebCommit> pick_commit(const api::Call&, const repositories::RepositoryContext&, const git::ObjectId& commit,
                              Pick, const PickCommitOption&);

} // namespace cairn::contents
