#include "issues/changes.hpp"

#include "db/database.hpp"
#include "events/events.hpp"
#include "issues/task_count.hpp"
#include "issues/timeline/references.hpp"

namespace cairn::issues {

namespace {

constexpr std::size_t longest_in_feed = 200; // bytes of what was said that a feed shows

std::string beginning_of(const std::string& text)
{
    if (text.size() <= longest_in_feed) return text;
    std::size_t end = longest_in_feed;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return text.substr(0, end) + "…";
}

std::string day_of(Time time) { return to_rfc3339(time).substr(0, 10); }

void add_counts(const Change& change, std::int64_t open, std::int64_t closed)
{
    add_to_counts(change.tx, change.issue.repository_id, change.issue.is_pull, open, closed);
}

} // namespace

events::OfIssue Change::told() const
{
    return {.issue_id = issue.id, .repository_id = issue.repository_id, .actor_id = actor_id, .is_pull = issue.is_pull};
}

StoredComment Change::event(EventKind kind) const
{
    StoredComment event{.issue_id = issue.id, .repository_id = issue.repository_id, .kind = kind, .poster_id = {}};
    if (actor_id != 0) event.poster_id = actor_id;
    return event;
}

bool waits_for_open(db::Queries& db, std::int64_t issue_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM issue_dependency d JOIN issue i ON i.id = d.depends_on_id"
                           " WHERE d.issue_id = $1 AND NOT i.closed) AS value",
                           issue_id);
}

Result<void> set_closed(const Change& change, bool closed, const std::string& commit_sha)
{
    auto& [tx, events, actor_id, issue] = change;
    if (issue.closed == closed) return {};
    if (issue.merged()) return fail(Errc::precondition_failed, "the pull request was merged");
    if (closed && waits_for_open(tx, issue.id))
        return fail(Errc::precondition_failed, "it depends on issues that are open");
    issue.closed = closed;
    issue.closed_at = closed ? Time::now() : Time{};
    tx.run("UPDATE issue SET closed = $2, closed_at = $3 WHERE id = $1", issue.id, closed, issue.closed_at);
    add_counts(change, closed ? -1 : 1, closed ? 1 : -1);
    auto event = change.event(closed ? EventKind::close : EventKind::reopen);
    event.commit_sha = commit_sha;
    event = add_event(tx, std::move(event));
    issue.updated_at = event.created_at;
    add_activity(change, closed ? "close" : "reopen", "");
    events.tell(tx, events::IssueStateChanged{change.told(), closed, event.id, commit_sha});
    return {};
}

void set_title(const Change& change, const std::string& title)
{
    auto& [tx, events, actor_id, issue] = change;
    if (issue.title == title) return;
    auto event = change.event(EventKind::change_title);
    event.old_text = issue.title;
    event.new_text = issue.title = title;
    issue.draft = issue.is_pull && is_work_in_progress(title);
    tx.run("UPDATE issue SET title = $2, draft = $3 WHERE id = $1", issue.id, title, issue.draft);
    issue.updated_at = add_event(tx, std::move(event)).created_at;
}

void set_body(const Change& change, const std::string& body)
{
    auto& issue = change.issue;
    issue.body = body;
    ++issue.content_version;
    issue.updated_at = Time::now();
    const auto tasks = count_tasks(body);
    issue.task_count = tasks.all;
    issue.done_task_count = tasks.done;
    change.tx.run("UPDATE issue SET body = $2, content_version = content_version + 1, updated_at = $3,"
                  " task_count = $4, done_task_count = $5 WHERE id = $1",
                  issue.id, body, issue.updated_at, tasks.all, tasks.done);
}

void set_ref(const Change& change, const std::string& ref)
{
    auto& [tx, events, actor_id, issue] = change;
    if (issue.ref == ref) return;
    auto event = change.event(EventKind::change_issue_ref);
    event.old_text = issue.ref;
    event.new_text = issue.ref = ref;
    tx.run("UPDATE issue SET ref = $2 WHERE id = $1", issue.id, ref);
    event = add_event(tx, std::move(event));
    issue.updated_at = event.created_at;
    events.tell(tx, events::IssueMarked{change.told(), event.id});
}

