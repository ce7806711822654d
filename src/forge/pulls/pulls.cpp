// Reading pull requests: by number, by the branches that they are between, by the commit that they were merged as.
#include "contents/either.hpp"
#include "contents/head_context.hpp"
#include "db/database.hpp"
#include "pulls/follow/following.hpp"
#include "pulls/show.hpp"
#include "pulls/tables.hpp"
#include "pulls/texts.hpp"

namespace cairn::pulls {

using namespace api;
using enum Method;
using contents::OrText;

namespace {

struct BranchesPath {
    std::string base;
    std::string head;
};
BOOST_DESCRIBE_STRUCT(BranchesPath, (), (base, head))
constexpr auto notes(const BranchesPath*)
{
    return std::array{Note{"base", "the branch that it goes to"},
                      Note{"head", "the branch that it comes from; owner:branch or owner/repo:branch in a fork"}};
}

struct CommitPath {
    std::string sha;
};
BOOST_DESCRIBE_STRUCT(CommitPath, (), (sha))
constexpr auto notes(const CommitPath*) { return std::array{Note{"sha", "the id of a commit"}}; }

Result<PullRequest> show_now(const Call& call, const RepositoryContext& place, std::int64_t issue_id)
{
    auto known = find_known(call.db(), issue_id);
    if (!known) return not_found("the pull request");
    static_cast<void>(follow(call.site, *known)); // where git cannot tell, it is shown as it was
    return show_pull(call, place, known->issue);
}

struct TextQuery {
    bool binary = false;
};
BOOST_DESCRIBE_STRUCT(TextQuery, (), (binary))
constexpr auto notes(const TextQuery*)
{
    return std::array{Note{"binary", "of a .diff: with the contents of binary files"}};
}

Result<OrText<PullRequest>> get(Call& call, const PullContext& at, Query<TextQuery> query)
{
    const auto form = TRY(text_form_of(call));
    if (form == TextForm::none) return OrText<PullRequest>{TRY(show_now(call, at.place, at.issue.id))};
    return OrText<PullRequest>::text(TRY(text_of(call, at, form, query->binary)));
}

Result<PullRequest> get_by_branches(Call& call, const RepositoryContext& place, Path<BranchesPath> path)
{
    auto head = path->head;
    auto head_place = contents::find_head_context(call, place, head);
    if (!head_place) return not_found("the pull request");
    const auto found = call.db().first<std::int64_t>("SELECT issue_id FROM pull_request WHERE head_repository_id = $1"
                                                     " AND head_branch = $2 AND repository_id = $3 AND base_branch = $4"
                                                     " ORDER BY issue_id DESC LIMIT 1",
                                                     head_place->repository.id, head, place.repository.id, path->base);
    if (!found) return not_found("the pull request");
    return show_now(call, place, *found);
}

Result<PullRequest> get_by_commit(Call& call, const RepositoryContext& place, Path<CommitPath> path)
{
    const auto found = call.db().first<std::int64_t>(
        "SELECT issue_id FROM pull_request WHERE repository_id = $1 AND merge_commit = $2 AND merge_commit <> ''"
        " ORDER BY issue_id DESC LIMIT 1",
        place.repository.id, path->sha);
    if (!found) return not_found("a pull request that was merged as this commit");
    return show_now(call, place, *found);
}

Result<std::vector<PullRequest>> list_pinned(Call& call, const RepositoryContext& place)
{
    const auto pinned = call.db().all<StoredIssue>(
        "SELECT * FROM issue WHERE repository_id = $1 AND is_pull AND pin_order > 0 ORDER BY pin_order",
        place.repository.id);
    return show_pulls(call, place, pinned, Detail::whole);
}

// clang-format off
constexpr Operation operations[] = {
    {GET, "/repos/{owner}/{repo}/pulls/pinned",         scope::repository, reads_pulls, handle<list_pinned>,     200, "repoListPinnedPullRequests",   "List the pinned pull requests of a repository"},
    {GET, "/repos/{owner}/{repo}/pulls/{index}",        scope::repository, reads_pull_or_text, handle<get>,             200, "repoGetPullRequest",           "Get a pull request"},
    {GET, "/repos/{owner}/{repo}/pulls/{base}/{head*}", scope::repository, reads_pulls, handle<get_by_branches>, 200, "repoGetPullRequestByBaseHead", "Get the pull request of two branches"},
    {GET, "/repos/{owner}/{repo}/commits/{sha}/pull",   scope::repository, reads_pulls, handle<get_by_commit>,   200, "repoGetCommitPullRequest",     "Get the pull request that was merged as a commit"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table pull_table{"repository", operations};

} // namespace cairn::pulls
