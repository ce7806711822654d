// What is told of issues and of what is said about them.
#include "db/composition.hpp"
#include "issues/timeline/comment.hpp"
#include "pulls/show.hpp"
#include "webhooks/payload_context.hpp"
#include "webhooks/payloads.hpp"

namespace cairn::webhooks {

using issues::Issue;

namespace {

std::vector<issues::Label> labels_by_id(const PayloadContext& context, const std::vector<std::int64_t>& ids)
{
    std::vector<issues::Label> shown;
    for (const auto& label : issues::usable_labels(context.tx(), context.place().repository, ids))
        shown.push_back(issues::show_label(label, context.settings()));
    return shown;
}

} // namespace

void Payloads::tell_of_issue(db::Transaction& tx, const events::OfIssue& event, const OfIssue& news) const
{
    if (event.is_pull) {
        tell_of_pull(tx, event,
                     {.kind = news.of_pull,
                      .action = news.action,
                      .changes = news.changes,
                      .commit_id = news.commit_id,
                      .opened = news.action == "opened" ? 1 : 0});
        return;
    }
    const auto kind = news.of_issue;
    const auto hooks = audience(tx, event.repository_id).wanting(kind);
    if (hooks.empty()) return;
    auto context = PayloadContext::find(tx, settings_, event.repository_id, event.actor_id);
    const auto issue = issues::find_issue(tx, event.issue_id);
    if (!context || !issue) return;
    context->told().open_issues_count -= news.opened;
    auto shown = issues::show_issue(context->view(), context->place(), *issue);
    if (news.touch) news.touch(*context, shown);
    put(tx, hooks, {.event = word_of_kind(kind), .repository_id = event.repository_id},
        IssuePayload{.action = std::string(news.action),
                     .number = issue->number,
                     .changes = news.changes,
                     .issue = json_of(shown),
                     .repository = context->repository(),
                     .sender = context->sender(),
                     .commit_id = news.commit_id});
}

void Payloads::tell_of_comment(db::Transaction& tx, const events::OfIssue& event, const OfComment& news) const
{
    const auto kind = event.is_pull ? EventKind::pull_request_comment : EventKind::issue_comment;
    const auto hooks = audience(tx, event.repository_id).wanting(kind);
    if (hooks.empty()) return;
    const auto context = PayloadContext::find(tx, settings_, event.repository_id, event.actor_id);
    const auto issue = issues::find_issue(tx, event.issue_id);
    const auto comment = issues::find_comment(tx, news.comment_id);
    if (!context || !issue || !comment) return;
    const auto view = context->view();
    auto shown = issues::show_issue(view, context->place(), *issue);
    shown.comments -= news.less;
    put(tx, hooks, {.event = word_of_kind(kind), .repository_id = event.repository_id},
        IssueCommentPayload{.action = std::string(news.action),
                            .issue = json_of(shown),
                            .pull_request = event.is_pull
                                ? std::optional(json_of(pulls::show_pull(view, context->place(), *issue)))
                                : std::nullopt,
                            .comment = json_of(issues::show_comment(view, {{context->place(), *issue}, *comment})),
                            .changes = news.changes,
                            .repository = context->repository(),
                            .sender = context->sender(),
                            .is_pull = issue->is_pull});
}

void Payloads::tell(db::Transaction& tx, const events::IssueOpened& event) const
{
    tell_of_issue(tx, event,
                  {.of_issue = EventKind::issues, .of_pull = EventKind::pull_request, .action = "opened", .opened = 1});
}

void Payloads::tell(db::Transaction& tx, const events::IssueEdited& event) const
{
    ChangesPayload changes;
    if (!event.old_title.empty()) changes.title = {event.old_title};
    if (event.body_changed) changes.body = {event.old_body};
    tell_of_issue(tx, event, {EventKind::issues, EventKind::pull_request, "edited", changes});
}

void Payloads::tell(db::Transaction& tx, const events::IssueStateChanged& event) const
{
    tell_of_issue(tx, event,
                  {.of_issue = EventKind::issues,
                   .of_pull = EventKind::pull_request,
                   .action = event.closed ? "closed" : "reopened",
                   .commit_id = event.commit_sha,
                   .opened = event.closed ? -1 : 1});
}

void Payloads::tell(db::Transaction& tx, const events::IssueAssigned& event) const
{
    tell_of_issue(tx, event,
                  {EventKind::issue_assign, EventKind::pull_request_assign, event.removed ? "unassigned" : "assigned"});
}

void Payloads::tell(db::Transaction& tx, const events::IssueLabeled& event) const
{
    OfIssue news{EventKind::issue_label, EventKind::pull_request_label,
                 event.cleared ? "label_cleared" : "label_updated"};
    // Receivers are told which ones went.
    if (event.cleared)
        news.touch = [&](const PayloadContext& context, Issue& shown) {
            shown.labels = labels_by_id(context, event.removed);
        };
    tell_of_issue(tx, event, news);
}

void Payloads::tell(db::Transaction& tx, const events::IssueMilestoned& event) const
{
    OfIssue news{EventKind::issue_milestone, EventKind::pull_request_milestone,
                 event.milestone_id != 0 ? "milestoned" : "demilestoned"};
    // Its counts are those that it had before.
    news.touch = [](const PayloadContext&, Issue& shown) {
        if (!shown.milestone) return;
        --(shown.state == issues::State::open ? shown.milestone->open_issues : shown.milestone->closed_issues);
    };
    tell_of_issue(tx, event, news);
}

void Payloads::tell(db::Transaction& tx, const events::IssueDeleted& event) const
{
    tell_of_issue(tx, event, {EventKind::issues, EventKind::pull_request, "deleted"});
}

// Where it was it is told as it was; where it comes it is a new one.
void Payloads::tell(db::Transaction& tx, const events::IssueLeaves& event) const
{
    tell_of_issue(tx, event, {EventKind::issues, EventKind::pull_request, "transferred"});
}

void Payloads::tell(db::Transaction& tx, const events::IssueMoved& event) const
{
    tell_of_issue(tx, event, {EventKind::issues, EventKind::pull_request, "opened"});
}

void Payloads::tell(db::Transaction& tx, const events::Commented& event) const
{
    tell_of_comment(tx, event, {"created", event.comment_id});
}

void Payloads::tell(db::Transaction& tx, const events::CommentEdited& event) const
{
    tell_of_comment(tx, event, {"edited", event.comment_id, ChangesPayload{.title = {}, .body = {{event.old_body}}}});
}

void Payloads::tell(db::Transaction& tx, const events::CommentDeleted& event) const
{
    tell_of_comment(tx, event, {.action = "deleted", .comment_id = event.comment_id, .less = 1});
}

} // namespace cairn::webhooks
