// What is told of pull requests.
#include "accounts/user.hpp"
#include "issues/issue.hpp"
#include "issues/timeline/timeline.hpp"
#include "pulls/show.hpp"
#include "webhooks/payload_context.hpp"
#include "webhooks/payloads.hpp"

namespace cairn::webhooks {

namespace {

// Reviewers need not administer the repository, and what is told of a review shows it as they see it.
access::Access reading(const PayloadContext& context)
{
    return {access::Levels::everywhere(access::Level::read), context.place().repository.enabled()};
}

Json reviewer_of(const PayloadContext& context, std::int64_t id)
{
    const auto account = id != 0 ? accounts::find_account(context.tx(), id) : std::nullopt;
    return account ? json_of(accounts::show_user_plainly(*account, false, context.settings())) : Json{};
}

} // namespace

void Payloads::tell_of_pull(db::Transaction& tx, const events::OfIssue& event, const OfPull& news) const
{
    const auto hooks = audience(tx, event.repository_id).wanting(news.kind);
    if (hooks.empty()) return;
    auto context = PayloadContext::find(tx, settings_, event.repository_id, event.actor_id);
    const auto pull = issues::find_issue(tx, event.issue_id);
    if (!context || !pull) return;
    context->told().open_pulls_count -= news.opened;
    auto place = context->place();
    if (news.review)
        place.access = access::access_to(tx, access::Viewer::of(context->view().caller), place.repository.facts());
    const auto exact = news.event.empty() ? word_of_kind(news.kind) : news.event;
    PullRequestPayload told{.action = std::string(news.action),
                            .before = news.before,
                            .after = news.after,
                            .number = pull->number,
                            .changes = news.changes,
                            .pull_request = json_of(pulls::show_pull(context->view(), place, *pull)),
                            .requested_reviewer = reviewer_of(*context, news.reviewer_id),
                            .repository = news.review ? context->repository(reading(*context)) : context->repository(),
                            .sender = context->sender(),
                            // A merge is told by the pull request itself.
                            .commit_id = pull->merged() ? std::string() : news.commit_id,
                            .review = {}};
    if (news.review) told.review = {.type = std::string(exact), .content = *news.review};
    put(tx, hooks, {.event = exact, .repository_id = event.repository_id}, told);
}

void Payloads::tell(db::Transaction& tx, const events::PullPushed& event) const
{
    tell_of_pull(
        tx, event,
        {.kind = EventKind::pull_request_sync, .action = "synchronized", .before = event.before, .after = event.after});
}

void Payloads::tell(db::Transaction& tx, const events::PullRetargeted& event) const
{
    ChangesPayload changes;
    changes.ref = {event.old_base};
    tell_of_pull(tx, event, {.kind = EventKind::pull_request, .action = "edited", .changes = changes});
}

void Payloads::tell(db::Transaction& tx, const events::ReviewRequested& event) const
{
    tell_of_pull(tx, event,
                 {.kind = EventKind::pull_request_review_request,
                  .action = event.removed ? "review_request_removed" : "review_requested",
                  .reviewer_id = event.reviewer_id});
}

void Payloads::tell(db::Transaction& tx, const events::Reviewed& event) const
{
    const auto said = issues::find_comment(tx, event.comment_id);
    tell_of_pull(tx, event,
                 {.kind = EventKind::pull_request_review,
                  .event = event.state == "APPROVED"     ? "pull_request_review_approved"
                      : event.state == "REQUEST_CHANGES" ? "pull_request_review_rejected"
                                                         : "pull_request_review_comment",
                  .action = "reviewed",
                  .reviewer_id = event.actor_id,
                  .review = said ? said->body : std::string()});
}

} // namespace cairn::webhooks
