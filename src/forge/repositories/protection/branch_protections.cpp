// The rules for a repository's branches: listing, making, changing, ordering and deleting them.
#include "db/database.hpp"
#include "repositories/protection/branch_protection.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;

namespace {

struct RulePath {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(RulePath, (), (name))
constexpr auto notes(const RulePath*) { return std::array{Note{"name", "the name of the rule"}}; }

struct UpdateBranchProtectionPriories {
    std::vector<std::int64_t> ids;
};
BOOST_DESCRIBE_STRUCT(UpdateBranchProtectionPriories, (), (ids))
constexpr auto notes(const UpdateBranchProtectionPriories*)
{
    return std::array{Note{"ids", "rules, the one that shall be asked first in front"}};
}

Result<StoredBranchProtection> find_rule(db::Queries& db, const RepositoryContext& place, const std::string& name)
{
    auto rule = db.first<StoredBranchProtection>(
        "SELECT * FROM branch_protection WHERE repository_id = $1 AND rule_name = $2", place.repository.id, name);
    if (!rule) return not_found("the rule");
    return std::move(*rule);
}

void save(db::Transaction& tx, const StoredBranchProtection& r)
{
    tx.run("UPDATE branch_protection SET priority = $2, enable_push = $3, push_list = $4, push_deploy_keys = $5,"
           " enable_force_push = $6, force_push_list = $7, force_push_deploy_keys = $8, merge_list = $9,"
           " bypass_list = $10, approvals_list = $11, required_approvals = $12, enable_status_check = $13,"
           " status_check_contexts = $14, block_on_rejected_reviews = $15, block_on_official_review_requests = $16,"
           " block_on_codeowner_reviews = $17, block_on_outdated_branch = $18, dismiss_stale_approvals = $19,"
           " ignore_stale_approvals = $20, require_signed_commits = $21, protected_file_patterns = $22,"
           " unprotected_file_patterns = $23, block_admin_merge_override = $24, updated_at = $25 WHERE id = $1",
           r.id, r.priority, r.enable_push, r.push_list, r.push_deploy_keys, r.enable_force_push, r.force_push_list,
           r.force_push_deploy_keys, r.merge_list, r.bypass_list, r.approvals_list, r.required_approvals,
           r.enable_status_check, r.status_check_contexts, r.block_on_rejected_reviews,
           r.block_on_official_review_requests, r.block_on_codeowner_reviews, r.block_on_outdated_branch,
           r.dismiss_stale_approvals, r.ignore_stale_approvals, r.require_signed_commits, r.protected_file_patterns,
           r.unprotected_file_patterns, r.block_admin_merge_override, r.updated_at);
}

BranchProtection show_one(db::Queries& db, const RepositoryContext& place, const StoredBranchProtection& rule)
{
    return std::move(show_branch_protections(db, place, {&rule, 1}).front());
}

Result<std::vector<BranchProtection>> list(Call& call, const RepositoryContext& place)
{
    return show_branch_protections(call.db(), place, branch_protections(call.db(), place.repository.id));
}

Result<BranchProtection> get(Call& call, const RepositoryContext& place, Path<RulePath> path)
{
    return show_one(call.db(), place, TRY(find_rule(call.db(), place, path->name)));
}

Result<BranchProtection> create(Call& call, const RepositoryContext& place, Body<CreateBranchProtectionOption> body)
{
    const auto& name = body->rule_name.empty() ? body->branch_name : body->rule_name;
    if (name.empty()) return fail(Errc::bad_request, "the rule needs a name");
    return call.db().write([&](db::Transaction& tx) -> Result<BranchProtection> {
        const auto now = Time::now();
        const auto next = tx.scalar<std::int64_t>(
            "SELECT COALESCE(MAX(priority), 0) + 1 AS value FROM branch_protection WHERE repository_id = $1",
            place.repository.id);
        auto rule = tx.first<StoredBranchProtection>(
            "INSERT INTO branch_protection (repository_id, rule_name, priority, created_at, updated_at)"
            " VALUES ($1, $2, $3, $4, $4) ON CONFLICT DO NOTHING RETURNING *",
            place.repository.id, name, next, now);
        if (!rule) return fail(Errc::forbidden, "there is a rule of this name already");
        apply(*rule, body.value);
        if (body->priority.value_or(0) == 0) rule->priority = next;
        if (!rule->enable_push) rule->enable_force_push = rule->force_push_list = rule->force_push_deploy_keys = false;
        save(tx, *rule);
        // Who may pass by the rule is not even looked at where nobody may.
        BranchProtectionOptions wanted = body.value;
        if (!rule->bypass_list) {
            wanted.bypass_allowlist_usernames.reset();
            wanted.bypass_allowlist_teams.reset();
        }
        TRY(apply_lists(tx, place, *rule, wanted));
        return show_one(tx, place, *rule);
    });
}

Result<BranchProtection> edit(Call& call, const RepositoryContext& place, Path<RulePath> path,
                              Body<EditBranchProtectionOption> body)
{
    return call.db().write([&](db::Transaction& tx) -> Result<BranchProtection> {
        auto rule = TRY(find_rule(tx, place, path->name));
        apply(rule, body.value);
        rule.updated_at = Time::now();
        save(tx, rule);
        TRY(apply_lists(tx, place, rule, body.value));
        return show_one(tx, place, rule);
    });
}

Result<> remove(Call& call, const RepositoryContext& place, Path<RulePath> path)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        if (tx.run("DELETE FROM branch_protection WHERE repository_id = $1 AND rule_name = $2", place.repository.id,
                   path->name)
            == 0)
            return not_found("the rule");
        return {};
    });
}

Result<> set_priorities(Call& call, const RepositoryContext& place, Body<UpdateBranchProtectionPriories> body)
{
    call.db().write([&](db::Transaction& tx) {
        std::int64_t priority = 0;
        for (const auto id : body->ids)
            tx.run("UPDATE branch_protection SET priority = $3 WHERE repository_id = $1 AND id = $2",
                   place.repository.id, id, ++priority);
    });
    return {};
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/branch_protections",          scope::repository, administers_repository,      handle<list>,           200, "repoListBranchProtection",           "List the rules for a repository's branches", {}, "BranchProtectionList"},
    {POST,   "/repos/{owner}/{repo}/branch_protections",          scope::repository, administers_live_repository, handle<create>,         201, "repoCreateBranchProtection",         "Make a rule for branches", {400, 422}},
    {POST,   "/repos/{owner}/{repo}/branch_protections/priority", scope::repository, administers_live_repository, handle<set_priorities>, 204, "repoUpdateBranchProtectionPriories", "Put the rules for branches into an order", {422}},
    {GET,    "/repos/{owner}/{repo}/branch_protections/{name*}",  scope::repository, administers_repository,      handle<get>,            200, "repoGetBranchProtection",            "Get a rule for branches"},
    {PATCH,  "/repos/{owner}/{repo}/branch_protections/{name*}",  scope::repository, administers_live_repository, handle<edit>,           200, "repoEditBranchProtection",           "Change a rule for branches", {422}},
    {DELETE, "/repos/{owner}/{repo}/branch_protections/{name*}",  scope::repository, administers_live_repository, handle<remove>,         204, "repoDeleteBranchProtection",         "Delete a rule for branches"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table branch_protection_table{"repository", operations};

} // namespace cairn::repositories
