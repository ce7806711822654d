// Branches as the API shows them: from the table of branches and the rules that they fall under, without a look at git
// except for signatures.
#pragma once

#include "contents/commit.hpp"
#include "repositories/protection/ref_rules.hpp"
#include "repositories/references/branch.hpp"

namespace cairn::contents {

struct Branch {
    std::string name;
    std::shared_ptr<PayloadCommit> commit; // of several branches, often
    bool protected_ = false;
    std::int64_t required_approvals = 0;
    bool enable_status_check = false;
    std::optional<std::vector<std::string>> status_check_contexts;
    bool user_can_push = false;
    bool user_can_merge = false;
    std::string effective_branch_protection_name;
};
BOOST_DESCRIBE_STRUCT(Branch, (),
                      (name, commit, protected_, required_approvals, enable_status_check, status_check_contexts,
                       user_can_push, user_can_merge, effective_branch_protection_name))
constexpr auto notes(const Branch*)
{
    return std::array{
        Note{"", "A branch, and what the caller may do with it"},
        Note{"protected", "it falls under a rule"},
        Note{"status_check_contexts", "what must have succeeded before a merge; null if the rule never named any"},
        Note{"effective_branch_protection_name", "the rule; told to those who administer the repository"},
    };
}

Result<std::vector<Branch>> show_branches(const api::Call&, const repositories::RepositoryContext&,
                                          std::span<const repositories::StoredBranch>);

// Whoever calls, as the rules for references want to know it.
repositories::Pusher pusher_of(const api::Call&, const repositories::RepositoryContext&);

// Asks the rules whether the caller may do this; a commit counts as signed if its signature can be verified.
Result<void> check_update(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                          const git::RefUpdate&);

// Records what follows from what the caller has done to references.
void record_update(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                   std::vector<git::RefUpdate>);

// Does it, for good, and records it. `conflict` when somebody else was faster, or where one branch would be a folder of
// another.
Result<void> update_and_record(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                               const git::RefUpdate&);

} // namespace cairn::contents
