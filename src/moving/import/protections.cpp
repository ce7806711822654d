// Rules for branches and tags, with those whom they let through.
#include "api/codec.hpp"
#include "import/kinds.hpp"
#include "repositories/protection/protection.hpp"

namespace cairn::import {

using repositories::RuleList;

namespace {

// Lists of ids are JSON there.
struct BranchRuleRow {
    std::int64_t id = 0;
    std::int64_t repo_id = 0;
    std::string branch_name;
    std::int64_t priority = 0;
    bool can_push = false;
    bool enable_whitelist = false;
    std::string whitelist_user_i_ds;
    std::string whitelist_team_i_ds;
    bool whitelist_deploy_keys = false;
    bool enable_merge_whitelist = false;
    std::string merge_whitelist_user_i_ds;
    std::string merge_whitelist_team_i_ds;
    bool can_force_push = false;
    bool enable_force_push_allowlist = false;
    std::string force_push_allowlist_user_i_ds;
    std::string force_push_allowlist_team_i_ds;
    bool force_push_allowlist_deploy_keys = false;
    bool enable_status_check = false;
    std::string status_check_contexts;
    bool enable_approvals_whitelist = false;
    std::string approvals_whitelist_user_i_ds;
    std::string approvals_whitelist_team_i_ds;
    std::int64_t required_approvals = 0;
    bool block_on_rejected_reviews = false;
    bool block_on_official_review_requests = false;
    bool block_on_outdated_branch = false;
    bool dismiss_stale_approvals = false;
    bool ignore_stale_approvals = false;
    bool require_signed_commits = false;
    std::string protected_file_patterns;
    std::string unprotected_file_patterns;
    bool block_admin_merge_override = false; // Gitea's name
    bool apply_to_admins = false;            // and Forgejo's
    Time created_unix;
    Time updated_unix;
};
BOOST_DESCRIBE_STRUCT(BranchRuleRow, (),
                      (id, repo_id, branch_name, priority, can_push, enable_whitelist, whitelist_user_i_ds,
                       whitelist_team_i_ds, whitelist_deploy_keys, enable_merge_whitelist, merge_whitelist_user_i_ds,
                       merge_whitelist_team_i_ds, can_force_push, enable_force_push_allowlist,
                       force_push_allowlist_user_i_ds, force_push_allowlist_team_i_ds, force_push_allowlist_deploy_keys,
                       enable_status_check, status_check_contexts, enable_approvals_whitelist,
                       approvals_whitelist_user_i_ds, approvals_whitelist_team_i_ds, required_approvals,
                       block_on_rejected_reviews, block_on_official_review_requests, block_on_outdated_branch,
                       dismiss_stale_approvals, ignore_stale_approvals, require_signed_commits, protected_file_patterns,
                       unprotected_file_patterns, block_admin_merge_override, apply_to_admins, created_unix,
                       updated_unix))

struct TagRuleRow {
    std::int64_t id = 0;
    std::int64_t repo_id = 0;
    std::string name_pattern;
    std::string allowlist_user_i_ds;
    std::string allowlist_team_i_ds;
    Time created_unix;
    Time updated_unix;
};
BOOST_DESCRIBE_STRUCT(TagRuleRow, (),
                      (id, repo_id, name_pattern, allowlist_user_i_ds, allowlist_team_i_ds, created_unix, updated_unix))

// Those of a list that were moved.
std::vector<std::int64_t> moved(Batch& batch, std::string_view kind, const std::string& json)
{
    std::vector<std::int64_t> ids;
    std::vector<std::int64_t> here;
    if (json.empty() || !api::decode_json(type_of<std::vector<std::int64_t>>(), json, &ids)) return here;
    for (const auto id : ids)
        if (const auto found = batch.find(kind, id)) here.push_back(*found);
    return here;
}

void enter_list(Batch& batch, std::int64_t rule, RuleList list, const std::string& people, const std::string& teams)
{
    for (const auto account : moved(batch, "accounts", people))
        batch.tx.run("INSERT INTO branch_protection_person (protection_id, list, account_id) VALUES ($1, $2, $3)"
                     " ON CONFLICT DO NOTHING",
                     rule, list, account);
    for (const auto team : moved(batch, "teams", teams))
        batch.tx.run("INSERT INTO branch_protection_team (protection_id, list, team_id) VALUES ($1, $2, $3)"
                     " ON CONFLICT DO NOTHING",
                     rule, list, team);
}

std::optional<std::string> contexts_of(const BranchRuleRow& row)
{
    std::vector<std::string> contexts;
    if (row.status_check_contexts.empty()
        || !api::decode_json(type_of<std::vector<std::string>>(), row.status_check_contexts, &contexts)
        || contexts.empty())
        return {};
    return api::to_json(type_of<std::vector<std::string>>(), &contexts);
}

Outcome take_branch_rule(Batch& batch, BranchRuleRow& row)
{
    const auto repository = batch.repository(row.repo_id);
    if (!repository) return refuse("its repository was not moved", row.branch_name);
    const auto id = batch.id_for(row.id);
    if (batch.tx.run(
            "INSERT INTO branch_protection (id, repository_id, rule_name, priority, enable_push, push_list,"
            " push_deploy_keys, enable_force_push, force_push_list, force_push_deploy_keys, merge_list,"
            " approvals_list, required_approvals, enable_status_check, status_check_contexts,"
            " block_on_rejected_reviews, block_on_official_review_requests, block_on_outdated_branch,"
            " dismiss_stale_approvals, ignore_stale_approvals, require_signed_commits, protected_file_patterns,"
            " unprotected_file_patterns, block_admin_merge_override, created_at, updated_at)"
            " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,"
            " $22, $23, $24, $25, $26) ON CONFLICT DO NOTHING",
            id, *repository, row.branch_name, row.priority, row.can_push, row.enable_whitelist,
            row.whitelist_deploy_keys, row.can_force_push, row.enable_force_push_allowlist,
            row.force_push_allowlist_deploy_keys, row.enable_merge_whitelist, row.enable_approvals_whitelist,
            row.required_approvals, row.enable_status_check, contexts_of(row), row.block_on_rejected_reviews,
            row.block_on_official_review_requests, row.block_on_outdated_branch, row.dismiss_stale_approvals,
            row.ignore_stale_approvals, row.require_signed_commits, row.protected_file_patterns,
            row.unprotected_file_patterns, row.block_admin_merge_override || row.apply_to_admins, row.created_unix,
            row.updated_unix)
        == 0)
        return refuse("the repository has two rules of one name", row.branch_name);
    enter_list(batch, id, RuleList::push, row.whitelist_user_i_ds, row.whitelist_team_i_ds);
    enter_list(batch, id, RuleList::merge, row.merge_whitelist_user_i_ds, row.merge_whitelist_team_i_ds);
    enter_list(batch, id, RuleList::force_push, row.force_push_allowlist_user_i_ds, row.force_push_allowlist_team_i_ds);
    enter_list(batch, id, RuleList::approvals, row.approvals_whitelist_user_i_ds, row.approvals_whitelist_team_i_ds);
    return {};
}

Outcome take_tag_rule(Batch& batch, TagRuleRow& row)
{
    const auto repository = batch.repository(row.repo_id);
    if (!repository) return refuse("its repository was not moved", row.name_pattern);
    const auto id = batch.id_for(row.id);
    if (batch.tx.run("INSERT INTO tag_protection (id, repository_id, name_pattern, created_at, updated_at)"
                     " VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                     id, *repository, row.name_pattern, row.created_unix, row.updated_unix)
        == 0)
        return refuse("the repository has two rules of one name", row.name_pattern);
    for (const auto account : moved(batch, "accounts", row.allowlist_user_i_ds))
        batch.tx.run("INSERT INTO tag_protection_person (protection_id, account_id) VALUES ($1, $2)"
                     " ON CONFLICT DO NOTHING",
                     id, account);
    for (const auto team : moved(batch, "teams", row.allowlist_team_i_ds))
        batch.tx.run("INSERT INTO tag_protection_team (protection_id, team_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                     id, team);
    return {};
}

} // namespace

const Kind branch_rules_kind{.name = "branch protections",
                             .table = "protected_branch",
                             .here = "branch_protection",
                             .ids = Ids::kept,
                             .run = &move_rows<BranchRuleRow, &take_branch_rule>,
                             .needed = "id repo_id branch_name can_push"};
const Kind tag_rules_kind{.name = "tag protections",
                          .table = "protected_tag",
                          .here = "tag_protection",
                          .ids = Ids::kept,
                          .run = &move_rows<TagRuleRow, &take_tag_rule>,
                          .needed = "id repo_id name_pattern"};

} // namespace cairn::import
