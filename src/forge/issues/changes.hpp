// What can be done to an issue, whoever asks for it: the API, a page, a commit's message. Each writes the change, its
// place in the timeline, and tells who has to hear of it. Whether somebody may was decided before.
#pragma once

#include <set>

#include "base/result.hpp"
#include "issues/issue.hpp"
#include "issues/timeline/timeline.hpp"

namespace cairn::db {
class Database;
} // namespace cairn::db

namespace cairn::events {
class Bus;
struct OfIssue;
} // namespace cairn::events

namespace cairn::issues {

// A change under way: who does it, to what. The issue follows the changes.
struct Change {
    db::Transaction& tx;
    const events::Bus& events;
    std::int64_t actor_id; // 0: nobody whom we know; then no feed tells of it
    StoredIssue& issue;

    events::OfIssue told() const;
    StoredComment event(EventKind) const; // with what all events have
};

// Whether it depends on something that is open, and so cannot be closed.
bool waits_for_open(db::Queries&, std::int64_t issue_id);

// Nothing happens where it is in that state already. Errc::precondition_failed for a pull request that was merged, and
// for closing what depends on something open.
Result<void> set_closed(const Change&, bool closed, const std::string& commit_sha = {});

void set_title(const Change&, const std::string& title);
// A new version of the text, also where it says the same.
void set_body(const Change&, const std::string& body);
void set_ref(const Change&, const std::string& ref);
void set_deadline(const Change&, std::optional<Time>);
// False where it was so already.
bool set_assigned(const Change&, std::int64_t account_id, bool assigned);
void set_assignees(const Change&, const std::set<std::int64_t>& account_ids);
void set_locked(const Change&, bool locked, const std::string& reason);

// Removes it with all that belongs to it.
// Before an issue with many comments is deleted: leaves some hundred of them, and lets others write meanwhile.
void remove_most_comments(db::Database&, std::int64_t issue_id);
void delete_issue(const Change&);
// False where there is no such comment any more.
bool delete_comment(const Change&, std::int64_t comment_id);

// A line in the feeds. The kind is told without "_issue" or "_pull_request": "create", "close", "reopen", "comment".
void add_activity(const Change&, std::string_view what, const std::string& text, std::int64_t comment_id = 0);

} // namespace cairn::issues
