// Changing several issues of a repository at once.
#pragma once

#include "issues/issue_guards.hpp"

namespace cairn::issues {

// No more than a page of a list shows.
inline constexpr std::size_t most_at_once = 100;

struct ChangeManyOption {
    std::vector<std::int64_t> issue;
    std::string state;
    std::vector<std::int64_t> add_label;
    std::vector<std::int64_t> remove_label;
    std::optional<std::int64_t> milestone;
    std::vector<std::string> assign;
    std::vector<std::string> unassign;
};
BOOST_DESCRIBE_STRUCT(ChangeManyOption, (), (issue, state, add_label, remove_label, milestone, assign, unassign))
constexpr auto notes(const ChangeManyOption*)
{
    return std::array{Note{"issue", "the numbers of the issues"},
                      Note{"state", "open or closed; without it, as they are"},
                      Note{"add_label", "ids of labels that all of them get"},
                      Note{"remove_label", "ids of labels that none of them keeps"},
                      Note{"milestone", "the id of their milestone; 0 for none"},
                      Note{"assign", "names of people who get them to do"},
                      Note{"unassign", "names of people who do them no longer"}};
}

// All of it or nothing, in one transaction. Errc::forbidden for who may not write to one of them;
// Errc::unprocessable without an issue, with too many of them, and for what they cannot have, which is said with the
// number of the issue; Errc::not_found for a number that is none here.
Result<> change_many(const api::Call&, const RepositoryContext&, const ChangeManyOption&);

} // namespace cairn::issues
