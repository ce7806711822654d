#include "pulls/opening.hpp"

#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "git/references/references.hpp"
#include "git/store/borrow.hpp"
#include "git/store/repositories.hpp"
#include "issues/changes.hpp"
#include "issues/labels/labeling.hpp"
#include "issues/timeline/references.hpp"
#include "jobs/job.hpp"
#include "pulls/review/ownership.hpp"
#include "repositories/references/post_push_worker.hpp"

namespace cairn::pulls {

using git::ObjectId;

namespace {

void insert_pull(db::Transaction& tx, const StoredIssue& issue, const Proposal& wanted)
{
    const auto& found = wanted.found;
    tx.run("INSERT INTO pull_request (issue_id, repository_id, head_repository_id, head_branch, by_push, base_branch,"
           " head_sha, base_sha, merge_base, conflict, commit_count, changed_files, additions, deletions,"
           " allow_maintainer_edit) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
           issue.id, issue.repository_id, wanted.head_repository_id, wanted.head_branch, wanted.by_push,
           wanted.base_branch, found.head.hex(), found.base.hex(), found.merge_base.hex(), found.conflict,
           found.commit_count, found.changed_files, found.additions, found.deletions, wanted.allow_maintainer_edit);
}

constexpr std::int64_t unfinished_after = 60; // seconds

// Whoever dies before the reference is there leaves its branch to the post-push worker, which puts it there.
void note_unfinished(db::Transaction& tx, const Proposal& wanted)
{
    tx.run("INSERT INTO outdated_pulls (repository_id, branch, due_at) VALUES ($1, $2, $3)"
           " ON CONFLICT (repository_id, branch) DO NOTHING",
           wanted.head_repository_id, wanted.head_branch, Time::now());
    const auto key = std::to_string(wanted.head_repository_id);
    jobs::put(tx,
              {.kind = repositories::post_push_job,
               .owner = key,
               .key = key,
               .due = Time{Time::now().seconds + unfinished_after}});
}

} // namespace

Result<StoredIssue> open_pull(const api::Site& site, const git::Repository& repository, const Proposal& wanted)
{
    const auto meaning = issues::read_meaning(wanted.title, wanted.body, site.settings().server.root_url);
    const issues::Writer writer{.account = wanted.poster, .repository = wanted.repository};
    const auto targets = issues::find_targets(site.db, writer, meaning.references);
    const auto mentioned = issues::find_mentioned(site.db, writer, true, meaning.mentions);
    const issues::NewIssue row{.repository_id = wanted.repository.id,
                               .is_pull = true,
                               .poster_id = wanted.poster.id,
                               .title = wanted.title,
                               .body = wanted.body,
                               .draft = issues::is_work_in_progress(wanted.title),
                               .deadline_at = wanted.deadline};
    auto opened = TRY(site.db.write([&](db::Transaction& tx) -> Result<StoredIssue> {
        // The number first: it makes those wait who want to open the same.
        auto issue = issues::insert_issue(tx, row);
        if (find_open_pull(tx, wanted.head_repository_id, wanted.head_branch, wanted.repository.id, wanted.base_branch,
                           wanted.by_push))
            return fail(Errc::conflict, "there is an open pull request of these branches");
        insert_pull(tx, issue, wanted);
        note_unfinished(tx, wanted);
        const issues::Change change{tx, site.events, wanted.poster.id, issue};
        issues::add_activity(change, "create", issue.title);
        issues::set_milestone(change, wanted.milestone_id);
        issues::begin_with_labels(change, wanted.labels);
        for (const auto id : wanted.assignees) issues::set_assigned(change, id, true);
        if (!targets.empty())
            issues::write_references(tx, {.issue = issue, .writer_id = wanted.poster.id}, targets, true);
        issues::add_mentioned(tx, issue.id, mentioned);
        site.events.tell(tx, events::IssueOpened{change.told(), mentioned});
        if (const auto pull = find_pull(tx, issue.id); pull && !wanted.reviewers.empty())
            TRY(request_reviews(change, wanted.repository, *pull, wanted.reviewers));
        return issue;
    }));
    TRY(put_head(repository, opened.number, wanted.found.head));
    request_code_owners(site, wanted.repository, repository, opened.id);
    return opened;
}

Result<Brought> bring(const api::Site& site, const repositories::StoredRepository& from, const std::string& branch,
                      const repositories::StoredRepository& into)
{
    if (from.id == into.id)
        return Brought{.commit = TRY(git::find_branch(*TRY(site.get<git::Repositories>().open(into.storage)), branch))};
    {
        const auto there = TRY(site.get<git::Repositories>().open(from.storage));
        const auto commit = TRY(git::find_branch(*there, branch));
        const auto here = TRY(site.get<git::Repositories>().open(into.storage));
        if (here->contains(commit)) return Brought{.commit = commit};
    }
    auto borrowed = std::make_shared<git::Borrowed>(
        TRY(git::Borrowed::fetch(site.get<git::Children>(),
                                 {.from = site.get<git::Store>().path(from.storage),
                                  .branch = branch,
                                  .into = site.get<git::Store>().path(into.storage),
                                  .time_limit = std::chrono::seconds(site.settings().git.fetch_timeout)})));
    const auto commit = borrowed->commit();
    return Brought{.commit = commit, .keeps = std::move(borrowed)};
}

Result<> put_head(const git::Repository& repository, std::int64_t number, const ObjectId& head)
{
    const auto name = head_reference(number);
    constexpr int tries = 5;
    for (int left = tries;; --left) {
        const auto found = git::find_reference(repository, name);
        const auto before = found ? found->target : ObjectId{};
        if (before == head) return {};
        auto updated = git::update_reference(repository, {.name = name, .before = before, .after = head});
        if (updated || updated.error().code != Errc::conflict || left == 0) return updated;
    }
}

} // namespace cairn::pulls
