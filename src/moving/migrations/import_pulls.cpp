// Pull requests of another server, with what was said about them and about their lines. Their heads have come by git
// before (refs/pull/NUMBER/head); one whose head has not come is left out. What came there from a fork, which is not
// here, becomes one that was pushed without a branch.
#include "base/log.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "issues/issue.hpp"
#include "issues/timeline/imported_author.hpp"
#include "migrations/import_texts.hpp"
#include "pulls/merge/assessment.hpp"
#include "pulls/review/line_comment.hpp"

namespace cairn::migrations {

using git::ObjectId;
using pulls::ReviewState;

namespace {

constexpr std::size_t most_reviews = 1000; // of one pull request

struct FetchedReview {
    SourceReview review;
    ReviewState state;
    std::vector<SourceLineComment> comments{};
};

// What is somebody's draft there means nothing here, nor does a question to somebody who is nobody here.
std::optional<ReviewState> state_of(const Import& import, const SourceReview& review)
{
    for (const auto state : {ReviewState::approved, ReviewState::comment, ReviewState::request_changes})
        if (review.state == word_of(state)) return state;
    const bool is_asked =
        review.state == word_of(ReviewState::request_review) && review.user && import.authors.account_of(*review.user);
    return is_asked ? std::optional(ReviewState::request_review) : std::nullopt;
}

Result<std::vector<FetchedReview>> fetch_reviews(const Import& import, std::int64_t number)
{
    const auto path = "/pulls/" + std::to_string(number) + "/reviews";
    std::vector<FetchedReview> fetched;
    TRY(for_each_item<SourceReview>(import, "reviews", path + "?", [&](const SourceReview& review) -> Result<> {
        if (review.user) import.authors.learn(*review.user);
        const auto state = state_of(import, review);
        if (!state || fetched.size() == most_reviews) return {};
        auto& added = fetched.emplace_back(FetchedReview{.review = review, .state = *state});
        if (review.comments_count > 0)
            added.comments = TRY(import.source.read<std::vector<SourceLineComment>>(
                path + "/" + std::to_string(review.id) + "/comments"));
        for (const auto& comment : added.comments)
            if (comment.user) import.authors.learn(*comment.user);
        return {};
    }));
    return fetched;
}

std::optional<ObjectId> commit_called(const git::Repository& repository, std::string_view hex)
{
    const auto id = ObjectId::parse(hex);
    if (!id || !repository.contains(*id)) return {};
    const auto commit = repository.peel(*id, git::Kind::commit);
    return commit ? std::optional(*commit) : std::nullopt;
}

// Where it goes to: of an open one the branch as it is, of others where it was.
std::optional<ObjectId> base_of(const git::Repository& repository, const SourcePull& pull)
{
    const auto branch = git::find_branch(repository, pull.base.ref);
    if (pull.state != "closed" && branch) return *branch;
    for (const auto& known : {pull.merge_base, pull.base.sha})
        if (const auto found = commit_called(repository, known)) return found;
    return branch ? std::optional(*branch) : std::nullopt;
}

std::optional<pulls::Assessment> assess(const Import& import, const SourcePull& pull)
{
    const auto repository = import.site.get<git::Repositories>().open(import.repository.storage);
    if (!repository) return {};
    const auto reference = git::find_reference(**repository, pulls::head_reference(pull.number));
    const auto head = reference ? std::optional(reference->commit) : commit_called(**repository, pull.head.sha);
    const auto base = base_of(**repository, pull);
    if (!head || !base) return {};
    const auto found = pulls::assess(**repository, *base, *head);
    return found ? std::optional(*found) : std::nullopt;
}

void insert_pull(db::Transaction& tx, const Import& import, std::int64_t issue_id, const SourcePull& pull,
                 const pulls::Assessment& found)
{
    const bool from_here =
        pull.head.repo_id != 0 && pull.head.repo_id == pull.base.repo_id && !pull.head.ref.starts_with("refs/");
    const auto owner =
        pull.head.repo ? pull.head.repo->full_name.substr(0, pull.head.repo->full_name.find('/')) : std::string("pull");
    const auto topic = pull.head.ref.starts_with("refs/") ? std::to_string(pull.number) : pull.head.ref;
    tx.run("INSERT INTO pull_request (issue_id, repository_id, head_repository_id, head_branch, by_push, base_branch,"
           " head_sha, base_sha, merge_base, conflict, commit_count, changed_files, additions, deletions,"
           " allow_maintainer_edit, merge_commit)"
           " VALUES ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
           issue_id, import.repository.id, from_here ? pull.head.ref : owner + "/" + topic, !from_here, pull.base.ref,
           found.head.hex(), found.base.hex(), found.merge_base.hex(), found.conflict, found.commit_count,
           found.changed_files, found.additions, found.deletions, pull.allow_maintainer_edit,
           pull.merged ? pull.merge_commit_sha.value_or("") : std::string());
}

std::optional<std::int64_t> account_of(const Import& import, const std::optional<SourceUser>& user)
{
    return user ? import.authors.account_of(*user) : std::nullopt;
}

void remember(db::Transaction& tx, const Import& import, std::int64_t issue_id, std::int64_t comment_id,
              const std::optional<SourceUser>& user)
{
    if (user && !import.authors.account_of(*user))
        issues::remember_author(
            tx, {.issue_id = issue_id, .comment_id = comment_id, .name = user->login, .account_id = user->id});
}

void insert_line_comment(db::Transaction& tx, const Import& import, std::int64_t issue_id, std::int64_t review_id,
                         const SourceLineComment& comment, const pulls::Assessment& found)
{
    const bool on_new = comment.position > 0 || comment.original_position == 0;
    const auto head = comment.commit_id.empty() ? found.head.hex() : comment.commit_id;
    const auto said = comment.created_at.value_or(Time::now());
    const auto id = tx.scalar<std::int64_t>(
        "INSERT INTO comment (issue_id, repository_id, kind, poster_id, body, review_id, created_at, updated_at)"
        " VALUES ($1, $2, 'code', $7, $3, $4, $5, $6) RETURNING id",
        issue_id, import.repository.id, comment.body, review_id, said, comment.updated_at.value_or(said),
        account_of(import, comment.user));
    tx.run("INSERT INTO line_comment (comment_id, path, side, line, commit_id, head_id, diff_hunk)"
           " VALUES ($1, $2, $3, $4, $5, $6, $7)",
           id, comment.path, on_new ? pulls::Side::new_file : pulls::Side::old_file,
           on_new ? comment.position : comment.original_position, on_new ? head : found.merge_base.hex(), head,
           comment.diff_hunk);
    remember(tx, import, issue_id, id, comment.user);
}

// Nobody has said it here, so it counts for no protected branch, whoever it was: it is never official.
void insert_review(db::Transaction& tx, const Import& import, std::int64_t issue_id, const FetchedReview& fetched,
                   const pulls::Assessment& found)
{
    const auto& review = fetched.review;
    const auto said = review.submitted_at.value_or(Time::now());
    const auto reviewer = account_of(import, review.user);
    const auto id = tx.scalar<std::int64_t>(
        "INSERT INTO review (issue_id, state, body, commit_id, stale, dismissed, created_at, updated_at, reviewer_id)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8) RETURNING id",
        issue_id, fetched.state, review.body, review.commit_id, review.stale, review.dismissed, said, reviewer);
    if (fetched.state == ReviewState::request_review) return; // nothing that was said
    const auto place = tx.scalar<std::int64_t>(
        "INSERT INTO comment (issue_id, repository_id, kind, poster_id, body, review_id, created_at, updated_at)"
        " VALUES ($1, $2, 'review', $6, $3, $4, $5, $5) RETURNING id",
        issue_id, import.repository.id, review.body, id, said, reviewer);
    remember(tx, import, issue_id, place, review.user);
    tx.run("UPDATE pull_request SET review_comment_count = review_comment_count + 1 WHERE issue_id = $1", issue_id);
    for (const auto& comment : fetched.comments) insert_line_comment(tx, import, issue_id, id, comment, found);
}

Result<> take(const Import& import, const SourcePull& pull)
{
    if (pull.number < 1 || issues::find_issue(import.site.db, import.repository.id, pull.number)) return {};
    const auto found = assess(import, pull);
    if (!found) {
        log::info("a pull request was not copied from elsewhere: its commits have not come",
                  {{"repository", import.repository.id}, {"number", pull.number}});
        return {};
    }
    const auto texts = TRY(fetch_texts(import, pull));
    const auto reviews = TRY(fetch_reviews(import, pull.number));
    const AsPull kind{.draft = pull.draft,
                      .merged_at =
                          pull.merged ? pull.merged_at.value_or(pull.closed_at.value_or(Time::now())) : Time{}};
    import.site.db.write([&](db::Transaction& tx) {
        const auto id = insert_texts(tx, import, pull, texts, kind);
        if (!id) return;
        insert_pull(tx, import, *id, pull, *found);
        for (const auto& review : reviews) insert_review(tx, import, *id, review, *found);
    });
    return {};
}

} // namespace

Result<> import_pulls(const Import& import)
{
    return for_each_item<SourcePull>(import, "pull requests", "/pulls?state=all&sort=oldest",
                                     [&](const SourcePull& pull) { return take(import, pull); });
}

} // namespace cairn::migrations
