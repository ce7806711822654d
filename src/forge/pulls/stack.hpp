// Stacks of pull requests: one whose base is the branch that another one comes from stands on top of it.
#pragma once

#include "db/database.hpp"
#include "pulls/pull.hpp"

namespace cairn::pulls {

struct StackedPull {
    std::int64_t issue_id = 0;
    std::int64_t number = 0;
    std::string title;
    bool draft = false;
    std::string head_branch;
    std::string base_branch;
};
BOOST_DESCRIBE_STRUCT(StackedPull, (), (issue_id, number, title, draft, head_branch, base_branch))

// The open ones of one repository that stand on each other, with this one among them, the lowest first. Empty where it
// stands alone. Of a high stack, the ten below and the twenty above are looked at; where two stand on one, both are
// there.
std::vector<StackedPull> stack_of(db::Queries&, const StoredIssue&, const StoredPull&);

} // namespace cairn::pulls
