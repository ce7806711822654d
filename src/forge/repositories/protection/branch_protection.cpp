#include "repositories/protection/branch_protection.hpp"

#include <map>

#include "config/settings.hpp"
#include "db/composition.hpp"
#include "events/events.hpp"
#include "repositories/protection/listed_names.hpp"

namespace cairn::repositories {

using namespace api;
using db::bound;
using Names = std::vector<std::string>;
using WantedNames = std::optional<Names>;

namespace {

// Where each list is: in what was asked for, and in what is shown.
struct ListMembers {
    RuleList list;
    WantedNames BranchProtectionOptions::* wanted_people;
    WantedNames BranchProtectionOptions::* wanted_teams;
    Names BranchProtection::* people;
    Names BranchProtection::* teams;
};
using Wanted = BranchProtectionOptions;
using Shown = BranchProtection;
constexpr ListMembers lists[rule_list_count] = {
    {RuleList::push, &Wanted::push_whitelist_usernames, &Wanted::push_whitelist_teams, &Shown::push_whitelist_usernames,
     &Shown::push_whitelist_teams},
    {RuleList::force_push, &Wanted::force_push_allowlist_usernames, &Wanted::force_push_allowlist_teams,
     &Shown::force_push_allowlist_usernames, &Shown::force_push_allowlist_teams},
    {RuleList::merge, &Wanted::merge_whitelist_usernames, &Wanted::merge_whitelist_teams,
     &Shown::merge_whitelist_usernames, &Shown::merge_whitelist_teams},
    {RuleList::bypass, &Wanted::bypass_allowlist_usernames, &Wanted::bypass_allowlist_teams,
     &Shown::bypass_allowlist_usernames, &Shown::bypass_allowlist_teams},
    {RuleList::approvals, &Wanted::approvals_whitelist_username, &Wanted::approvals_whitelist_teams,
     &Shown::approvals_whitelist_username, &Shown::approvals_whitelist_teams},
};

struct ListedName {
    std::int64_t protection_id = 0;
    RuleList list = RuleList::push;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(ListedName, (), (protection_id, list, name))

template <class T> void set(T& into, const std::optional<T>& wanted)
{
    if (wanted) into = *wanted;
}

// A way to push, whether it has a list, and whether that has the deploy keys: each means something only with the one
// before it, so the later ones are changed only together with it.
void apply_way(bool& enabled, bool& listed, bool& deploy_keys, const std::optional<bool>& wanted_enabled,
               const std::optional<bool>& wanted_list, const std::optional<bool>& wanted_keys)
{
    if (!wanted_enabled) return;
    enabled = *wanted_enabled;
    if (!enabled) listed = deploy_keys = false;
    else if (wanted_list) {
        listed = *wanted_list;
        if (!listed) deploy_keys = false;
        else set(deploy_keys, wanted_keys);
    }
}

Result<std::vector<std::int64_t>> people_for(db::Transaction& tx, const RepositoryContext& place, RuleList list,
                                             const Names& names)
{
    std::vector<std::int64_t> ids;
    for (const auto& person : TRY(people_named(tx, names)))
        if (list == RuleList::approvals ? was_let_in(tx, person, place)
                                        : access_of(tx, person, place.repository).writes(access::Unit::code))
            ids.push_back(person.id);
    return ids;
}

// Makes of a rule what was asked for, but for who is on its lists.
void apply(const Call& call, StoredBranchProtection& rule, const BranchProtectionOptions& wanted)
{
    apply_way(rule.enable_push, rule.push_list, rule.push_deploy_keys, wanted.enable_push, wanted.enable_push_whitelist,
              wanted.push_whitelist_deploy_keys);
    apply_way(rule.enable_force_push, rule.force_push_list, rule.force_push_deploy_keys, wanted.enable_force_push,
              wanted.enable_force_push_allowlist, wanted.force_push_allowlist_deploy_keys);
    set(rule.priority, wanted.priority);
    set(rule.merge_list, wanted.enable_merge_whitelist);
    set(rule.bypass_list, wanted.enable_bypass_allowlist);
    set(rule.approvals_list, wanted.enable_approvals_whitelist);
    if (wanted.required_approvals.value_or(-1) >= 0) rule.required_approvals = *wanted.required_approvals;
    set(rule.enable_status_check, wanted.enable_status_check);
    if (wanted.status_check_contexts)
        rule.status_check_contexts = Json{api::to_json(type_of<Names>(), &*wanted.status_check_contexts)};
    set(rule.block_on_rejected_reviews, wanted.block_on_rejected_reviews);
    set(rule.block_on_official_review_requests, wanted.block_on_official_review_requests);
    set(rule.block_on_codeowner_reviews, wanted.block_on_codeowner_reviews);
    set(rule.block_on_outdated_branch, wanted.block_on_outdated_branch);
    set(rule.dismiss_stale_approvals, wanted.dismiss_stale_approvals);
    set(rule.ignore_stale_approvals, wanted.ignore_stale_approvals);
    set(rule.require_signed_commits, wanted.require_signed_commits);
    set(rule.protected_file_patterns, wanted.protected_file_patterns);
    set(rule.unprotected_file_patterns, wanted.unprotected_file_patterns);
    set(rule.block_admin_merge_override, wanted.block_admin_merge_override);
    if (call.settings().repository_pull_request.merge_queue) set(rule.enable_merge_queue, wanted.enable_merge_queue);
}

// Puts those on the rule's lists who are named and may be there.
Result<void> apply_lists(db::Transaction& tx, const RepositoryContext& place, const StoredBranchProtection& rule,
                         const BranchProtectionOptions& wanted)
{
    for (const auto& members : lists) {
        if (const auto& names = wanted.*members.wanted_people) {
            const auto ids = TRY(people_for(tx, place, members.list, *names));
            tx.run("DELETE FROM branch_protection_person WHERE protection_id = $1 AND list = $2", rule.id,
                   members.list);
            for (const auto id : ids)
                tx.run("INSERT INTO branch_protection_person (protection_id, list, account_id) VALUES ($1, $2, $3)",
                       rule.id, members.list, id);
        }
        if (const auto& names = wanted.*members.wanted_teams) {
            const auto ids = TRY(teams_named(tx, place, *names));
            tx.run("DELETE FROM branch_protection_team WHERE protection_id = $1 AND list = $2", rule.id, members.list);
            for (const auto id : ids)
                tx.run("INSERT INTO branch_protection_team (protection_id, list, team_id) VALUES ($1, $2, $3)", rule.id,
                       members.list, id);
        }
    }
    if (rule.bypass_list) return {};
    tx.run("DELETE FROM branch_protection_person WHERE protection_id = $1 AND list = 'bypass'", rule.id);
    tx.run("DELETE FROM branch_protection_team WHERE protection_id = $1 AND list = 'bypass'", rule.id);
    return {};
}

BranchProtection show(const StoredBranchProtection& rule)
{
    return {.branch_name = rule.is_plain() ? rule.rule_name : "",
            .rule_name = rule.rule_name,
            .priority = rule.priority,
            .enable_push = rule.enable_push,
            .enable_push_whitelist = rule.push_list,
            .push_whitelist_deploy_keys = rule.push_deploy_keys,
            .enable_force_push = rule.enable_force_push,
            .enable_force_push_allowlist = rule.force_push_list,
            .force_push_allowlist_deploy_keys = rule.force_push_deploy_keys,
            .enable_merge_whitelist = rule.merge_list,
            .enable_bypass_allowlist = rule.bypass_list,
            .enable_status_check = rule.enable_status_check,
            .status_check_contexts = rule.status_check_contexts ? std::optional(rule.contexts()) : std::nullopt,
            .required_approvals = rule.required_approvals,
            .enable_approvals_whitelist = rule.approvals_list,
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
            .enable_merge_queue = rule.enable_merge_queue,
            .created_at = rule.created_at,
            .updated_at = rule.updated_at};
}

void save(db::Transaction& tx, const StoredBranchProtection& r)
{
    tx.run("UPDATE branch_protection SET priority = $2, enable_push = $3, push_list = $4, push_deploy_keys = $5,"
           " enable_force_push = $6, force_push_list = $7, force_push_deploy_keys = $8, merge_list = $9,"
           " bypass_list = $10, approvals_list = $11, required_approvals = $12, enable_status_check = $13,"
           " status_check_contexts = $14, block_on_rejected_reviews = $15, block_on_official_review_requests = $16,"
           " block_on_codeowner_reviews = $17, block_on_outdated_branch = $18, dismiss_stale_approvals = $19,"
           " ignore_stale_approvals = $20, require_signed_commits = $21, protected_file_patterns = $22,"
           " unprotected_file_patterns = $23, block_admin_merge_override = $24, enable_merge_queue = $25,"
           " updated_at = $26 WHERE id = $1",
           r.id, r.priority, r.enable_push, r.push_list, r.push_deploy_keys, r.enable_force_push, r.force_push_list,
           r.force_push_deploy_keys, r.merge_list, r.bypass_list, r.approvals_list, r.required_approvals,
           r.enable_status_check, r.status_check_contexts, r.block_on_rejected_reviews,
           r.block_on_official_review_requests, r.block_on_codeowner_reviews, r.block_on_outdated_branch,
           r.dismiss_stale_approvals, r.ignore_stale_approvals, r.require_signed_commits, r.protected_file_patterns,
           r.unprotected_file_patterns, r.block_admin_merge_override, r.enable_merge_queue, r.updated_at);
}

void tell_rules_changed(const Call& call, db::Transaction& tx, const RepositoryContext& place)
{
    call.site.events.tell(tx, events::BranchRulesChanged{place.repository.id});
}

} // namespace

std::vector<BranchProtection> show_branch_protections(db::Queries& db, const RepositoryContext& place,
                                                      std::span<const StoredBranchProtection> rules)
{
    std::vector<BranchProtection> shown;
    shown.reserve(rules.size());
    std::map<std::int64_t, BranchProtection*> by_id;
    std::vector<std::int64_t> ids;
    for (const auto& rule : rules) {
        by_id[rule.id] = &shown.emplace_back(show(rule));
        ids.push_back(rule.id);
    }
    db::Composition people("SELECT l.protection_id, l.list, a.name FROM branch_protection_person l"
                           " JOIN account a ON a.id = l.account_id WHERE l.protection_id IN ");
    people << bound(ids) << " AND ";
    add_was_let_in(people, place);
    people << " ORDER BY a.id";
    for (auto& listed : db.all<ListedName>(people))
        (by_id[listed.protection_id]->*lists[static_cast<std::size_t>(listed.list)].people).push_back(listed.name);
    db::Composition teams("SELECT l.protection_id, l.list, t.name FROM branch_protection_team l"
                          " JOIN team t ON t.id = l.team_id JOIN team_repository tr ON tr.team_id = t.id"
                          " WHERE tr.repository_id = ");
    teams << bound(place.repository.id) << " AND l.protection_id IN " << bound(ids) << " ORDER BY t.id";
    for (auto& listed : db.all<ListedName>(teams))
        (by_id[listed.protection_id]->*lists[static_cast<std::size_t>(listed.list)].teams).push_back(listed.name);
    return shown;
}

Result<StoredBranchProtection> find_branch_protection(db::Queries& db, const RepositoryContext& place,
                                                      const std::string& name)
{
    auto rule = db.first<StoredBranchProtection>(
        "SELECT * FROM branch_protection WHERE repository_id = $1 AND rule_name = $2", place.repository.id, name);
    if (!rule) return not_found("the rule");
    return std::move(*rule);
}

Result<StoredBranchProtection> create_branch_protection(const Call& call, const RepositoryContext& place,
                                                        const CreateBranchProtectionOption& wanted)
{
    const auto& name = wanted.rule_name.empty() ? wanted.branch_name : wanted.rule_name;
    if (name.empty()) return fail(Errc::bad_request, "the rule needs a name");
    return call.db().write([&](db::Transaction& tx) -> Result<StoredBranchProtection> {
        const auto now = Time::now();
        const auto next = tx.scalar<std::int64_t>(
            "SELECT COALESCE(MAX(priority), 0) + 1 AS value FROM branch_protection WHERE repository_id = $1",
            place.repository.id);
        auto rule = tx.first<StoredBranchProtection>(
            "INSERT INTO branch_protection (repository_id, rule_name, priority, created_at, updated_at)"
            " VALUES ($1, $2, $3, $4, $4) ON CONFLICT DO NOTHING RETURNING *",
            place.repository.id, name, next, now);
        if (!rule) return fail(Errc::forbidden, "there is a rule of this name already");
        apply(call, *rule, wanted);
        if (wanted.priority.value_or(0) == 0) rule->priority = next;
        if (!rule->enable_push) rule->enable_force_push = rule->force_push_list = rule->force_push_deploy_keys = false;
        save(tx, *rule);
        // Who may pass by the rule is not even looked at where nobody may.
        CreateBranchProtectionOption listed = wanted;
        if (!rule->bypass_list) {
            listed.bypass_allowlist_usernames.reset();
            listed.bypass_allowlist_teams.reset();
        }
        TRY(apply_lists(tx, place, *rule, listed));
        tell_rules_changed(call, tx, place);
        return std::move(*rule);
    });
}

Result<StoredBranchProtection> edit_branch_protection(const Call& call, const RepositoryContext& place,
                                                      const std::string& name, const EditBranchProtectionOption& wanted)
{
    return call.db().write([&](db::Transaction& tx) -> Result<StoredBranchProtection> {
        auto rule = TRY(find_branch_protection(tx, place, name));
        apply(call, rule, wanted);
        rule.updated_at = Time::now();
        save(tx, rule);
        TRY(apply_lists(tx, place, rule, wanted));
        tell_rules_changed(call, tx, place);
        return rule;
    });
}

Result<void> delete_branch_protection(const Call& call, const RepositoryContext& place, const std::string& name)
{
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        if (tx.run("DELETE FROM branch_protection WHERE repository_id = $1 AND rule_name = $2", place.repository.id,
                   name)
            == 0)
            return not_found("the rule");
        tell_rules_changed(call, tx, place);
        return {};
    });
}

void order_branch_protections(const Call& call, const RepositoryContext& place,
                              const UpdateBranchProtectionPriories& wanted)
{
    call.db().write([&](db::Transaction& tx) {
        std::int64_t priority = 0;
        for (const auto id : wanted.ids)
            tx.run("UPDATE branch_protection SET priority = $3 WHERE repository_id = $1 AND id = $2",
                   place.repository.id, id, ++priority);
        tell_rules_changed(call, tx, place);
    });
}

} // namespace cairn::repositories
