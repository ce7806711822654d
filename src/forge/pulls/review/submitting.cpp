#include "pulls/review/submitting.hpp"

#include "accounts/tokens/tokens.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "git/store/repositories.hpp"
#include "issues/timeline/comment.hpp"
#include "pulls/follow/following.hpp"
#include "pulls/review/reviewing.hpp"

namespace cairn::pulls {

using api::Call;
using git::ObjectId;
using issues::Change;

namespace {

// One request does not make more remarks than people write in a day.
constexpr std::size_t most_comments = 500;

ReviewState read_event(std::string_view event)
{
    for (const auto state : {ReviewState::approved, ReviewState::request_changes, ReviewState::comment})
        if (event == word_of(state)) return state;
    return ReviewState::pending;
}

// Whether the caller can say this about the pull request.
Result<void> check_opinion(const Call& call, const PullContext& at, ReviewState state, std::string_view body,
                           bool has_comments)
{
    if (is_verdict(state) && at.is_poster(call.caller))
        return fail(Errc::unprocessable, "nobody approves or rejects their own pull request");
    if (is_verdict(state) && accounts::is_of_task(call.db(), call.caller.token_id))
        return fail(Errc::forbidden, "a task has no verdict to give in a person's name");
    const bool says_something =
        !text::trim(body).empty() || state == ReviewState::approved || (state == ReviewState::comment && has_comments);
    if (!says_something) return fail(Errc::unprocessable, "a review of this kind needs a text");
    return issues::check_may_talk(call, at);
}

Result<ObjectId> find_commit(const git::Repository& repository, const std::string& id)
{
    const auto found = repository.find_id(id);
    const auto commit = found ? repository.peel(*found, git::Kind::commit) : found;
    if (!commit) return fail(Errc::unprocessable, "there is no commit " + id);
    return *commit;
}

Result<std::vector<Remark>> read_remarks(const git::Repository& repository, const PullContext& at,
                                         const ObjectId& commit, const std::vector<CreatePullReviewComment>& comments)
{
    if (comments.size() > most_comments) return fail(Errc::unprocessable, "these are too many remarks at once");
    std::vector<WantedLine> lines;
    for (const auto& comment : comments) {
        if (comment.path.empty()) return fail(Errc::unprocessable, "a remark needs the path of a file");
        if (comment.old_position < 0 || comment.new_position < 0)
            return fail(Errc::unprocessable, "lines are counted from 1");
        const bool is_old = comment.old_position > 0;
        lines.push_back({.path = comment.path,
                         .side = is_old ? Side::old_file : Side::new_file,
                         .line = is_old ? comment.old_position : comment.new_position});
    }
    auto places = TRY(place_lines(repository, at.pull, commit, lines));
    std::vector<Remark> remarks;
    for (std::size_t i = 0; i < places.size(); ++i)
        remarks.push_back({.place = std::move(places[i]), .body = comments[i].body});
    return remarks;
}

// Submits what somebody thinks, with what their draft says already.
Result<StoredReview> write(const Call& call, const PullContext& at, Opinion opinion,
                           const std::vector<StoredLineComment>& said_before)
{
    opinion.official = is_verdict(opinion.state)
        && is_official(call.db(), at.place.repository, at.pull, accounts::account_of(call.caller));
    if (opinion.state != ReviewState::pending) {
        std::string all = opinion.body;
        for (const auto& remark : opinion.remarks) all += "\n\n" + remark.body;
        for (const auto& comment : said_before) all += "\n\n" + comment.body;
        opinion.meant = issues::find_meant(call, at, all);
    }
    auto review = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredReview> {
        auto issue = issues::find_issue(tx, at.issue.id);
        if (!issue) return not_found("the pull request");
        return write_review({tx, call.site.events, call.caller.id, *issue}, opinion);
    }));
    return review;
}

Result<StoredReview> change(const Call& call, const ReviewContext& at,
                            const std::function<void(const Change&, StoredReview&)>& act)
{
    if (!at.place.access.administers())
        return fail(Errc::forbidden, "only who administers the repository says which reviews count");
    auto changed = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredReview> {
        auto issue = issues::find_issue(tx, at.issue.id);
        auto review = find_review(tx, at.review.id);
        if (!issue || !review) return not_found("the review");
        if (!is_verdict(review->state)) return fail(Errc::forbidden, "this is no approval and no rejection");
        if (issue->closed) return fail(Errc::forbidden, "the pull request is closed");
        act({tx, call.site.events, call.caller.id, *issue}, *review);
        return *review;
    }));
    return changed;
}

} // namespace

