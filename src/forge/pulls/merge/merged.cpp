#include "pulls/merge/merged.hpp"

#include "db/database.hpp"
#include "events/events.hpp"
#include "git/objects/merge.hpp"
#include "git/objects/objects.hpp"
#include "issues/changes.hpp"
#include "pulls/merge/stacked.hpp"

namespace cairn::pulls {

using git::ObjectId;
using issues::RefAction;

namespace {

// An issue that the title or the text says something about.
struct Word {
    std::int64_t issue_id = 0;
    RefAction ref_action = RefAction::none;
};
BOOST_DESCRIBE_STRUCT(Word, (), (issue_id, ref_action))

// Whether the writer could close it by hand was asked when it was written (issues/timeline/references.hpp).
void keep_words(db::Transaction& tx, const events::Bus& events, std::int64_t actor_id, const StoredIssue& merged)
{
    for (const auto& word :
         tx.all<Word>("SELECT issue_id, ref_action FROM comment WHERE ref_issue_id = $1 AND ref_comment_id = 0"
                      " AND ref_action IN ('closes', 'reopens') ORDER BY id",
                      merged.id))
        if (auto issue = issues::find_issue(tx, word.issue_id); issue && !issue->is_pull)
            // One that depends on others stays open, and the reference says what was meant.
            static_cast<void>(issues::set_closed({tx, events, actor_id, *issue}, word.ref_action == RefAction::closes));
}

void close(const issues::Change& change, const Merged& merged)
{
    auto& [tx, events, actor_id, issue] = change;
    const bool was_open = !issue.closed;
    issue.closed = true;
    issue.closed_at = issue.merged_at = Time::now();
    tx.run("UPDATE issue SET closed = TRUE, closed_at = $2, merged_at = $2 WHERE id = $1", issue.id, issue.merged_at);
    if (was_open) issues::add_to_counts(tx, issue.repository_id, true, -1, 1);
    auto event = change.event(issues::EventKind::merge_pull);
    event.commit_sha = merged.commit.hex();
    event = issues::add_event(tx, std::move(event));
    issue.updated_at = event.created_at;
    issues::add_activity(change, merged.by_schedule ? "auto_merge" : "merge", issue.title);
    events.tell(tx, events::IssueStateChanged{change.told(), true, event.id, event.commit_sha});
}

// The commit that has brought them: the first one on the branch's own way that has the head in its history.
ObjectId find_bringer(const git::Repository& repository, const ObjectId& base, const ObjectId& head)
{
    constexpr int most_steps = 200;
    auto bringer = base;
    for (int step = 0; step < most_steps && bringer != head; ++step) {
        const auto commit = git::read_commit(repository, bringer);
        if (!commit || commit->parents.empty()) break;
        const auto descends = git::descends_from(repository, commit->parents.front(), head);
        if (!descends || !*descends) break;
        bringer = commit->parents.front();
    }
    return bringer;
}

} // namespace

Result<> mark_merged(const api::Site& site, Known& known, const Merged& merged)
{
    return site.db.write([&](db::Transaction& tx) -> Result<> {
        auto issue = issues::find_issue(tx, known.issue.id);
        if (!issue) return not_found("the pull request");
        if (issue->merged()) return fail(Errc::method_not_allowed, "the pull request was merged already");
        // Whoever it was may be gone by now.
        const auto merger = tx.first<std::int64_t>("SELECT id FROM account WHERE id = $1", merged.merger_id);
        tx.run("UPDATE pull_request SET merger_id = $2, merge_commit = $3 WHERE issue_id = $1", issue->id, merger,
               merged.commit.hex());
        tx.run("DELETE FROM pull_schedule WHERE issue_id = $1", issue->id);
        tx.run("DELETE FROM pull_landing WHERE issue_id = $1", issue->id);
        close({tx, site.events, merger.value_or(0), *issue}, merged);
        keep_words(tx, site.events, merger.value_or(0), *issue);
        lift_stack(tx, site.events, merger.value_or(0), known);
        known.issue = std::move(*issue);
        return {};
    });
}

Result<> mark_as_merged_elsewhere(const api::Site& site, Known& known, const git::Repository& repository,
                                  const ObjectId& base)
{
    const auto head = ObjectId::parse(known.pull.head_sha).value_or(ObjectId{});
    const auto pusher =
        site.db.first<std::int64_t>("SELECT pusher_id FROM branch WHERE repository_id = $1 AND name = $2",
                                    known.repository.id, known.pull.base_branch);
    return mark_merged(site, known, {.merger_id = pusher.value_or(0), .commit = find_bringer(repository, base, head)});
}

} // namespace cairn::pulls