void set_deadline(const Change& change, std::optional<Time> deadline)
{
    auto& [tx, events, actor_id, issue] = change;
    const Time before = issue.deadline_at;
    const Time now = deadline.value_or(Time{});
    if (before == now) return;
    auto event = change.event(before.seconds == 0    ? EventKind::added_deadline
                                  : now.seconds == 0 ? EventKind::removed_deadline
                                                     : EventKind::modified_deadline);
    event.body = day_of(now.seconds == 0 ? before : now);
    if (event.kind == EventKind::modified_deadline) event.body += "|" + day_of(before);
    issue.deadline_at = now;
    tx.run("UPDATE issue SET deadline_at = $2 WHERE id = $1", issue.id, now);
    event = add_event(tx, std::move(event));
    issue.updated_at = event.created_at;
    events.tell(tx, events::IssueMarked{change.told(), event.id});
}

bool set_assigned(const Change& change, std::int64_t account_id, bool assigned)
{
    auto& [tx, events, actor_id, issue] = change;
    const auto changed = assigned
        ? tx.run("INSERT INTO issue_assignee (issue_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", issue.id,
                 account_id)
        : tx.run("DELETE FROM issue_assignee WHERE issue_id = $1 AND account_id = $2", issue.id, account_id);
    if (changed == 0) return false;
    issue.belongings |= belonging::assignees;
    auto event = change.event(EventKind::assignees);
    event.assignee_id = account_id;
    event.removed = !assigned;
    event = add_event(tx, std::move(event));
    issue.updated_at = event.created_at;
    events.tell(tx, events::IssueAssigned{change.told(), account_id, !assigned, event.id});
    return true;
}

void set_assignees(const Change& change, const std::set<std::int64_t>& account_ids)
{
    for (const auto id : change.tx.all<std::int64_t>(
             "SELECT account_id FROM issue_assignee WHERE issue_id = $1 ORDER BY account_id", change.issue.id))
        if (!account_ids.contains(id)) set_assigned(change, id, false);
    for (const auto id : account_ids) set_assigned(change, id, true);
}

void set_locked(const Change& change, bool locked, const std::string& reason)
{
    auto& [tx, events, actor_id, issue] = change;
    if (issue.locked == locked) return;
    issue.locked = locked;
    tx.run("UPDATE issue SET locked = $2 WHERE id = $1", issue.id, locked);
    auto event = change.event(locked ? EventKind::lock : EventKind::unlock);
    event.body = reason;
    event = add_event(tx, std::move(event));
    events.tell(tx, events::IssueMarked{change.told(), event.id});
}

void remove_most_comments(db::Database& db, std::int64_t issue_id)
{
    while (db.sweep("DELETE FROM comment WHERE id IN"
                    " (SELECT id FROM comment WHERE issue_id = $1 ORDER BY created_at, id LIMIT 500 OFFSET 500)",
                    issue_id)
           > 0) { }
}

void delete_issue(const Change& change)
{
    auto& [tx, events, actor_id, issue] = change;
    events.tell(tx, events::IssueDeleted{change.told()});
    tx.run("DELETE FROM issue WHERE id = $1", issue.id);
    add_counts(change, issue.closed ? 0 : -1, issue.closed ? -1 : 0);
}

bool delete_comment(const Change& change, std::int64_t comment_id)
{
    auto& [tx, events, actor_id, issue] = change;
    if (!find_comment(tx, comment_id)) return false;
    events.tell(tx, events::CommentDeleted{change.told(), comment_id});
    neuter_references(tx, {issue, comment_id, actor_id});
    tx.run("DELETE FROM comment WHERE id = $1", comment_id);
    count_comments(tx, issue.id);
    tx.run("UPDATE issue SET updated_at = $2 WHERE id = $1", issue.id, Time::now());
    return true;
}

void add_activity(const Change& change, std::string_view what, const std::string& text, std::int64_t comment_id)
{
    if (change.actor_id == 0) return;
    const bool is_comment = what == "comment";
    const std::string kind = std::string(what)
        + (!change.issue.is_pull ? "_issue"
               : is_comment      ? "_pull"
                                 : "_pull_request");
    change.tx.run("INSERT INTO activity (actor_id, repository_id, kind, content, comment_id, created_at)"
                  " VALUES ($1, $2, $3, $4, $5, $6)",
                  change.actor_id, change.issue.repository_id, kind,
                  std::to_string(change.issue.number) + "|" + (comment_id != 0 ? beginning_of(text) : text), comment_id,
                  Time::now());
}

} // namespace cairn::issues
