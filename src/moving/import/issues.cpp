// Issues, which pull requests are as well, under the numbers that people know.
#include "import/authors.hpp"
#include "import/kinds.hpp"
#include "issues/issue.hpp"
#include "issues/task_count.hpp"

namespace cairn::import {

namespace {

struct IssueRow {
    std::int64_t id = 0;
    std::int64_t repo_id = 0;
    std::int64_t index = 0;
    std::int64_t poster_id = 0;
    std::string original_author;
    std::int64_t original_author_id = 0;
    std::string name;
    std::string content;
    std::int64_t content_version = 0;
    std::int64_t milestone_id = 0;
    bool is_closed = false;
    bool is_pull = false;
    bool is_locked = false;
    std::string ref;
    std::int64_t pin_order = 0;
    std::int64_t time_estimate = 0;
    Time deadline_unix;
    Time created_unix;
    Time updated_unix;
    Time closed_unix;
};
BOOST_DESCRIBE_STRUCT(IssueRow, (),
                      (id, repo_id, index, poster_id, original_author, original_author_id, name, content,
                       content_version, milestone_id, is_closed, is_pull, is_locked, ref, pin_order, time_estimate,
                       deadline_unix, created_unix, updated_unix, closed_unix))

struct PinRow {
    std::int64_t id = 0;
    std::int64_t issue_id = 0;
    std::int64_t pin_order = 0;
};
BOOST_DESCRIBE_STRUCT(PinRow, (), (id, issue_id, pin_order))

std::string place_of(const IssueRow& row) { return std::to_string(row.repo_id) + "#" + std::to_string(row.index); }

Outcome take(Batch& batch, IssueRow& row)
{
    const auto repository = batch.repository(row.repo_id);
    if (!repository) return refuse("its repository was not moved", place_of(row));
    if (row.index < 1) return refuse("it has no number", place_of(row));
    const auto id = batch.id_for(row.id);
    const bool foreign = !row.original_author.empty();
    const auto poster = foreign ? std::nullopt : batch.account(row.poster_id);
    const auto title = issues::clean_title(row.name);
    const Time closed = row.closed_unix.seconds > 0 ? row.closed_unix : row.updated_unix;
    const auto tasks = issues::count_tasks(row.content);
    const auto made = batch.tx.first<std::int64_t>(
        "INSERT INTO issue (id, repository_id, number, is_pull, poster_id, title, body, ref, closed, locked, draft,"
        " pin_order, milestone_id, deadline_at, content_version, time_estimate, created_at, updated_at, closed_at,"
        " task_count, done_task_count)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)"
        " ON CONFLICT DO NOTHING RETURNING id",
        id, *repository, row.index, row.is_pull, poster, title, row.content, row.ref, row.is_closed, row.is_locked,
        row.is_pull && issues::is_work_in_progress(title), row.pin_order,
        batch.find("milestones", row.milestone_id).value_or(0), without_far_future(row.deadline_unix),
        row.content_version, row.time_estimate, row.created_unix, row.updated_unix, row.is_closed ? closed : Time{},
        tasks.all, tasks.done);
    if (!made) return refuse("its number is taken", place_of(row));
    remember_author(batch, {row.poster_id, row.original_author, row.original_author_id}, poster, id, 0);
    batch.remember(row.id, id);
    return {};
}

Outcome take_pin(Batch& batch, PinRow& row)
{
    const auto issue = batch.issue(row.issue_id);
    if (!issue) return refuse("its issue was not moved", {});
    batch.tx.run("UPDATE issue SET pin_order = $2 WHERE id = $1", *issue, row.pin_order);
    return {};
}

} // namespace

const Kind issues_kind{.name = "issues",
                       .table = "issue",
                       .here = "issue",
                       .ids = Ids::ordered,
                       .run = &move_rows<IssueRow, &take>,
                       .needed = "id repo_id index poster_id name is_closed is_pull"};
const Kind pins_kind{.name = "pinned issues",
                     .table = "issue_pin",
                     .run = &move_rows<PinRow, &take_pin>,
                     .needed = "id issue_id pin_order"};

} // namespace cairn::import
