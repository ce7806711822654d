#include "pulls/merge/merge_checks.hpp"

#include <algorithm>

#include "base/glob.hpp"
#include "contents/commit.hpp"
#include "contents/status.hpp"
#include "db/database.hpp"
#include "git/objects/diff.hpp"
#include "pulls/merge/approvals.hpp"
#include "pulls/review/ownership.hpp"
#include "repositories/protection/listed_names.hpp"

namespace cairn::pulls {

using contents::StoredStatus;
using git::ObjectId;
using repositories::FilePatterns;
using repositories::RefRules;
using repositories::StoredBranchProtection;

namespace {

std::unexpected<Error> refuse(std::string why) { return fail(Errc::method_not_allowed, std::move(why)); }

RefRules rules_of(db::Queries& db, const Known& known, const Merger& merger)
{
    return RefRules::load(db, known.repository,
                          {.account_id = merger.account.id, .access = merger.access, .token_id = merger.token_id},
                          RefRules::Part::branches);
}

// Those that speak for a context, which may be a pattern.
std::vector<StoredStatus> fitting(const std::vector<StoredStatus>& statuses, const std::string& context)
{
    const auto glob = Glob::parse(context, "");
    std::vector<StoredStatus> found;
    std::ranges::copy_if(statuses, std::back_inserter(found), [&](const StoredStatus& status) {
        return status.context == context || (glob && glob->matches(status.context));
    });
    return found;
}

// Each context that is demanded has spoken, and all that fit it have succeeded. Where none is named, whoever has spoken
// must have.
Result<void> check_statuses(db::Queries& db, const Known& known, const StoredBranchProtection& rule)
{
    if (!rule.enable_status_check) return {};
    const auto statuses = contents::latest_statuses(db, known.repository.id, known.pull.head_sha);
    const auto contexts = rule.contexts();
    if (contexts.empty()) {
        if (statuses.empty() || contents::combined_state(statuses) == "success") return {};
        return refuse("not all checks have succeeded");
    }
    for (const auto& context : contexts)
        if (contents::combined_state(fitting(statuses, context)) != "success")
            return refuse("the check " + context + " has not succeeded");
    return {};
}

Result<void> check_files(const git::Repository& repository, const Known& known, const StoredBranchProtection& rule)
{
    const FilePatterns closed(rule.protected_file_patterns);
    if (closed.empty()) return {};
    const auto tree_of = [&](const std::string& hex) -> Result<ObjectId> {
        return repository.peel(ObjectId::parse(hex).value_or(ObjectId{}), git::Kind::tree);
    };
    const auto diff =
        TRY(git::Diff::between(repository, TRY(tree_of(known.pull.merge_base)), TRY(tree_of(known.pull.head_sha))));
    for (const auto& file : diff.files())
        if (closed.matches(file.path)) return refuse("the file " + file.path + " must not be changed");
    return {};
}

// Each demand of a rule, in the order in which they are asked.
struct DemandRow {
    Demand demand;
    Result<void> (*check)(const api::Site&, const git::Repository&, const Known&, const StoredBranchProtection&);
};

constexpr DemandRow demands[] = {
    {Demand::checks,
     [](const api::Site& site, const git::Repository&, const Known& known, const auto& rule) {
         return check_statuses(site.db, known, rule);
     }},
    {Demand::approvals,
     [](const api::Site& site, const git::Repository&, const Known& known, const auto& rule) {
         return check_approvals(site.db, rule, known.issue.id);
     }},
    {Demand::code_owners,
     [](const api::Site& site, const git::Repository& repository, const Known& known, const auto& rule) {
         if (!rule.block_on_codeowner_reviews) return Result<void>();
         return check_code_owners(site.db, known.repository, repository, known.pull);
     }},
    {Demand::up_to_date,
     [](const api::Site&, const git::Repository&, const Known& known, const auto& rule) -> Result<void> {
         if (rule.block_on_outdated_branch && known.pull.merge_base != known.pull.base_sha)
             return refuse("the head is behind " + known.pull.base_branch);
         return {};
     }},
    {Demand::files,
     [](const api::Site&, const git::Repository& repository, const Known& known, const auto& rule) {
         return check_files(repository, known, rule);
     }},
};

} // namespace

Merger merger_of(db::Queries& db, const accounts::Account& account, const repositories::StoredRepository& repository)
{
    return {.account = account, .access = repositories::access_of(db, account, repository)};
}

std::optional<Merger> absent_merger(db::Queries& db, std::int64_t account_id,
                                    const repositories::StoredRepository& repository)
{
    const auto account = accounts::find_account(db, account_id);
    if (!account || !account->is_active || account->prohibit_login) return {};
    return merger_of(db, *account, repository);
}

bool may_merge(db::Queries& db, const Known& known, const Merger& merger)
{
    const auto rules = rules_of(db, known, merger);
    return rules.may_merge(rules.rule_for(known.pull.base_branch));
}

Result<void> check_merger(db::Queries& db, const Known& known, const Merger& merger)
{
    if (known.issue.merged()) return refuse("the pull request was merged already");
    if (known.issue.closed) return not_found("an open pull request of this number");
    if (!may_merge(db, known, merger)) return refuse("you may not merge into " + known.pull.base_branch);
    return {};
}

Result<void> check_ready(const Known& known)
{
    // The next look at where it comes from would throw the merge away.
    if (known.repository.mirror) return refuse("the repository is a mirror: it changes where it comes from");
    if (known.issue.draft) return refuse("the pull request is work in progress");
    if (known.pull.base_tip.empty()) return refuse("the branch " + known.pull.base_branch + " is gone");
    // Somebody may have pushed since; what comes of that, the merge itself will show.
    if (known.pull.conflict) return refuse("there are conflicts with " + known.pull.base_branch);
    return {};
}

Result<void> check_rule(const api::Site& site, const git::Repository& repository, const Known& known,
                        const Merger& merger, bool forced)
{
    const auto rules = rules_of(site.db, known, merger);
    const auto* rule = rules.rule_for(known.pull.base_branch);
    if (rule == nullptr || (forced && rules.bypasses(*rule))) return {};
    for (const auto& [demand, check] : demands) TRY(check(site, repository, known, *rule));
    return {};
}

Result<void> check_rule_for_queue(const api::Site& site, const git::Repository& repository, const Known& known,
                                  const Merger& merger)
{
    const auto rules = rules_of(site.db, known, merger);
    const auto* rule = rules.rule_for(known.pull.base_branch);
    if (rule == nullptr) return {};
    for (const auto& [demand, check] : demands)
        if (demand != Demand::checks && demand != Demand::up_to_date) TRY(check(site, repository, known, *rule));
    return {};
}

Checked check_commit(db::Queries& db, const StoredBranchProtection& rule, const std::string& commit_id)
{
    using enum Checked::State;
    if (!rule.enable_status_check) return {};
    const auto statuses = contents::latest_statuses(db, rule.repository_id, commit_id);
    auto contexts = rule.contexts();
    if (contexts.empty())
        for (const auto& status : statuses) contexts.push_back(status.context);
    if (contexts.empty()) return {.state = waiting};
    Checked found;
    for (const auto& context : contexts) {
        const auto state = contents::combined_state(fitting(statuses, context));
        if (state == "failure") return {.state = failed, .context = context};
        if (state != "success" && found.state == passed) found = {.state = waiting, .context = context};
    }
    return found;
}

std::vector<Broken> broken_demands(const api::Site& site, const git::Repository& repository, const Known& known,
                                   const Merger& merger)
{
    const auto rules = rules_of(site.db, known, merger);
    const auto* rule = rules.rule_for(known.pull.base_branch);
    std::vector<Broken> broken;
    if (rule == nullptr) return broken;
    for (const auto& [demand, check] : demands)
        if (const auto met = check(site, repository, known, *rule); !met)
            broken.push_back({.demand = demand, .why = met.error().message});
    return broken;
}

bool may_override(db::Queries& db, const Known& known, const Merger& merger)
{
    const auto rules = rules_of(db, known, merger);
    const auto* rule = rules.rule_for(known.pull.base_branch);
    return rule != nullptr && rules.bypasses(*rule);
}

Result<void> check_dependencies(db::Queries& db, const Known& known)
{
    if (db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM issue_dependency d JOIN issue i ON i.id = d.depends_on_id"
                        " WHERE d.issue_id = $1 AND NOT i.closed) AS value",
                        known.issue.id))
        return refuse("it depends on issues that are open");
    return {};
}

Result<void> check_signatures(const api::Site& site, const git::Repository& repository, const Known& known,
                              const Merger& merger, const git::RefUpdate& update)
{
    const auto rules = rules_of(site.db, known, merger);
    const auto* rule = rules.rule_for(known.pull.base_branch);
    if (rule == nullptr || !rule->require_signed_commits) return {};
    const auto change = TRY(repositories::change_of(repository, update, known.repository.default_branch,
                                                    contents::verifier(site, known.repository, repository)));
    if (!TRY(change.all_signed())) return refuse("every commit must have a signature that can be verified");
    return {};
}

} // namespace cairn::pulls
