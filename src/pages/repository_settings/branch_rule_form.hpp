// A rule for branches as a form: people, teams and checks are lines of text, and who may push is one choice of three.
#pragma once

#include "pages/form.hpp"
#include "repositories/protection/branch_protection.hpp"

namespace cairn::pages {

enum class RuleAudience : std::uint8_t { nobody, everybody, listed };
BOOST_DESCRIBE_ENUM(RuleAudience, nobody, everybody, listed)

// The checkboxes are optional, so that what a form does not have stays as it is.
struct BranchRuleForm {
    std::string rule_name;
    std::optional<RuleAudience> push;
    std::optional<std::string> push_people;
    std::optional<std::string> push_teams;
    std::optional<bool> push_deploy_keys;
    std::optional<RuleAudience> force_push;
    std::optional<std::string> force_push_people;
    std::optional<std::string> force_push_teams;
    std::optional<bool> force_push_deploy_keys;
    std::optional<bool> merge_listed;
    std::optional<std::string> merge_people;
    std::optional<std::string> merge_teams;
    std::optional<bool> bypass_listed;
    std::optional<std::string> bypass_people;
    std::optional<std::string> bypass_teams;
    std::optional<std::int64_t> required_approvals;
    std::optional<bool> approvals_listed;
    std::optional<std::string> approvals_people;
    std::optional<std::string> approvals_teams;
    std::optional<bool> enable_status_check;
    std::optional<std::string> status_check_contexts;
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
BOOST_DESCRIBE_STRUCT(BranchRuleForm, (),
                      (rule_name, push, push_people, push_teams, push_deploy_keys, force_push, force_push_people,
                       force_push_teams, force_push_deploy_keys, merge_listed, merge_people, merge_teams, bypass_listed,
                       bypass_people, bypass_teams, required_approvals, approvals_listed, approvals_people,
                       approvals_teams, enable_status_check, status_check_contexts, block_on_rejected_reviews,
                       block_on_official_review_requests, block_on_codeowner_reviews, block_on_outdated_branch,
                       dismiss_stale_approvals, ignore_stale_approvals, require_signed_commits, protected_file_patterns,
                       unprotected_file_patterns, block_admin_merge_override, enable_merge_queue))
constexpr auto notes(const BranchRuleForm*)
{
    return std::array{Note{.member = "rule_name", .max_length = 255},
                      Note{.member = "status_check_contexts", .max_length = 10000},
                      Note{.member = "protected_file_patterns", .max_length = 10000},
                      Note{.member = "unprotected_file_patterns", .max_length = 10000}};
}

BranchRuleForm branch_rule_form(const repositories::BranchProtection&);
repositories::BranchProtectionOptions branch_rule_options(const BranchRuleForm&);

// The field that has the name which a refusal is about; empty: none.
std::string_view list_with(const BranchRuleForm&, const Error&);

// The refusal beside that field.
template <class T> Result<T> beside_list(const BranchRuleForm& form, Result<T> result)
{
    if (result || !member_of(result.error()).empty()) return result;
    const auto field = list_with(form, result.error());
    if (field.empty()) return result;
    return std::unexpected(about(field, std::move(result).error()));
}

// Words with commas or white space between them, and names with commas or line ends between them.
std::vector<std::string> listed_words(std::string_view);
std::vector<std::string> listed_lines(std::string_view);
std::string joined_words(const std::vector<std::string>&);

} // namespace cairn::pages
