// Protections of branches and tags as the database holds them, and which of them a name falls under.
#pragma once

#include "base/glob.hpp"
#include "base/reflect.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db
namespace cairn::events {
struct RepositoryCreated;
} // namespace cairn::events

namespace cairn::repositories {

// The lists of people and teams that a rule for branches has.
enum class RuleList : std::uint8_t { push, force_push, merge, bypass, approvals };
BOOST_DESCRIBE_ENUM(RuleList, push, force_push, merge, bypass, approvals)
inline constexpr std::size_t rule_list_count = 5;

struct StoredBranchProtection {
    std::int64_t id = 0;
    std::int64_t repository_id = 0;
    std::string rule_name; // a branch's name, or a pattern
    std::int64_t priority = 0;
    bool enable_push = false;
    bool push_list = false; // only who is on the list pushes
    bool push_deploy_keys = false;
    bool enable_force_push = false;
    bool force_push_list = false;
    bool force_push_deploy_keys = false;
    bool merge_list = false;
    bool bypass_list = false;
    bool approvals_list = false;
    std::int64_t required_approvals = 0;
    bool enable_status_check = false;
    std::optional<Json> status_check_contexts; // a list of texts
    bool block_on_rejected_reviews = false;
    bool block_on_official_review_requests = false;
    bool block_on_codeowner_reviews = false;
    bool block_on_outdated_branch = false;
    bool dismiss_stale_approvals = false;
    bool ignore_stale_approvals = false;
    bool require_signed_commits = false;
    std::string protected_file_patterns; // separated by semicolons
    std::string unprotected_file_patterns;
    bool block_admin_merge_override = false;
    bool enable_merge_queue = false; // counts only where the site has queues
    Time created_at;
    Time updated_at;

    // Whether it names one branch.
    bool is_plain() const { return !Glob::is_pattern(rule_name); }
    std::vector<std::string> contexts() const;
};
BOOST_DESCRIBE_STRUCT(StoredBranchProtection, (),
                      (id, repository_id, rule_name, priority, enable_push, push_list, push_deploy_keys,
                       enable_force_push, force_push_list, force_push_deploy_keys, merge_list, bypass_list,
                       approvals_list, required_approvals, enable_status_check, status_check_contexts,
                       block_on_rejected_reviews, block_on_official_review_requests, block_on_codeowner_reviews,
                       block_on_outdated_branch, dismiss_stale_approvals, ignore_stale_approvals,
                       require_signed_commits, protected_file_patterns, unprotected_file_patterns,
                       block_admin_merge_override, enable_merge_queue, created_at, updated_at))

// In the order in which they are asked: by priority (those of 0 and less together), plain names before patterns, the
// older ones first.
std::vector<StoredBranchProtection> branch_protections(db::Queries&, std::int64_t repository_id);

// The names that a rule is for. A plain one fits in any case of its letters, a broken pattern is a plain name.
class BranchPattern {
public:
    explicit BranchPattern(std::string_view rule_name);
    bool matches(std::string_view branch) const;

private:
    std::string name_;
    std::optional<Glob> glob_; // none: plain
};

// A list of patterns for files, as a rule has two of them. Case does not count.
class FilePatterns {
public:
    explicit FilePatterns(std::string_view patterns);
    bool empty() const { return globs_.empty(); }
    bool matches(std::string_view path) const;

private:
    std::vector<Glob> globs_;
};

struct StoredTagProtection {
    std::int64_t id = 0;
    std::int64_t repository_id = 0;
    std::string name_pattern;
    Time created_at;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(StoredTagProtection, (), (id, repository_id, name_pattern, created_at, updated_at))

// Whether a rule can have this pattern at all.
bool is_tag_pattern(std::string_view name_pattern);

// Whether a rule is for this tag: between slashes its pattern is a regular expression that is looked for anywhere in
// the name, otherwise `*` stands for anything. A pattern that is broken is for every tag: nobody knows what it was to
// keep.
bool fits_tag(std::string_view name_pattern, std::string_view tag);

// A repository that was made from a template may begin with the rules of that one.
void copy_protections(db::Transaction&, const events::RepositoryCreated&);

} // namespace cairn::repositories
