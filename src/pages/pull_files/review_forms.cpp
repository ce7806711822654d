// What reviewers do beside their remarks: submit a review or throw it away, mark files as viewed, apply suggestions;
// and what is done to reviews: they count no longer, or are asked for again.
#include "accounts/account.hpp"
#include "db/database.hpp"
#include "pages/issue/comment_texts.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/pull_files/review_form.hpp"
#include "pages/pull_files/tables.hpp"
#include "pages/pull_files/way_back.hpp"
#include "pulls/review/line_comment.hpp"
#include "pulls/review/review_requests.hpp"
#include "pulls/review/suggestions.hpp"
#include "pulls/review/viewed.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using pulls::DismissPullReviewOptions;
using pulls::PullContext;
using pulls::ReviewContext;
using pulls::SaidOpinion;
using words::Phrase;

namespace {

const Notice review_submitted{"review-submitted", Phrase("Your review is submitted.")};
const Notice drafts_discarded{"drafts-discarded", Phrase("Your drafts are deleted.")};
const Notice suggestions_applied{"suggestions-applied", Phrase("The suggestions are committed.")};
const Notice review_dismissed{"review-dismissed", Phrase("The review counts no longer.")};
const Notice review_restored{"review-restored", Phrase("The review counts again.")};
const Notice review_asked{"review-asked", Phrase("The review is asked for again.")};

struct ReviewView {
    PageHead head{};
    RepositoryPlace place;
    PullPlace pull;
    ReviewForm review;
};
BOOST_DESCRIBE_STRUCT(ReviewView, (), (head, place, pull, review))

std::int64_t own_drafts(const Call& call, const PullContext& at)
{
    return pulls::count_drafts(call.db(), at.issue.id, call.caller.id);
}

Result<ReviewView> show_review(Call& call, const PullContext& found, Form<SaidOpinion> form)
{
    const auto at = current_pull(call, found);
    return ReviewView{.head = {.values = {{"index", std::to_string(at.issue.number)}}},
                      .place = repository_place(call, at.place, RepositoryTab::pulls),
                      .pull = pull_place(call, at, PullTab::files),
                      .review = review_form(call, at, own_drafts(call, at), std::move(form))};
}

Result<Done> submit(Call& call, const PullContext& at, Body<SaidOpinion> form)
{
    auto opinion = form.value;
    opinion.body = with_plain_line_ends(opinion.body);
    const auto review = TRY(pages::at("body", pulls::say_opinion(call, at, opinion)));
    return done(pull_address(at) + "#pullrequestreview-" + std::to_string(review.id), review_submitted);
}

struct DiscardView {
    PageHead head{};
    RepositoryPlace place;
    PullPlace pull;
    std::string action;
    std::string back;
    std::int64_t drafts = 0;
};
BOOST_DESCRIBE_STRUCT(DiscardView, (), (head, place, pull, action, back, drafts))

Result<DiscardView> show_discard(Call& call, const PullContext& at)
{
    return DiscardView{.head = {.values = {{"index", std::to_string(at.issue.number)}}},
                       .place = repository_place(call, at.place, RepositoryTab::pulls),
                       .pull = pull_place(call, at, PullTab::files),
                       .action = pull_address(at) + "/review/discard",
                       .back = files_address(at),
                       .drafts = own_drafts(call, at)};
}

Result<Done> discard(Call& call, const PullContext& at)
{
    if (auto draft = pulls::find_draft(call.db(), at.issue.id, call.caller.id))
        TRY(pulls::delete_review(call, ReviewContext{at, std::move(*draft)}));
    return done(files_address(at), drafts_discarded);
}

struct ViewedForm : pulls::ViewedFile {
    std::string back;
    std::string file; // the id of its section
};
BOOST_DESCRIBE_STRUCT(ViewedForm, (pulls::ViewedFile), (back, file))

Result<Done> view_file(Call& call, const PullContext& at, Body<ViewedForm> form)
{
    TRY(pulls::mark_viewed(call, at, form.value));
    const bool is_section = form->file.starts_with("diff-") && git::ObjectId::parse(form->file.substr(5)).has_value();
    return done(way_back(at, form->back) + (is_section ? "#" + form->file : std::string()));
}

struct ApplyForm : pulls::ApplySuggestions {
    std::string back;
};
BOOST_DESCRIBE_STRUCT(ApplyForm, (pulls::ApplySuggestions), (back))

Result<Done> apply(Call& call, const PullContext& at, Body<ApplyForm> form)
{
    TRY(pulls::apply_suggestions(call, at, form.value));
    return done(way_back(at, form->back), suggestions_applied);
}

struct DismissView {
    PageHead head{};
    RepositoryPlace place;
    PullPlace pull;
    std::string action;
    std::string back;
    std::string reviewer;
    Form<DismissPullReviewOptions> form;
};
BOOST_DESCRIBE_STRUCT(DismissView, (), (head, place, pull, action, back, reviewer, form))

Result<DismissView> show_dismiss(Call& call, const ReviewContext& at, Form<DismissPullReviewOptions> form)
{
    if (!at.place.access.administers())
        return fail(Errc::forbidden, "only who administers the repository says which reviews count");
    const auto id = std::to_string(at.review.id);
    const auto reviewer = accounts::find_account(call.db(), at.review.reviewer_id);
    return DismissView{.head = {.values = {{"index", std::to_string(at.issue.number)}, {"id", id}}},
                       .place = repository_place(call, at.place, RepositoryTab::pulls),
                       .pull = pull_place(call, at, PullTab::none),
                       .action = pull_address(at) + "/reviews/" + id + "/dismiss",
                       .back = pull_address(at),
                       .reviewer = reviewer ? reviewer->name : "Ghost",
                       .form = std::move(form)};
}

Result<Done> dismiss(Call& call, const ReviewContext& at, Body<DismissPullReviewOptions> form)
{
    TRY(pages::at("message", pulls::dismiss_review(call, at, form.value)));
    return done(pull_address(at), review_dismissed);
}

Result<Done> undismiss(Call& call, const ReviewContext& at)
{
    TRY(pulls::undismiss_review(call, at));
    return done(pull_address(at), review_restored);
}

Result<Done> rerequest(Call& call, const ReviewContext& at)
{
    const auto reviewer = accounts::find_account(call.db(), at.review.reviewer_id);
    if (!reviewer) return not_found("the reviewer");
    TRY(pulls::request_reviewers(call, at, {.reviewers = {reviewer->name}, .team_reviewers = {}}));
    return done(pull_address(at), review_asked);
}

constexpr auto& review_page = shows<show_review, "pull_files/review", "repoListPullReviews repoCreatePullReview">;
constexpr auto& discard_page = shows<show_discard, "pull_files/discard", "repoListPullReviews">;
constexpr auto& dismiss_page = shows<show_dismiss, "pull_files/dismiss", "repoGetPullReview repoDismissPullReview">;

using pulls::changes_pull;
using pulls::changes_review;
using pulls::reads_pull_signed_in;

// clang-format off
constexpr Operation review_operations[] = {
    {GET,  "/{owner}/{repo}/pulls/{index}/review",                 scope::none, changes_pull,         review_page,                 200, "siteReview",           "Show the form that a review is submitted with"},
    {POST, "/{owner}/{repo}/pulls/{index}/review",                 scope::none, changes_pull,         does<submit, review_page>,   303, "siteReviewSubmitted",  "Submit a review"},
    {GET,  "/{owner}/{repo}/pulls/{index}/review/discard",         scope::none, changes_pull,         discard_page,                200, "siteDiscardDrafts",    "Ask whether to delete all drafts"},
    {POST, "/{owner}/{repo}/pulls/{index}/review/discard",         scope::none, changes_pull,         does<discard>,               303, "siteDraftsDiscarded",  "Delete all drafts"},
    {POST, "/{owner}/{repo}/pulls/{index}/review/viewed",          scope::none, reads_pull_signed_in, does<view_file>,             303, "siteFileViewed",       "Mark a file as viewed, or no longer"},
    {POST, "/{owner}/{repo}/pulls/{index}/review/apply",           scope::none, changes_pull,         does<apply>,                 303, "siteSuggestions",      "Commit suggestions to the branch of a pull request"},
    {GET,  "/{owner}/{repo}/pulls/{index}/reviews/{id}/dismiss",   scope::none, changes_review,       dismiss_page,                200, "siteDismissReview",    "Ask why a review shall count no longer"},
    {POST, "/{owner}/{repo}/pulls/{index}/reviews/{id}/dismiss",   scope::none, changes_review,       does<dismiss, dismiss_page>, 303, "siteReviewDismissed",  "Let a review count no longer"},
    {POST, "/{owner}/{repo}/pulls/{index}/reviews/{id}/undismiss", scope::none, changes_review,       does<undismiss>,             303, "siteReviewRestored",   "Let a review count again"},
    {POST, "/{owner}/{repo}/pulls/{index}/reviews/{id}/rerequest", scope::none, changes_review,       does<rerequest>,             303, "siteReviewAskedAgain", "Ask somebody for a review again"},
};
// clang-format on
static_assert(well_formed(review_operations));

} // namespace

const Table review_forms_table{"site", review_operations, Door::site, refuse_page};

} // namespace cairn::pages
