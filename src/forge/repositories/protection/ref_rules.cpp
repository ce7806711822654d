#include "repositories/protection/ref_rules.hpp"

#include <algorithm>

#include "accounts/tokens/tokens.hpp"
#include "db/database.hpp"
#include "git/objects/diff.hpp"
#include "git/objects/merge.hpp"
#include "git/objects/walk.hpp"
#include "repositories/references/queue_branch.hpp"

namespace cairn::repositories {

using access::Unit;
using Act = RefChange::Act;

namespace {

struct Standing {
    std::int64_t protection_id = 0;
    RuleList list = RuleList::push;
};
BOOST_DESCRIBE_STRUCT(Standing, (), (protection_id, list))

struct StoredTagRule {
    std::string name_pattern;
    bool listed = false;
};
BOOST_DESCRIBE_STRUCT(StoredTagRule, (), (name_pattern, listed))

std::unexpected<Error> refuse(std::string_view branch, std::string_view why)
{
    return fail(Errc::forbidden, "the branch " + std::string(branch) + " is protected: " + std::string(why));
}

// Where a new branch begins to differ from what everybody has already.
Result<git::ObjectId> fork_point(const git::Repository& repository, const git::ObjectId& after,
                                 std::string_view default_branch)
{
    const auto trunk = git::find_branch(repository, default_branch);
    if (!trunk) return git::ObjectId{};
    return TRY(git::merge_base(repository, *trunk, after)).value_or(git::ObjectId{});
}

Result<git::ObjectId> tree_of(const git::Repository& repository, const git::ObjectId& commit)
{
    if (commit.is_zero()) return git::ObjectId{};
    return repository.peel(commit, git::Kind::tree);
}

Result<std::vector<std::string>> files_between(const git::Repository& repository, const git::ObjectId& before,
                                               const git::ObjectId& after)
{
    const auto diff =
        TRY(git::Diff::between(repository, TRY(tree_of(repository, before)), TRY(tree_of(repository, after))));
    std::vector<std::string> paths;
    for (auto& file : diff.files()) paths.push_back(std::move(file.path));
    return paths;
}

} // namespace

Result<bool> all_verify(const git::Repository& repository, const git::ObjectId& before, const git::ObjectId& after,
                        const Verifier& verifies)
{
    constexpr std::uint64_t at_once = 500;
    if (!verifies) return false;
    git::Walk wanted{.from = after, .limit = at_once};
    if (!before.is_zero()) wanted.without.push_back(before);
    for (;; wanted.skip += at_once) {
        const auto page = TRY(git::walk(repository, wanted));
        for (const auto& commit : page.commits)
            if (!TRY(verifies(commit))) return false;
        if (page.cut) return false;
        if (!page.more) return true;
    }
}

Result<RefChange> change_of(const git::Repository& repository, const git::RefUpdate& update,
                            std::string_view default_branch, Verifier verifies)
{
    RefChange change{.name = update.name};
    if (update.after.is_zero()) {
        change.act = Act::remove;
        return change;
    }
    const bool branch = update.name.starts_with(git::heads);
    if (update.before.is_zero()) change.act = Act::create;
    else if (branch && !TRY(git::descends_from(repository, update.after, update.before))) change.act = Act::force;
    if (!branch) return change;
    const auto base = [&repository, update, trunk = std::string(default_branch)]() -> Result<git::ObjectId> {
        if (!update.before.is_zero()) return update.before;
        return fork_point(repository, update.after, trunk);
    };
    change.changed_files = [&repository, base, after = update.after]() -> Result<std::vector<std::string>> {
        return files_between(repository, TRY(base()), after);
    };
    change.all_signed = [&repository, base, after = update.after, verifies = std::move(verifies)]() -> Result<bool> {
        return all_verify(repository, TRY(base()), after, verifies);
    };
    return change;
}

RefRules RefRules::load(db::Queries& db, const StoredRepository& repository, const Pusher& pusher, Part part)
{
    RefRules rules;
    rules.default_branch_ = repository.default_branch;
    rules.archived_ = repository.archived();
    rules.mirror_ = repository.mirror;
    rules.pusher_ = pusher;
    for (auto& stored : branch_protections(db, repository.id)) {
        BranchPattern pattern(stored.rule_name);
        rules.rules_.push_back({.stored = std::move(stored), .pattern = std::move(pattern)});
    }
    const auto person = accounts::is_of_task(db, pusher.token_id) ? 0 : pusher.account_id;
    if (!rules.rules_.empty() && person != 0)
        for (const auto& on : db.all<Standing>(
                 "SELECT l.protection_id, l.list FROM branch_protection_person l"
                 " JOIN branch_protection p ON p.id = l.protection_id WHERE p.repository_id = $1 AND l.account_id = $2"
                 " UNION SELECT l.protection_id, l.list FROM branch_protection_team l"
                 " JOIN branch_protection p ON p.id = l.protection_id JOIN team_member tm ON tm.team_id = l.team_id"
                 " WHERE p.repository_id = $1 AND tm.account_id = $2",
                 repository.id, person))
            rules.standing_.emplace(on.protection_id, on.list);
    if (part == Part::branches) return rules;
    for (auto& rule : db.all<StoredTagRule>(
             "SELECT p.name_pattern, (EXISTS (SELECT 1 FROM tag_protection_person l WHERE l.protection_id = p.id"
             " AND l.account_id = $2) OR EXISTS (SELECT 1 FROM tag_protection_team l"
             " JOIN team_member tm ON tm.team_id = l.team_id WHERE l.protection_id = p.id AND tm.account_id = $2))"
             " AS listed FROM tag_protection p WHERE p.repository_id = $1 ORDER BY p.id",
             repository.id, person))
        rules.tag_rules_.push_back({.name_pattern = std::move(rule.name_pattern), .listed = rule.listed});
    return rules;
}

Result<void> RefRules::check(const RefChange& change) const
{
    if (archived_) return fail(Errc::locked, "the repository is archived");
    if (mirror_) return fail(Errc::forbidden, "the repository is a mirror: it changes where it comes from");
    if (!pusher_.access.writes(Unit::code))
        return fail(Errc::forbidden, "you may not write to the code of this repository");
    const std::string_view name = change.name;
    if (name.starts_with(git::heads)) return check_branch(name.substr(git::heads.size()), change);
    if (name.starts_with("refs/pull/")) return fail(Errc::forbidden, "refs/pull belongs to the pull requests");
    if (name.starts_with(git::tags) && !may_control_tag(name.substr(git::tags.size())))
        return fail(Errc::forbidden, "the tag " + std::string(name.substr(git::tags.size())) + " is protected");
    return {};
}

Result<void> RefRules::check_branch(std::string_view branch, const RefChange& change) const
{
    if (change.act == Act::remove && branch == default_branch_)
        return fail(Errc::forbidden, "the branch " + default_branch_ + " is the default one and cannot be deleted");
    if (is_queue_branch(branch))
        return fail(Errc::forbidden, "branches below " + std::string(queue_branches) + " belong to the merge queue");
    const auto* rule = rule_for(branch);
    return rule != nullptr ? check_protected(*rule, branch, change) : Result<void>();
}

Result<void> RefRules::check_protected(const StoredBranchProtection& rule, std::string_view branch,
                                       const RefChange& change) const
{
    if (change.act == Act::remove) return refuse(branch, "it cannot be deleted");
    const bool forced = change.act == Act::force;
    if (forced && !rule.enable_force_push) return refuse(branch, "its history cannot be rewritten");
    if (rule.require_signed_commits && !(change.all_signed && TRY(change.all_signed())))
        return refuse(branch, "every commit must have a signature that can be verified");

    const FilePatterns closed(rule.protected_file_patterns);
    const FilePatterns open(rule.unprotected_file_patterns);
    const bool allowed = forced ? may_force_push(&rule) : may_push(&rule);
    std::vector<std::string> files;
    if (change.changed_files && (!closed.empty() || (!allowed && !open.empty()))) files = TRY(change.changed_files());
    if (const auto touched = std::ranges::find_if(files, [&](const auto& file) { return closed.matches(file); });
        touched != files.end())
        return refuse(branch, "the file " + *touched + " must not be changed");
    if (allowed) return {};
    if (!files.empty() && std::ranges::all_of(files, [&](const auto& file) { return open.matches(file); })) return {};
    return refuse(branch, forced ? "you may not rewrite its history" : "you may not push to it");
}

Result<void> RefRules::check_ahead(std::string_view branch) const
{
    if (is_queue_branch(branch)) return refuse(branch, "it belongs to the merge queue");
    const auto* rule = rule_for(branch);
    if (rule == nullptr) return {};
    if (rule->require_signed_commits) return refuse(branch, "every commit must have a signature that can be verified");
    if (may_push(rule) || !FilePatterns(rule->unprotected_file_patterns).empty()) return {};
    return refuse(branch, "you may not push to it");
}

const StoredBranchProtection* RefRules::rule_for(std::string_view branch) const
{
    const auto found = std::ranges::find_if(rules_, [&](const Rule& rule) { return rule.pattern.matches(branch); });
    return found != rules_.end() ? &found->stored : nullptr;
}

bool RefRules::is_on(const StoredBranchProtection& rule, RuleList list) const
{
    return standing_.contains({rule.id, list});
}

bool RefRules::may_push(const StoredBranchProtection* rule) const
{
    if (rule == nullptr) return pusher_.access.writes(Unit::code);
    if (!rule->enable_push) return false;
    if (!rule->push_list) return pusher_.access.writes(Unit::code);
    return pusher_.deploy_key ? rule->push_deploy_keys : is_on(*rule, RuleList::push);
}

bool RefRules::may_force_push(const StoredBranchProtection* rule) const
{
    if (rule == nullptr) return may_push(rule);
    if (!rule->enable_force_push || !may_push(rule)) return false;
    if (!rule->force_push_list) return true;
    return pusher_.deploy_key ? rule->force_push_deploy_keys : is_on(*rule, RuleList::force_push);
}

bool RefRules::may_merge(const StoredBranchProtection* rule) const
{
    if (rule == nullptr || !rule->merge_list) return pusher_.access.writes(Unit::code);
    return is_on(*rule, RuleList::merge);
}

bool RefRules::bypasses(const StoredBranchProtection& rule) const
{
    if (pusher_.access.administers() && !rule.block_admin_merge_override) return true;
    return rule.bypass_list && is_on(rule, RuleList::bypass);
}

bool RefRules::may_control_tag(std::string_view tag) const
{
    bool is_protected = false;
    for (const auto& rule : tag_rules_) {
        if (!fits_tag(rule.name_pattern, tag)) continue;
        if (rule.listed) return true;
        is_protected = true;
    }
    return !is_protected;
}

} // namespace cairn::repositories