Result<StoredReview> create_review(const Call& call, const PullContext& found, const CreatePullReviewOptions& option)
{
    const auto state = read_event(option.event);
    TRY(check_opinion(call, found, state, option.body, !option.comments.empty()));
    auto at = found;
    follow(call, at);
    const auto repository = TRY(call.site.get<git::Repositories>().open(at.place.repository.storage));
    const auto commit = TRY(find_commit(*repository, option.commit_id.empty() ? at.pull.head_sha : option.commit_id));
    Opinion opinion{.state = state,
                    .body = option.body,
                    .commit_id = commit.hex(),
                    .stale = commit.hex() != at.pull.head_sha,
                    .remarks = TRY(read_remarks(*repository, at, commit, option.comments))};
    const auto draft = find_draft(call.db(), at.issue.id, call.caller.id);
    return write(call, at, std::move(opinion),
                 draft ? line_comments_of(call.db(), draft->id) : std::vector<StoredLineComment>());
}

Result<StoredReview> submit_review(const Call& call, const ReviewContext& found, const SubmitPullReviewOptions& option)
{
    if (!found.is_author(call.caller)) return not_found("the draft");
    if (found.review.state != ReviewState::pending) return fail(Errc::unprocessable, "this is no draft any more");
    const auto state = read_event(option.event);
    if (state == ReviewState::pending) return fail(Errc::unprocessable, "this would leave it a draft");
    const auto comments = line_comments_of(call.db(), found.review.id);
    TRY(check_opinion(call, found, state, option.body, !comments.empty()));
    auto at = found;
    follow(call, at);
    return write(call, at, {.state = state, .body = option.body, .commit_id = at.pull.head_sha}, comments);
}

Result<StoredReview> say_opinion(const Call& call, const PullContext& found, const SaidOpinion& option)
{
    const auto state = read_event(option.event);
    if (state == ReviewState::pending) return fail(Errc::unprocessable, "[event]: this would leave it a draft");
    const auto draft = find_draft(call.db(), found.issue.id, call.caller.id);
    const auto comments = draft ? line_comments_of(call.db(), draft->id) : std::vector<StoredLineComment>();
    TRY(check_opinion(call, found, state, option.body, !comments.empty()));
    auto at = found;
    follow(call, at);
    Opinion opinion{.state = state, .body = option.body, .commit_id = at.pull.head_sha};
    if (!option.commit_id.empty() && option.commit_id != at.pull.head_sha) {
        const auto repository = TRY(call.site.get<git::Repositories>().open(at.place.repository.storage));
        // What was looked at may be gone since: then nobody can say what it was, and it is stale in any case.
        if (const auto commit = find_commit(*repository, option.commit_id)) opinion.commit_id = commit->hex();
        opinion.stale = true;
    }
    return write(call, at, std::move(opinion), comments);
}

Page<StoredReview> list_reviews(const Call& call, const PullContext& at, const Paging& paging)
{
    auto found = call.db().page<StoredReview>(
        paging, "SELECT * FROM review WHERE issue_id = $1 ORDER BY created_at, id", at.issue.id);
    std::erase_if(found.items, [&](const StoredReview& review) {
        return review.state == ReviewState::pending && review.reviewer_id != call.caller.id && !call.caller.admin;
    });
    return found;
}

Result<> delete_review(const Call& call, const ReviewContext& at)
{
    if (!at.is_author(call.caller) && !call.caller.admin)
        return fail(Errc::forbidden, "this is somebody else's review");
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        auto issue = issues::find_issue(tx, at.issue.id);
        const auto review = find_review(tx, at.review.id);
        if (!issue || !review) return not_found("the review");
        delete_review({tx, call.site.events, call.caller.id, *issue}, *review);
        return {};
    });
}

Result<StoredReview> dismiss_review(const Call& call, const ReviewContext& at, const DismissPullReviewOptions& option)
{
    return change(call, at, [&](const Change& change, StoredReview& review) {
        dismiss_review(change, review, option.message, option.priors);
    });
}

Result<StoredReview> undismiss_review(const Call& call, const ReviewContext& at)
{
    return change(call, at, &restore_review);
}

} // namespace cairn::pulls
