// The rules for a repository's branches, as the API has them, and making, changing, ordering and deleting them.
#pragma once

#include "repositories/guards.hpp"
#include "repositories/protection/protection.hpp"

namespace cairn::repositories {

struct BranchProtection {
    std::string branch_name;
    std::string rule_name;
    std::int64_t priority = 0;
    bool enable_push = false;
    bool enable_push_whitelist = false;
    std::vector<std::string> push_whitelist_usernames;
    std::vector<std::string> push_whitelist_teams;
    bool push_whitelist_deploy_keys = false;
    bool enable_force_push = false;
    bool enable_force_push_allowlist = false;
    std::vector<std::string> force_push_allowlist_usernames;
    std::vector<std::string> force_push_allowlist_teams;
    bool force_push_allowlist_deploy_keys = false;
    bool enable_merge_whitelist = false;
    std::vector<std::string> merge_whitelist_usernames;
    std::vector<std::string> merge_whitelist_teams;
    bool enable_bypass_allowlist = false;
    std::vector<std::string> bypass_allowlist_usernames;
    std::vector<std::string> bypass_allowlist_teams;
    bool enable_status_check = false;
    std::optional<std::vector<std::string>> status_check_contexts;
    std::int64_t required_approvals = 0;
    bool enable_approvals_whitelist = false;
    std::vector<std::string> approvals_whitelist_username;
    std::vector<std::string> approvals_whitelist_teams;
    bool block_on_rejected_reviews = false;
    bool block_on_official_review_requests = false;
    bool block_on_codeowner_reviews = false;
    bool block_on_outdated_branch = false;
    bool dismiss_stale_approvals = false;
    bool ignore_stale_approvals = false;
    bool require_signed_commits = false;
    std::string protected_file_patterns;
    std::string unprotected_file_patterns;
    bool block_admin_merge_override = false;
    std::optional<bool> enable_merge_queue;
    Time created_at;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(BranchProtection, (),
                      (branch_name, rule_name, priority, enable_push, enable_push_whitelist, push_whitelist_usernames,
                       push_whitelist_teams, push_whitelist_deploy_keys, enable_force_push, enable_force_push_allowlist,
                       force_push_allowlist_usernames, force_push_allowlist_teams, force_push_allowlist_deploy_keys,
                       enable_merge_whitelist, merge_whitelist_usernames, merge_whitelist_teams,
                       enable_bypass_allowlist, bypass_allowlist_usernames, bypass_allowlist_teams, enable_status_check,
                       status_check_contexts, required_approvals, enable_approvals_whitelist,
                       approvals_whitelist_username, approvals_whitelist_teams, block_on_rejected_reviews,
                       block_on_official_review_requests, block_on_codeowner_reviews, block_on_outdated_branch,
                       dismiss_stale_approvals, ignore_stale_approvals, require_signed_commits, protected_file_patterns,
                       unprotected_file_patterns, block_admin_merge_override, enable_merge_queue, created_at,
                       updated_at))
constexpr auto notes(const BranchProtection*)
{
    return std::array{
        Note{"", "A rule that says what may be done to the branches that its name fits"},
        Note{"branch_name", "the rule's name where it names one branch; empty for a pattern"},
        Note{"priority", "of several rules that fit, the one with the lowest number counts"},
        Note{"status_check_contexts", "patterns of contexts that must have succeeded; null if none was ever named"},
        Note{.member = "enable_merge_queue",
             .doc = "whether pull requests get in by a queue; not there where the site has none",
             .omit_empty = true},
    };
}

// What may be said of a rule. What is left out stays as it is; in a new rule it is off.
struct BranchProtectionOptions {
    std::optional<std::int64_t> priority;
    std::optional<bool> enable_push;
    std::optional<bool> enable_push_whitelist;
    std::optional<std::vector<std::string>> push_whitelist_usernames;
    std::optional<std::vector<std::string>> push_whitelist_teams;
    std::optional<bool> push_whitelist_deploy_keys;
    std::optional<bool> enable_force_push;
    std::optional<bool> enable_force_push_allowlist;
    std::optional<std::vector<std::string>> force_push_allowlist_usernames;
    std::optional<std::vector<std::string>> force_push_allowlist_teams;
    std::optional<bool> force_push_allowlist_deploy_keys;
    std::optional<bool> enable_merge_whitelist;
    std::optional<std::vector<std::string>> merge_whitelist_usernames;
    std::optional<std::vector<std::string>> merge_whitelist_teams;
    std::optional<bool> enable_bypass_allowlist;
    std::optional<std::vector<std::string>> bypass_allowlist_usernames;
    std::optional<std::vector<std::string>> bypass_allowlist_teams;
    std::optional<bool> enable_status_check;
    std::optional<std::vector<std::string>> status_check_contexts;
    std::optional<std::int64_t> required_approvals;
    std::optional<bool> enable_approvals_whitelist;
    std::optional<std::vector<std::string>> approvals_whitelist_username;
    std::optional<std::vector<std::string>> approvals_whitelist_teams;
    std::optional<bool> block_on_rejected_reviews;
    std::optional<bool> block_on_official_review_requests;
    std::optional<bool> block_on_codeowner_reviews;
    std::optional<bool> block_on_outdated_branch;
    std::optional<bool> dismiss_stale_approvals;
    std::optional<bool> ignore_stale_approvals;
    std::optional<bool> require_signed_commits;
    std::optional<std::string> protected_file_patterns;
    std::optional<std::string> unprotected_file_patterns;
    std::optional<bool> block_admin_merge_override;
    std::optional<bool> enable_merge_queue;
};
BOOST_DESCRIBE_STRUCT(BranchProtectionOptions, (),
                      (priority, enable_push, enable_push_whitelist, push_whitelist_usernames, push_whitelist_teams,
                       push_whitelist_deploy_keys, enable_force_push, enable_force_push_allowlist,
                       force_push_allowlist_usernames, force_push_allowlist_teams, force_push_allowlist_deploy_keys,
                       enable_merge_whitelist, merge_whitelist_usernames, merge_whitelist_teams,
                       enable_bypass_allowlist, bypass_allowlist_usernames, bypass_allowlist_teams, enable_status_check,
                       status_check_contexts, required_approvals, enable_approvals_whitelist,
                       approvals_whitelist_username, approvals_whitelist_teams, block_on_rejected_reviews,
                       block_on_official_review_requests, block_on_codeowner_reviews, block_on_outdated_branch,
                       dismiss_stale_approvals, ignore_stale_approvals, require_signed_commits, protected_file_patterns,
                       unprotected_file_patterns, block_admin_merge_override, enable_merge_queue))
constexpr auto notes(const BranchProtectionOptions*)
{
    return std::array{
        Note{"priority", "of several rules that fit, the one with the lowest number counts"},
        Note{"enable_push", "whether anybody may push"},
        Note{"enable_push_whitelist", "only people, teams and deploy keys that are listed may push"},
        Note{"enable_force_push", "whether anybody who may push may rewrite history"},
        Note{"enable_force_push_allowlist", "only those who are listed may rewrite history"},
        Note{"enable_merge_whitelist", "only those who are listed may merge"},
        Note{"enable_bypass_allowlist", "those who are listed may merge whatever the rule demands"},
        Note{"enable_approvals_whitelist", "only approvals of those who are listed count"},
        Note{"status_check_contexts", "patterns of contexts that must have succeeded before a merge"},
        Note{"protected_file_patterns", "files that nobody may change, separated by semicolons"},
        Note{"unprotected_file_patterns", "files that every writer may change, separated by semicolons"},
        Note{"block_admin_merge_override", "the rule holds for administrators, too"},
        Note{"enable_merge_queue", "pull requests get in by a queue; means nothing where the site has none"},
    };
}

struct CreateBranchProtectionOption : BranchProtectionOptions {
    std::string branch_name;
    std::string rule_name;
};
BOOST_DESCRIBE_STRUCT(CreateBranchProtectionOption, (BranchProtectionOptions), (branch_name, rule_name))
constexpr auto notes(const CreateBranchProtectionOption*)
{
    return std::array{Note{"branch_name", "the old name of rule_name"},
                      Note{.member = "rule_name", .doc = "a branch, or a pattern for several", .max_length = 255}};
}

struct EditBranchProtectionOption : BranchProtectionOptions { };
BOOST_DESCRIBE_STRUCT(EditBranchProtectionOption, (BranchProtectionOptions), ())

struct UpdateBranchProtectionPriories {
    std::vector<std::int64_t> ids;
};
BOOST_DESCRIBE_STRUCT(UpdateBranchProtectionPriories, (), (ids))
constexpr auto notes(const UpdateBranchProtectionPriories*)
{
    return std::array{Note{"ids", "rules, the one that shall be asked first in front"}};
}

// Errc::not_found.
Result<StoredBranchProtection> find_branch_protection(db::Queries&, const RepositoryContext&, const std::string& name);

// A rule that is asked last unless it says otherwise. On its lists are those who are named and may be there: who may
// write, or for approvals who was let in. Errc::bad_request for a rule without a name, Errc::forbidden where there is
// one of that name, Errc::unprocessable for names that nobody has.
Result<StoredBranchProtection> create_branch_protection(const api::Call&, const RepositoryContext&,
                                                        const CreateBranchProtectionOption&);

// Errc::not_found, and Errc::unprocessable as above.
Result<StoredBranchProtection> edit_branch_protection(const api::Call&, const RepositoryContext&,
                                                      const std::string& name, const EditBranchProtectionOption&);

// Errc::not_found.
Result<void> delete_branch_protection(const api::Call&, const RepositoryContext&, const std::string& name);

// Those that are named are asked in this order.
void order_branch_protections(const api::Call&, const RepositoryContext&, const UpdateBranchProtectionPriories&);

std::vector<BranchProtection> show_branch_protections(db::Queries&, const RepositoryContext&,
                                                      std::span<const StoredBranchProtection>);

} // namespace cairn::repositories
