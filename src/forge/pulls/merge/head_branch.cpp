#include "pulls/merge/head_branch.hpp"

#include "base/log.hpp"
#include "db/database.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "issues/changes.hpp"
#include "pulls/merge/stacked.hpp"
#include "repositories/protection/listed_names.hpp"
#include "repositories/protection/ref_rules.hpp"
#include "repositories/references/pushes.hpp"

namespace cairn::pulls {

using repositories::RefRules;

namespace {

bool is_used_elsewhere(db::Queries& db, const Known& merged)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM pull_request p JOIN issue i ON i.id = p.issue_id"
                           " WHERE p.head_repository_id = $1 AND p.head_branch = $2 AND NOT p.by_push AND NOT i.closed"
                           " AND p.issue_id <> $3) AS value",
                           merged.pull.head_repository_id, merged.pull.head_branch, merged.issue.id);
}

void note_deletion(const api::Site& site, const Known& merged, std::int64_t actor_id)
{
    site.db.write([&](db::Transaction& tx) {
        auto issue = issues::find_issue(tx, merged.issue.id);
        if (!issue) return;
        const issues::Change change{tx, site.events, actor_id, *issue};
        auto event = change.event(issues::EventKind::delete_branch);
        event.old_text = merged.pull.head_branch;
        issues::add_event(tx, std::move(event));
    });
}

} // namespace

Result<> remove_head_branch(const api::Site& site, const Known& merged, const accounts::Account& by)
{
    const auto head = repositories::find_repository(site.db, merged.pull.head_repository_id);
    if (!head || merged.pull.by_push) return fail(Errc::conflict, "there is no branch that it came from");
    if (is_used_elsewhere(site.db, merged))
        return fail(Errc::conflict, "another open pull request comes from this branch");
    const auto repository = TRY(site.get<git::Repositories>().open(head->storage));
    const git::RefUpdate update{.name = std::string(git::heads) + merged.pull.head_branch,
                                .before = TRY(git::find_branch(*repository, merged.pull.head_branch)),
                                .after = {}};
    if (update.before.hex() != merged.pull.head_sha)
        return fail(Errc::conflict, "the branch has commits that are not in the pull request");
    if (merged.pull.head_branch == head->default_target_branch)
        return fail(Errc::conflict, "it is the branch that pull requests go to");
    const auto rules =
        RefRules::load(site.db, *head, {.account_id = by.id, .access = repositories::access_of(site.db, by, *head)});
    TRY(rules.check(TRY(repositories::change_of(*repository, update, head->default_branch))));
    retarget_stacked(site, merged, by.id);
    TRY(git::update_reference(*repository, update));
    repositories::record_push(site, *head, *repository, {.pusher_id = by.id, .changes = {update}});
    note_deletion(site, merged, by.id);
    return {};
}

void delete_head_branch(const api::Site& site, const Known& merged, const accounts::Account& by)
{
    if (const auto deleted = remove_head_branch(site, merged, by); !deleted)
        log::debug("the branch of a merged pull request stays",
                   {{"repository", merged.repository.id}, {"why", deleted.error().message}});
}

} // namespace cairn::pulls
