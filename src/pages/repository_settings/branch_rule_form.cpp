#include "pages/repository_settings/branch_rule_form.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace cairn::pages {

using repositories::BranchProtection;
using repositories::BranchProtectionOptions;

namespace {

RuleAudience audience(bool enabled, bool listed)
{
    return !enabled ? RuleAudience::nobody : listed ? RuleAudience::listed : RuleAudience::everybody;
}

template <class F> std::optional<std::vector<std::string>> names(const std::optional<std::string>& text, F split)
{
    if (!text) return {};
    return split(*text);
}

// Where the people and the teams of a form are.
struct NamedMember {
    std::string_view name;
    std::optional<std::string> BranchRuleForm::* text;
    bool teams = false;
};
constexpr NamedMember named_members[] = {
    {"push_people", &BranchRuleForm::push_people},
    {"push_teams", &BranchRuleForm::push_teams, true},
    {"force_push_people", &BranchRuleForm::force_push_people},
    {"force_push_teams", &BranchRuleForm::force_push_teams, true},
    {"merge_people", &BranchRuleForm::merge_people},
    {"merge_teams", &BranchRuleForm::merge_teams, true},
    {"bypass_people", &BranchRuleForm::bypass_people},
    {"bypass_teams", &BranchRuleForm::bypass_teams, true},
    {"approvals_people", &BranchRuleForm::approvals_people},
    {"approvals_teams", &BranchRuleForm::approvals_teams, true},
};

} // namespace

std::vector<std::string> listed_words(std::string_view text)
{
    std::string list(text);
    std::ranges::replace_if(list, [](char c) { return text::is_space(c); }, ',');
    std::vector<std::string> words;
    for (const auto word : text::split_list(list)) words.emplace_back(word);
    return words;
}

std::vector<std::string> listed_lines(std::string_view text)
{
    std::string list(text);
    std::ranges::replace_if(list, [](char c) { return c == '\n' || c == '\r'; }, ',');
    std::vector<std::string> lines;
    for (const auto line : text::split_list(list)) lines.emplace_back(line);
    return lines;
}

std::string joined_words(const std::vector<std::string>& words) { return text::join(words, ", "); }

BranchRuleForm branch_rule_form(const BranchProtection& rule)
{
    return {.rule_name = rule.rule_name,
            .push = audience(rule.enable_push, rule.enable_push_whitelist),
            .push_people = joined_words(rule.push_whitelist_usernames),
            .push_teams = joined_words(rule.push_whitelist_teams),
            .push_deploy_keys = rule.push_whitelist_deploy_keys,
            .force_push = audience(rule.enable_force_push, rule.enable_force_push_allowlist),
            .force_push_people = joined_words(rule.force_push_allowlist_usernames),
            .force_push_teams = joined_words(rule.force_push_allowlist_teams),
            .force_push_deploy_keys = rule.force_push_allowlist_deploy_keys,
            .merge_listed = rule.enable_merge_whitelist,
            .merge_people = joined_words(rule.merge_whitelist_usernames),
            .merge_teams = joined_words(rule.merge_whitelist_teams),
            .bypass_listed = rule.enable_bypass_allowlist,
            .bypass_people = joined_words(rule.bypass_allowlist_usernames),
            .bypass_teams = joined_words(rule.bypass_allowlist_teams),
            .required_approvals = rule.required_approvals,
            .approvals_listed = rule.enable_approvals_whitelist,
            .approvals_people = joined_words(rule.approvals_whitelist_username),
            .approvals_teams = joined_words(rule.approvals_whitelist_teams),
            .enable_status_check = rule.enable_status_check,
            .status_check_contexts = text::join(rule.status_check_contexts.value_or(std::vector<std::string>()), "\n"),
            .block_on_rejected_reviews = rule.block_on_rejected_reviews,
            .block_on_official_review_requests = rule.block_on_official_review_requests,
            .block_on_codeowner_reviews = rule.block_on_codeowner_reviews,
            .block_on_outdated_branch = rule.block_on_outdated_branch,
            .dismiss_stale_approvals = rule.dismiss_stale_approvals,
            .ignore_stale_approvals = rule.ignore_stale_approvals,
            .require_signed_commits = rule.require_signed_commits,
            .protected_file_patterns = rule.protected_file_patterns,
            .unprotected_file_patterns = rule.unprotected_file_patterns,
            .block_admin_merge_override = rule.block_admin_merge_override,
            .enable_merge_queue = rule.enable_merge_queue};
}

BranchProtectionOptions branch_rule_options(const BranchRuleForm& form)
{
    BranchProtectionOptions wanted;
    if (form.push) {
        wanted.enable_push = *form.push != RuleAudience::nobody;
        wanted.enable_push_whitelist = *form.push == RuleAudience::listed;
    }
    wanted.push_whitelist_usernames = names(form.push_people, listed_words);
    wanted.push_whitelist_teams = names(form.push_teams, listed_lines);
    wanted.push_whitelist_deploy_keys = form.push_deploy_keys;
    if (form.force_push) {
        wanted.enable_force_push = *form.force_push != RuleAudience::nobody;
        wanted.enable_force_push_allowlist = *form.force_push == RuleAudience::listed;
    }
    wanted.force_push_allowlist_usernames = names(form.force_push_people, listed_words);
    wanted.force_push_allowlist_teams = names(form.force_push_teams, listed_lines);
    wanted.force_push_allowlist_deploy_keys = form.force_push_deploy_keys;
    wanted.enable_merge_whitelist = form.merge_listed;
    wanted.merge_whitelist_usernames = names(form.merge_people, listed_words);
    wanted.merge_whitelist_teams = names(form.merge_teams, listed_lines);
    wanted.enable_bypass_allowlist = form.bypass_listed;
    wanted.bypass_allowlist_usernames = names(form.bypass_people, listed_words);
    wanted.bypass_allowlist_teams = names(form.bypass_teams, listed_lines);
    wanted.required_approvals = form.required_approvals;
    wanted.enable_approvals_whitelist = form.approvals_listed;
    wanted.approvals_whitelist_username = names(form.approvals_people, listed_words);
    wanted.approvals_whitelist_teams = names(form.approvals_teams, listed_lines);
    wanted.enable_status_check = form.enable_status_check;
    wanted.status_check_contexts = names(form.status_check_contexts, listed_lines);
    wanted.block_on_rejected_reviews = form.block_on_rejected_reviews;
    wanted.block_on_official_review_requests = form.block_on_official_review_requests;
    wanted.block_on_codeowner_reviews = form.block_on_codeowner_reviews;
    wanted.block_on_outdated_branch = form.block_on_outdated_branch;
    wanted.dismiss_stale_approvals = form.dismiss_stale_approvals;
    wanted.ignore_stale_approvals = form.ignore_stale_approvals;
    wanted.require_signed_commits = form.require_signed_commits;
    wanted.protected_file_patterns = form.protected_file_patterns;
    wanted.unprotected_file_patterns = form.unprotected_file_patterns;
    wanted.block_admin_merge_override = form.block_admin_merge_override;
    wanted.enable_merge_queue = form.enable_merge_queue;
    return wanted;
}

std::string_view list_with(const BranchRuleForm& form, const Error& error)
{
    const auto ends_with = [&](const std::string& name) { return error.message.ends_with(" " + text::to_lower(name)); };
    for (const auto& member : named_members) {
        const auto& text = form.*member.text;
        if (!text) continue;
        const auto listed = member.teams ? listed_lines(*text) : listed_words(*text);
        if (std::ranges::any_of(listed, ends_with)) return member.name;
    }
    return {};
}

} // namespace cairn::pages
