// An issue as the database holds it, and how it is found, made and touched. A pull request is an issue, too, with a
// number from the same sequence; what makes it one is kept elsewhere.
#pragma once

#include <span>

#include "access/repositories.hpp"
#include "accounts/account.hpp"
#include "base/reflect.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::issues {

struct StoredIssue {
    std::int64_t id = 0;
    std::int64_t repository_id = 0;
    std::int64_t number = 0;
    bool is_pull = false;
    std::int64_t poster_id = 0; // 0: the account is gone
    std::string title;
    std::string body;
    std::string ref;
    bool closed = false;
    bool locked = false;
    bool draft = false;
    Time merged_at; // of a pull request; 0: it was not
    std::int64_t pin_order = 0;
    std::int64_t milestone_id = 0;
    Time deadline_at;
    std::int64_t content_version = 0;
    std::int64_t time_estimate = 0; // in seconds
    std::int64_t comment_count = 0;
    std::int64_t task_count = 0; // in the text (issues/task_count.hpp)
    std::int64_t done_task_count = 0;
    std::int64_t belongings = 0; // where else to look for what it has, see below
    Time created_at;
    Time updated_at;
    Time closed_at;

    access::Unit unit() const { return is_pull ? access::Unit::pulls : access::Unit::issues; }
    bool merged() const { return merged_at.seconds != 0; }
};
BOOST_DESCRIBE_STRUCT(StoredIssue, (),
                      (id, repository_id, number, is_pull, poster_id, title, body, ref, closed, locked, draft,
                       merged_at, pin_order, milestone_id, deadline_at, content_version, time_estimate, comment_count,
                       task_count, done_task_count, belongings, created_at, updated_at, closed_at))

// Marks of what an issue has, or has had. The database sets them in its row; whoever goes on with a row that was read
// before sets them there.
namespace belonging {
inline constexpr std::int64_t assignees = 1;
inline constexpr std::int64_t labels = 2;
inline constexpr std::int64_t files = 4;
inline constexpr std::int64_t projects = 8;
inline constexpr std::int64_t former_places = 16; // in other repositories (issues/moved_issue.hpp)
} // namespace belonging

std::optional<StoredIssue> find_issue(db::Queries&, std::int64_t repository_id, std::int64_t number);
std::optional<StoredIssue> find_issue(db::Queries&, std::int64_t id);
std::vector<StoredIssue> find_issues(db::Queries&, std::span<const std::int64_t> ids); // in the order of the ids
std::vector<StoredIssue> find_listed(db::Queries&, std::span<const std::int64_t> ids); // the same, without their texts

struct NewIssue {
    std::int64_t repository_id = 0;
    bool is_pull = false;
    std::int64_t poster_id = 0;
    std::string title; // as clean_title() leaves it
    std::string body;
    std::string ref{};
    bool draft = false;
    std::int64_t milestone_id = 0;
    Time deadline_at{};
};

// Without the blanks around it, and cut to 255 bytes, with an ellipsis where something is missing.
std::string clean_title(std::string_view);

// A pull request whose title begins so (WIP: or [WIP]) is not to be merged yet.
bool is_work_in_progress(std::string_view title);

// Takes the repository's next number; one that is taken back (because the transaction fails) was never given.
StoredIssue insert_issue(db::Transaction&, const NewIssue&);

// Everything that happens to an issue is an update of it.
void touch_issue(db::Transaction&, const StoredIssue&);

// The versions of all that lists of a repository's issues are made of (cache/id_list_cache.hpp), to be read before the
// list is.
std::vector<std::int64_t> issue_versions(db::Queries&, std::int64_t repository_id);

// How many issues or pull requests a repository has, as its row counts them.
struct IssueCounts {
    std::int64_t open_issues_count = 0;
    std::int64_t closed_issues_count = 0;
    std::int64_t open_pulls_count = 0;
    std::int64_t closed_pulls_count = 0;
};
BOOST_DESCRIBE_STRUCT(IssueCounts, (), (open_issues_count, closed_issues_count, open_pulls_count, closed_pulls_count))
IssueCounts count_issues(db::Queries&, std::int64_t repository_id);

// Notes in the repository's row that so many more are open, or closed; less, if negative.
void add_to_counts(db::Transaction&, std::int64_t repository_id, bool is_pull, std::int64_t open, std::int64_t closed);

} // namespace cairn::issues

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::issues::StoredIssue>();
