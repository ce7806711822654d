// What waits for somebody: notifications, stopwatches, repositories that are offered, merges that were scheduled.
#include "api/codec.hpp"
#include "base/text.hpp"
#include "import/kinds.hpp"
#include "notifications/thread.hpp"
#include "pulls/merge/schedule.hpp"
#include "repositories/lifecycle/transfer.hpp"

namespace cairn::import {

namespace {

struct NotificationRow {
    std::int64_t id = 0;
    std::int64_t user_id = 0;
    std::int64_t repo_id = 0;
    std::int64_t status = 0;
    std::int64_t source = 0;
    std::int64_t issue_id = 0;
    Time created_unix;
    Time updated_unix;
};
BOOST_DESCRIBE_STRUCT(NotificationRow, (), (id, user_id, repo_id, status, source, issue_id, created_unix, updated_unix))

struct StopwatchRow {
    std::int64_t id = 0;
    std::int64_t issue_id = 0;
    std::int64_t user_id = 0;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(StopwatchRow, (), (id, issue_id, user_id, created_unix))

struct TransferRow {
    std::int64_t id = 0;
    std::int64_t doer_id = 0;
    std::int64_t recipient_id = 0;
    std::int64_t repo_id = 0;
    std::string team_i_ds; // JSON
};
BOOST_DESCRIBE_STRUCT(TransferRow, (), (id, doer_id, recipient_id, repo_id, team_i_ds))

struct ScheduleRow {
    std::int64_t id = 0;
    std::int64_t pull_id = 0;
    std::int64_t doer_id = 0;
    std::string merge_style;
    std::string message;
    bool delete_branch_after_merge = false;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(ScheduleRow, (),
                      (id, pull_id, doer_id, merge_style, message, delete_branch_after_merge, created_unix))

Outcome take_notification(Batch& batch, NotificationRow& row)
{
    using notifications::Status;
    using notifications::SubjectKind;
    // As the numbers there count them, from 1.
    constexpr std::array subjects{SubjectKind::issue, SubjectKind::pull, SubjectKind::commit, SubjectKind::repository};
    constexpr std::array states{Status::unread, Status::read, Status::pinned};
    if (row.source < 1 || row.source > static_cast<std::int64_t>(subjects.size()))
        return refuse("a kind of notification that there is none of here", {});
    const auto subject = subjects[static_cast<std::size_t>(row.source - 1)];
    if (subject != SubjectKind::issue && subject != SubjectKind::pull)
        return refuse("it is of a commit, or of a repository that was offered: those begin anew", {});
    const auto account = batch.account(row.user_id);
    const auto issue = batch.issue(row.issue_id);
    if (!account || !issue) return refuse("whose it is, or what it is about, was not moved", {});
    const auto state = row.status > 0 && row.status <= static_cast<std::int64_t>(states.size())
        ? states[static_cast<std::size_t>(row.status - 1)]
        : Status::read;
    const auto id = batch.id_for(row.id);
    if (batch.tx.run("INSERT INTO notification (id, account_id, repository_id, issue_id, subject, status, created_at,"
                     " updated_at) VALUES ($1, $2, (SELECT repository_id FROM issue WHERE id = $3), $3, $4, $5, $6, $7)"
                     " ON CONFLICT DO NOTHING",
                     id, *account, *issue, subject, state, row.created_unix, row.updated_unix)
        == 0)
        return refuse("there is another one of the same issue", {});
    return {};
}

Outcome take_stopwatch(Batch& batch, StopwatchRow& row)
{
    const auto account = batch.account(row.user_id);
    const auto issue = batch.issue(row.issue_id);
    if (!account || !issue) return refuse("whose it is, or what it is for, was not moved", {});
    if (batch.tx.run("INSERT INTO stopwatch (account_id, issue_id, created_at) VALUES ($1, $2, $3)"
                     " ON CONFLICT DO NOTHING",
                     *account, *issue, row.created_unix)
        == 0)
        return refuse("another one of the same person runs", {});
    return {};
}

Outcome take_transfer(Batch& batch, TransferRow& row)
{
    const auto repository = batch.repository(row.repo_id);
    const auto doer = batch.account(row.doer_id);
    const auto recipient = batch.account(row.recipient_id);
    if (!repository || !doer || !recipient)
        return refuse("the repository, or one of the two whom it is between, was not moved", {});
    if (repositories::find_transfer(batch.tx, *repository)) return refuse("the repository is offered already", {});
    std::vector<std::int64_t> ids;
    std::vector<std::string> teams;
    if (!row.team_i_ds.empty() && api::decode_json(type_of<std::vector<std::int64_t>>(), row.team_i_ds, &ids))
        for (const auto id : ids)
            if (const auto team = batch.find("teams", id)) teams.push_back(std::to_string(*team));
    repositories::begin_transfer(
        batch.tx,
        {.repository_id = *repository, .doer_id = *doer, .recipient_id = *recipient, .teams = text::join(teams, ",")});
    return {};
}

Outcome take_schedule(Batch& batch, ScheduleRow& row)
{
    const auto issue = batch.find("pull requests", row.pull_id);
    const auto doer = batch.account(row.doer_id);
    if (!issue || !doer) return refuse("the pull request, or who wanted it merged, was not moved", {});
    constexpr auto styles = words(static_cast<const repositories::MergeStyle*>(nullptr));
    if (std::ranges::find(styles, row.merge_style) == styles.end())
        return refuse("a way to merge that there is none of here: " + row.merge_style, {});
    // The message there begins with what is the title here.
    const auto end = row.message.find('\n');
    const auto title = row.message.substr(0, end);
    const auto rest = end == row.message.npos ? std::string_view() : std::string_view(row.message).substr(end + 1);
    batch.tx.run("INSERT INTO pull_schedule (issue_id, account_id, style, title, message, delete_branch, due,"
                 " created_at) VALUES ($1, $2, $3, $4, $5, $6, FALSE, $7) ON CONFLICT DO NOTHING",
                 *issue, *doer, row.merge_style, text::trim(title), text::trim(rest), row.delete_branch_after_merge,
                 row.created_unix);
    pulls::look_at_schedule_of(batch.tx, *issue);
    return {};
}

} // namespace

const Kind notifications_kind{.name = "notifications",
                              .table = "notification",
                              .here = "notification",
                              .ids = Ids::ordered,
                              .run = &move_rows<NotificationRow, &take_notification>,
                              .needed = "id user_id status source issue_id"};
const Kind stopwatches_kind{.name = "stopwatches",
                            .table = "stopwatch",
                            .run = &move_rows<StopwatchRow, &take_stopwatch>,
                            .needed = "id issue_id user_id"};
const Kind transfers_kind{.name = "transfers of repositories",
                          .table = "repo_transfer",
                          .run = &move_rows<TransferRow, &take_transfer>,
                          .needed = "id doer_id recipient_id repo_id"};
const Kind schedules_kind{.name = "scheduled merges",
                          .table = "pull_auto_merge",
                          .run = &move_rows<ScheduleRow, &take_schedule>,
                          .needed = "id pull_id doer_id merge_style"};

} // namespace cairn::import
