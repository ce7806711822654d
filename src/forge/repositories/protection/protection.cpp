#include "repositories/protection/protection.hpp"

#include <algorithm>
#include <tuple>

#include "api/codec.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "repositories/protection/known_branches.hpp"
#include "repositories/protection/regular_expression.hpp"

namespace cairn::repositories {

namespace {

// What is between the slashes of a pattern that is a regular expression.
std::optional<std::string_view> expression_in(std::string_view name_pattern)
{
    if (name_pattern.size() < 2 || !name_pattern.starts_with('/') || !name_pattern.ends_with('/')) return {};
    return name_pattern.substr(1, name_pattern.size() - 2);
}

} // namespace

std::vector<std::string> StoredBranchProtection::contexts() const
{
    std::vector<std::string> contexts;
    if (status_check_contexts
        && !api::decode_json(type_of<std::vector<std::string>>(), status_check_contexts->text, &contexts))
        contexts.clear();
    return contexts;
}

std::vector<StoredBranchProtection> branch_protections(db::Queries& db, std::int64_t repository_id)
{
    auto rules = db.all<StoredBranchProtection>("SELECT * FROM branch_protection WHERE repository_id = $1 ORDER BY id",
                                                repository_id);
    // Rules that nobody has put into an order, which have come from elsewhere, have a priority of 0 or less: a rule for
    // one branch is what was meant for it, however old a pattern is.
    std::ranges::stable_sort(rules, {}, [](const auto& rule) {
        return std::tuple(std::max<std::int64_t>(rule.priority, 0), !rule.is_plain());
    });
    return rules;
}

KnownBranches known_branches(db::Queries& db, std::int64_t repository_id)
{
    // What a rule is for is looked for in memory, where patterns are understood: so there is a bound.
    constexpr std::size_t most = 1000;
    KnownBranches known{
        .names = db.all<std::string>("SELECT name FROM branch WHERE repository_id = $1 ORDER BY name LIMIT $2",
                                     repository_id, static_cast<std::int64_t>(most + 1))};
    known.all = known.names.size() <= most;
    if (!known.all) known.names.pop_back();
    return known;
}

BranchPattern::BranchPattern(std::string_view rule_name) : name_(rule_name)
{
    if (Glob::is_pattern(rule_name)) glob_ = Glob::parse(rule_name, "/");
}

bool BranchPattern::matches(std::string_view branch) const
{
    return glob_ ? glob_->matches(branch) : text::iequals(name_, branch);
}

FilePatterns::FilePatterns(std::string_view patterns)
{
    for (const auto pattern : text::split_list(patterns, ';'))
        if (auto glob = Glob::parse(text::to_lower(pattern), "./")) globs_.push_back(std::move(*glob));
}

bool FilePatterns::matches(std::string_view path) const
{
    const auto lower = text::to_lower(path);
    return std::ranges::any_of(globs_, [&](const Glob& glob) { return glob.matches(lower); });
}

bool is_tag_pattern(std::string_view name_pattern)
{
    if (const auto expression = expression_in(name_pattern)) return RegularExpression::compile(*expression).has_value();
    return Glob::parse(name_pattern, "").has_value();
}

bool fits_tag(std::string_view name_pattern, std::string_view tag)
{
    if (const auto expression = expression_in(name_pattern)) return found_in(*expression, tag).value_or(true);
    const auto glob = Glob::parse(name_pattern, "");
    return !glob || glob->matches(tag);
}

void copy_protections(db::Transaction& tx, const events::RepositoryCreated& made)
{
    if (!made.copies_protections) return;
    tx.run("INSERT INTO branch_protection (repository_id, rule_name, priority, enable_push, push_list,"
           " push_deploy_keys, enable_force_push, force_push_list, force_push_deploy_keys, merge_list, bypass_list,"
           " approvals_list, required_approvals, enable_status_check, status_check_contexts,"
           " block_on_rejected_reviews, block_on_official_review_requests, block_on_codeowner_reviews,"
           " block_on_outdated_branch, dismiss_stale_approvals, ignore_stale_approvals, require_signed_commits,"
           " protected_file_patterns, unprotected_file_patterns, block_admin_merge_override, enable_merge_queue,"
           " created_at, updated_at)"
           " SELECT CAST($1 AS BIGINT), rule_name, priority, enable_push, push_list, push_deploy_keys,"
           " enable_force_push, force_push_list, force_push_deploy_keys, merge_list, bypass_list, approvals_list,"
           " required_approvals, enable_status_check, status_check_contexts, block_on_rejected_reviews,"
           " block_on_official_review_requests, block_on_codeowner_reviews, block_on_outdated_branch,"
           " dismiss_stale_approvals, ignore_stale_approvals, require_signed_commits, protected_file_patterns,"
           " unprotected_file_patterns, block_admin_merge_override, enable_merge_queue, CAST($2 AS BIGINT), CAST($2 AS "
           "BIGINT)"
           " FROM branch_protection WHERE repository_id = $3 ORDER BY id",
           made.repository_id, Time::now(), made.template_id);
    tx.run("INSERT INTO branch_protection_person (protection_id, list, account_id)"
           " SELECT n.id, p.list, p.account_id FROM branch_protection_person p"
           " JOIN branch_protection o ON o.id = p.protection_id"
           " JOIN branch_protection n ON n.repository_id = $1 AND n.rule_name = o.rule_name WHERE o.repository_id = $2",
           made.repository_id, made.template_id);
    // Teams of another owner mean nothing here.
    tx.run("INSERT INTO branch_protection_team (protection_id, list, team_id)"
           " SELECT n.id, p.list, p.team_id FROM branch_protection_team p JOIN team t ON t.id = p.team_id"
           " JOIN branch_protection o ON o.id = p.protection_id"
           " JOIN branch_protection n ON n.repository_id = $1 AND n.rule_name = o.rule_name"
           " WHERE o.repository_id = $2 AND t.organization_id = $3",
           made.repository_id, made.template_id, made.owner_id);
}

} // namespace cairn::repositories
