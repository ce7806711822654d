// What is told of pull requests.
#include "accounts/user.hpp"
#include "issues/issue.hpp"
#include "issues/timeline/timeline.hpp"
#include "pulls/show.hpp"
#include "webhooks/scene.hpp"
#include "webhooks/teller.hpp"

namespace cairn::webhooks {

namespace {

// Reviewers need not administer the repository, and what is told of a review shows it as they see it.
access::Access reading(const Scene& scene)
{
    return {access::Levels::everywhere(access::Level::read), scene.place().repository.enabled()};
}

Json reviewer_of(const Scene& scene, std::int64_t id)
{
    const auto account = id != 0 ? accounts::find_account(scene.tx(), id) : std::nullopt;
    return account ? json_of(accounts::show_user_plainly(*account, false, scene.settings())) : Json{};
}

} // namespace

void Teller::tell_of_pull(db::Transaction& tx, const events::OfIssue& event, const OfPull& news) const
{
    const auto hooks = audience(tx, event.repository_id).wanting(news.kind);
    if (hooks.empty()) return;
    auto scene = Scene::find(tx, settings_, event.repository_id, event.actor_id);
    const auto pull = issues::find_issue(tx, event.issue_id);
    if (!scene || !pull) return;
    scene->told().open_pulls_count -= news.opened;
    auto place = scene->place();
    if (news.review)
        place.access = access::access_to(tx, access::Viewer::of(scene->view().caller), place.repository.facts());
    const auto exact = news.event.empty() ? word_of_kind(news.kind) : news.event;
    PullRequestPayload told{.action = std::string(news.action),
                            .before = news.before,
                            .after = news.after,
                            .number = pull->number,
                            .changes = news.changes,
                            .pull_request = json_of(pulls::show_pull(scene->view(), place, *pull)),
                            .requested_reviewer = reviewer_of(*scene, news.reviewer_id),
                            .repository = news.review ? scene->repository(reading(*scene)) : scene->repository(),
                            .sender = scene->sender(),
                            // A merge is told by the pull request itself.
                            .commit_id = pull->merged() ? std::string() : news.commit_id,
                            .review = {}};
    if (news.review) told.review = {.type = std::string(exact), .content = *news.review};
    put(tx, hooks, {.event = exact, .repository_id = event.repository_id}, told);
}

void Teller::tell(db::Transaction& tx, const events::PullPushed& event) const
{
    tell_of_pull(
        tx, event,
        {.kind = EventKind::pull_request_sync, .action = "synchronized", .before = event.before, .after = event.after});
}

void Teller::tell(db::Transaction& tx, const events::PullRetargeted& event) const
{
    ChangesPayload changes;
    changes.ref = {event.old_base};
    tell_of_pull(tx, event, {.kind = EventKind::pull_request, .action = "edited", .changes = changes});
}

void Teller::tell(db::Transaction& tx, const events::ReviewRequested& event) const
{
    tell_of_pull(tx, event,
                 {.kind = EventKind::pull_request_review_request,
                  .action = event.removed ? "review_request_removed" : "review_requested",
                  .reviewer_id = event.reviewer_id});
}

void Teller::tell(db::Transaction& tx, const events::Reviewed& event) const
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
