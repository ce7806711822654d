// Pull requests: opening and changing them, and reading them by number, by the branches that they are between, by the
// commit that they were merged as.
#include "contents/either.hpp"
#include "issues/pin.hpp"
#include "pulls/editing.hpp"
#include "pulls/proposing.hpp"
#include "pulls/pull_list.hpp"
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
    if (form == TextForm::none)
        return OrText<PullRequest>{show_pull(call, at.place, TRY(find_current(call, at.issue.id)))};
    return OrText<PullRequest>::text(TRY(text_of(call, at, form, query->binary)));
}

Result<PullRequest> get_by_branches(Call& call, const RepositoryContext& place, Path<BranchesPath> path)
{
    return show_pull(call, place, TRY(find_pull_of_branches(call, place, path->base, path->head)));
}

Result<PullRequest> get_by_commit(Call& call, const RepositoryContext& place, Path<CommitPath> path)
{
    return show_pull(call, place, TRY(find_pull_of_commit(call, place, path->sha)));
}

Result<Page<PullRequest>> list(Call& call, const RepositoryContext& place, Query<ListPulls> query)
{
    const auto found = TRY(list_pulls(call, place, query.value));
    return Page<PullRequest>{.items = show_pulls(call, place, found.items, Detail::listed), .total = found.total};
}

Result<std::vector<PullRequest>> list_pinned(Call& call, const RepositoryContext& place)
{
    return show_pulls(call, place, issues::list_pinned(call, place, true), Detail::whole);
}

Result<PullRequest> create(Call& call, const RepositoryContext& place, Body<CreatePullRequestOption> body)
{
    return show_pull(call, place, TRY(open_pull(call, place, body.value)));
}

Result<PullRequest> edit(Call& call, const PullContext& at, Body<EditPullRequestOption> body)
{
    TRY(edit_pull(call, at, body.value));
    return show_pull_anew(call, at.place, at.issue.id);
}

// clang-format off
constexpr Operation pull_operations[] = {
    {GET,   "/repos/{owner}/{repo}/pulls",                scope::repository, reads_pulls,          handle<list>,            200, "repoListPullRequests",         "List the pull requests of a repository", {400, 422}},
    {POST,  "/repos/{owner}/{repo}/pulls",                scope::repository, opens_pull,           handle<create>,          201, "repoCreatePullRequest",        "Open a pull request", {400, 409, 422}},
    {GET,   "/repos/{owner}/{repo}/pulls/pinned",         scope::repository, reads_pulls,          handle<list_pinned>,     200, "repoListPinnedPullRequests",   "List the pinned pull requests of a repository"},
    {GET,   "/repos/{owner}/{repo}/pulls/{index}",        scope::repository, reads_pull_or_text,   handle<get>,             200, "repoGetPullRequest",           "Get a pull request"},
    {PATCH, "/repos/{owner}/{repo}/pulls/{index}",        scope::repository, reads_pull_signed_in, handle<edit>,            201, "repoEditPullRequest",          "Change a pull request", {400, 403, 409, 412, 422}},
    {GET,   "/repos/{owner}/{repo}/pulls/{base}/{head*}", scope::repository, reads_pulls,          handle<get_by_branches>, 200, "repoGetPullRequestByBaseHead", "Get the pull request of two branches"},
    {GET,   "/repos/{owner}/{repo}/commits/{sha}/pull",   scope::repository, reads_pulls,          handle<get_by_commit>,   200, "repoGetCommitPullRequest",     "Get the pull request that was merged as a commit"},
};
// clang-format on
static_assert(well_formed(pull_operations));

} // namespace

const Table pull_table{"repository", pull_operations};

} // namespace cairn::pulls
