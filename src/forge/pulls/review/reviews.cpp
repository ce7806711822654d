// Reviews of pull requests: writing, submitting, reading and deleting them.
#include "accounts/tokens/tokens.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "git/store/repositories.hpp"
#include "issues/timeline/comment.hpp"
#include "pulls/follow/following.hpp"
#include "pulls/review/review_show.hpp"
#include "pulls/review/reviewing.hpp"
#include "pulls/tables.hpp"

namespace cairn::pulls {

using namespace api;
using enum Method;
using git::ObjectId;

namespace {

// One request does not make more remarks than people write in a day.
constexpr std::size_t most_comments = 500;
constexpr std::size_t longest_path = 4096;

struct CreatePullReviewComment {
    std::string path;
    std::string body;
    std::int64_t old_position = 0;
    std::int64_t new_position = 0;
};
BOOST_DESCRIBE_STRUCT(CreatePullReviewComment, (), (path, body, old_position, new_position))
constexpr auto notes(const CreatePullReviewComment*)
{
    return std::array{
        Note{"", "A remark on a line"},
        Note{.member = "path", .doc = "the file", .max_length = longest_path},
        Note{"old_position", "the line in the file as it was; 0 if it is not on that"},
        Note{"new_position", "the line in the file as it shall be"},
    };
}

struct CreatePullReviewOptions {
    std::string event;
    std::string body;
    std::string commit_id;
    std::vector<CreatePullReviewComment> comments;
};
BOOST_DESCRIBE_STRUCT(CreatePullReviewOptions, (), (event, body, commit_id, comments))
constexpr auto notes(const CreatePullReviewOptions*)
{
    return std::array{
        Note{"event", "APPROVED, REQUEST_CHANGES or COMMENT; anything else makes a draft"},
        Note{"body", "what you think, in Markdown; an approval and remarks on lines may go without"},
        Note{"commit_id", "what you have looked at; by default the head"},
        Note{"comments", "remarks on lines"},
    };
}

struct SubmitPullReviewOptions {
    std::string event;
    std::string body;
};
BOOST_DESCRIBE_STRUCT(SubmitPullReviewOptions, (), (event, body))
constexpr auto notes(const SubmitPullReviewOptions*)
{
    return std::array{Note{"event", "APPROVED, REQUEST_CHANGES or COMMENT"},
                      Note{"body", "what you think, in Markdown"}};
}

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
Result<PullReview> write(Call& call, const PullContext& at, Opinion opinion,
                         const std::vector<StoredLineComment>& said_before)
{
    opinion.official =
        is_verdict(opinion.state) && is_official(call.db(), at.place.repository, at.pull, *call.caller.account);
    if (opinion.state != ReviewState::pending) {
        std::string all = opinion.body;
        for (const auto& remark : opinion.remarks) all += "\n\n" + remark.body;
        for (const auto& comment : said_before) all += "\n\n" + comment.body;
        opinion.meant = issues::find_meant(call, at, all);
    }
    const auto review = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredReview> {
        auto issue = issues::find_issue(tx, at.issue.id);
        if (!issue) return not_found("the pull request");
        return write_review({tx, call.site.events, call.caller.id, *issue}, opinion);
    }));
    return show_review(call, at, review);
}

Result<PullReview> create(Call& call, const PullContext& found, Body<CreatePullReviewOptions> body)
{
    const auto state = read_event(body->event);
    TRY(check_opinion(call, found, state, body->body, !body->comments.empty()));
    auto at = found;
    follow(call, at);
    const auto repository = TRY(call.site.open_repositories.open(at.place.repository.storage));
    const auto commit = TRY(find_commit(*repository, body->commit_id.empty() ? at.pull.head_sha : body->commit_id));
    Opinion opinion{.state = state,
                    .body = body->body,
                    .commit_id = commit.hex(),
                    .stale = commit.hex() != at.pull.head_sha,
                    .remarks = TRY(read_remarks(*repository, at, commit, body->comments))};
    const auto draft = find_draft(call.db(), at.issue.id, call.caller.id);
    return write(call, at, std::move(opinion),
                 draft ? line_comments_of(call.db(), draft->id) : std::vector<StoredLineComment>());
}

Result<PullReview> submit(Call& call, const ReviewContext& found, Body<SubmitPullReviewOptions> body)
{
    if (!found.is_author(call.caller)) return not_found("the draft");
    if (found.review.state != ReviewState::pending) return fail(Errc::unprocessable, "this is no draft any more");
    const auto state = read_event(body->event);
    if (state == ReviewState::pending) return fail(Errc::unprocessable, "this would leave it a draft");
    const auto comments = line_comments_of(call.db(), found.review.id);
    TRY(check_opinion(call, found, state, body->body, !comments.empty()));
    auto at = found;
    follow(call, at);
    return write(call, at, {.state = state, .body = body->body, .commit_id = at.pull.head_sha}, comments);
}

// Today's clients count the drafts of others, too, and do not get them.
Result<Unlinked<PullReview>> list(Call& call, const PullContext& at, Query<Paging> paging)
{
    auto found = call.db().page<StoredReview>(
        paging.value, "SELECT * FROM review WHERE issue_id = $1 ORDER BY created_at, id", at.issue.id);
    std::erase_if(found.items, [&](const StoredReview& review) {
        return review.state == ReviewState::pending && review.reviewer_id != call.caller.id && !call.caller.admin;
    });
    return Unlinked<PullReview>{.page = {.items = show_reviews(call, at, found.items), .total = found.total}};
}

Result<PullReview> get(Call& call, const ReviewContext& at) { return show_review(call, at, at.review); }

Result<> remove(Call& call, const ReviewContext& at)
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

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/pulls/{index}/reviews",      scope::repository, reads_pull,     handle<list>,   200, "repoListPullReviews",  "List the reviews of a pull request", {422}},
    {POST,   "/repos/{owner}/{repo}/pulls/{index}/reviews",      scope::repository, changes_pull,   handle<create>, 200, "repoCreatePullReview", "Review a pull request", {403, 422}},
    {GET,    "/repos/{owner}/{repo}/pulls/{index}/reviews/{id}", scope::repository, reads_review,   handle<get>,    200, "repoGetPullReview",    "Get a review of a pull request"},
    {POST,   "/repos/{owner}/{repo}/pulls/{index}/reviews/{id}", scope::repository, changes_review, handle<submit>, 200, "repoSubmitPullReview", "Submit a review that was a draft", {403, 422}},
    {DELETE, "/repos/{owner}/{repo}/pulls/{index}/reviews/{id}", scope::repository, changes_review, handle<remove>, 204, "repoDeletePullReview", "Delete a review of a pull request", {403}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table review_table{"repository", operations};

} // namespace cairn::pulls
