// What belongs to issues and is no text: labels, assignees, dependencies, who hears of them, time spent, reactions.
#include "import/kinds.hpp"

namespace cairn::import {

namespace {

struct IssueLabelRow {
    std::int64_t id = 0;
    std::int64_t issue_id = 0;
    std::int64_t label_id = 0;
};
BOOST_DESCRIBE_STRUCT(IssueLabelRow, (), (id, issue_id, label_id))

struct AssigneeRow {
    std::int64_t id = 0;
    std::int64_t assignee_id = 0;
    std::int64_t issue_id = 0;
};
BOOST_DESCRIBE_STRUCT(AssigneeRow, (), (id, assignee_id, issue_id))

struct DependencyRow {
    std::int64_t id = 0;
    std::int64_t issue_id = 0;
    std::int64_t dependency_id = 0;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(DependencyRow, (), (id, issue_id, dependency_id, created_unix))

struct SubscriptionRow {
    std::int64_t id = 0;
    std::int64_t user_id = 0;
    std::int64_t issue_id = 0;
    bool is_watching = true;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(SubscriptionRow, (), (id, user_id, issue_id, is_watching, created_unix))

struct TimeRow {
    std::int64_t id = 0;
    std::int64_t issue_id = 0;
    std::int64_t user_id = 0;
    std::int64_t time = 0;
    bool deleted = false;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(TimeRow, (), (id, issue_id, user_id, time, deleted, created_unix))

struct ReactionRow {
    std::int64_t id = 0;
    std::string type;
    std::int64_t issue_id = 0;
    std::int64_t comment_id = 0;
    std::int64_t user_id = 0;
    std::string original_author;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(ReactionRow, (), (id, type, issue_id, comment_id, user_id, original_author, created_unix))

Outcome take_label(Batch& batch, IssueLabelRow& row)
{
    const auto issue = batch.issue(row.issue_id);
    const auto label = batch.find("labels", row.label_id);
    if (!issue || !label) return refuse("the issue or the label was not moved", {});
    batch.tx.run("INSERT INTO issue_label (issue_id, label_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", *issue, *label);
    return {};
}

Outcome take_assignee(Batch& batch, AssigneeRow& row)
{
    const auto issue = batch.issue(row.issue_id);
    const auto account = batch.account(row.assignee_id);
    if (!issue || !account) return refuse("the issue or the account was not moved", {});
    batch.tx.run("INSERT INTO issue_assignee (issue_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", *issue,
                 *account);
    return {};
}

Outcome take_dependency(Batch& batch, DependencyRow& row)
{
    const auto issue = batch.issue(row.issue_id);
    const auto other = batch.issue(row.dependency_id);
    if (!issue || !other) return refuse("an issue of the two was not moved", {});
    batch.tx.run("INSERT INTO issue_dependency (issue_id, depends_on_id, created_at) VALUES ($1, $2, $3)"
                 " ON CONFLICT DO NOTHING",
                 *issue, *other, row.created_unix);
    return {};
}

Outcome take_subscription(Batch& batch, SubscriptionRow& row)
{
    const auto issue = batch.issue(row.issue_id);
    const auto account = batch.account(row.user_id);
    if (!issue || !account) return refuse("the issue or the account was not moved", {});
    batch.tx.run("INSERT INTO issue_subscription (issue_id, account_id, subscribed, created_at) VALUES ($1, $2, $3, $4)"
                 " ON CONFLICT DO NOTHING",
                 *issue, *account, row.is_watching, row.created_unix);
    return {};
}

Outcome take_time(Batch& batch, TimeRow& row)
{
    const auto issue = batch.issue(row.issue_id);
    if (!issue) return refuse("its issue was not moved", {});
    const auto id = batch.id_for(row.id);
    batch.tx.run("INSERT INTO tracked_time (id, issue_id, account_id, seconds, deleted, created_at)"
                 " VALUES ($1, $2, $3, $4, $5, $6)",
                 id, *issue, batch.account(row.user_id), row.time, row.deleted, row.created_unix);
    batch.remember(row.id, id);
    return {};
}

Outcome take_reaction(Batch& batch, ReactionRow& row)
{
    const auto issue = batch.issue(row.issue_id);
    const auto comment = batch.find("comments", row.comment_id);
    if (!issue || (row.comment_id > 0 && !comment)) return refuse("what it was given to was not moved", {});
    const auto account = row.original_author.empty() ? batch.account(row.user_id) : std::nullopt;
    if (!account) return refuse("the account was not moved", {});
    batch.tx.run("INSERT INTO reaction (issue_id, comment_id, account_id, content, created_at)"
                 " VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                 *issue, comment, *account, row.type, row.created_unix);
    return {};
}

} // namespace

const Kind issue_labels_kind{.name = "labels of issues",
                             .table = "issue_label",
                             .run = &move_rows<IssueLabelRow, &take_label>,
                             .needed = "id issue_id label_id"};
const Kind assignees_kind{.name = "assignees",
                          .table = "issue_assignees",
                          .run = &move_rows<AssigneeRow, &take_assignee>,
                          .needed = "id assignee_id issue_id"};
const Kind dependencies_kind{.name = "dependencies of issues",
                             .table = "issue_dependency",
                             .run = &move_rows<DependencyRow, &take_dependency>,
                             .needed = "id issue_id dependency_id"};
const Kind subscriptions_kind{.name = "subscriptions to issues",
                              .table = "issue_watch",
                              .run = &move_rows<SubscriptionRow, &take_subscription>,
                              .needed = "id user_id issue_id is_watching"};
const Kind times_kind{.name = "tracked times",
                      .table = "tracked_time",
                      .here = "tracked_time",
                      .ids = Ids::ordered,
                      .run = &move_rows<TimeRow, &take_time>,
                      .needed = "id issue_id user_id time"};
const Kind reactions_kind{.name = "reactions",
                          .table = "reaction",
                          .run = &move_rows<ReactionRow, &take_reaction>,
                          .needed = "id type issue_id user_id"};

} // namespace cairn::import
