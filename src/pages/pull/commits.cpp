// The commits of a pull request, and one of them alone.
#include "contents/revision.hpp"
#include "db/database.hpp"
#include "git/objects/merge.hpp"
#include "git/store/repositories.hpp"
#include "pages/code/shown_commit.hpp"
#include "pages/diff/diff_view.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/pull/tables.hpp"
#include "pages/pull_place/pull_place.hpp"
#include "pulls/range.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using git::ObjectId;
using pulls::PullContext;

namespace {

struct PullCommitsView {
    PageHead head{};
    RepositoryPlace place;
    PullPlace pull;
    std::vector<CommitDay> days{};
    Pager pager{};
    bool gone = false; // git cannot tell
};
BOOST_DESCRIBE_STRUCT(PullCommitsView, (), (head, place, pull, days, pager, gone))

PageHead head_of(const PullContext& at) { return {.values = {{"index", std::to_string(at.issue.number)}}}; }

// By the addresses of their pages here.
void place_here(std::vector<ShownCommit>& rows, const PullContext& at)
{
    for (auto& row : rows) row.address = pull_address(at) + "/commits/" + row.commit.sha;
}

Result<PullCommitsView> show_list(Call& call, const PullContext& found, Query<Paging> query)
{
    const auto at = current_pull(call, found);
    PullCommitsView view{.head = head_of(at),
                         .place = repository_place(call, at.place, RepositoryTab::pulls),
                         .pull = pull_place(call, at, PullTab::commits)};
    const auto range = pulls::open_range(call, at);
    if (!range) {
        view.gone = true;
        return view;
    }
    const auto commits = TRY(pulls::list_commits(*range, query.value));
    auto rows = TRY(show_commit_rows(call, at.place, *range->repository, commits.items));
    place_here(rows, at);
    view.days = by_day(call, std::move(rows));
    view.pager = pager(call, query.value, commits.total);
    return view;
}

struct PullCommitPath {
    std::string sha;
};
BOOST_DESCRIBE_STRUCT(PullCommitPath, (), (sha))
constexpr auto notes(const PullCommitPath*) { return std::array{Note{"sha", "one of its commits, by its whole id"}}; }

struct PullCommitView {
    PageHead head{.fluid = true};
    RepositoryPlace place;
    PullPlace pull;
    ShownCommit row;
    bool outdated = false; // it was part of it once
    DiffView diff{};
};
BOOST_DESCRIBE_STRUCT(PullCommitView, (), (head, place, pull, row, outdated, diff))

Result<DiffSource> difference(const PullContext& at, contents::SharedRepository repository, const ObjectId& id)
{
    const auto commit = TRY(git::read_commit(*repository, id));
    const auto address = repository_address(at.place);
    DiffSource source{.repository = repository,
                      .after = commit.tree,
                      .commit_after = id.hex(),
                      .place_before = address,
                      .place_after = address};
    if (!commit.parents.empty()) {
        source.before = TRY(git::read_commit(*repository, commit.parents.front())).tree;
        source.commit_before = commit.parents.front().hex();
    }
    return source;
}

Result<PullCommitView> show_one(Call& call, const PullContext& found, Path<PullCommitPath> path, Query<DiffQuery> query)
{
    const auto at = current_pull(call, found);
    const auto id = ObjectId::parse(path->sha);
    if (!id) return not_found("the commit");
    const auto repository = contents::share(TRY(call.site.get<git::Repositories>().open(at.place.repository.storage)));
    const auto kind = repository->kind_of(*id);
    if (!kind || *kind != git::Kind::commit) return not_found("the commit");
    auto rows = TRY(show_commit_rows(call, at.place, *repository, {&*id, 1}));
    PullCommitView view{.place = repository_place(call, at.place, RepositoryTab::pulls),
                        .pull = pull_place(call, at, PullTab::commits),
                        .row = std::move(rows.front())};
    view.head.values = {{"index", std::to_string(at.issue.number)}, {"sha", id->hex()}, {"ref", id->hex()}};
    if (const auto head = ObjectId::parse(at.pull.head_sha))
        if (const auto inside = git::descends_from(*repository, *head, *id)) view.outdated = !*inside;
    view.diff = TRY(show_diff(call, TRY(difference(at, repository, *id)), query.value));
    view.diff.text_address = view.row.address;
    view.head.short_streams = view.diff.counted;
    return view;
}

constexpr auto& list_page = shows<show_list, "pull/commits", "repoGetPullRequestCommits repoGetPullRequest">;
constexpr auto& one_page = shows<show_one, "pull/commit", "repoGetSingleCommit repoGetCombinedStatusByRef">;

// clang-format off
constexpr Operation commits_operations[] = {
    {GET, "/{owner}/{repo}/pulls/{index}/commits",       scope::none, reads_pull_page, list_page, 200, "sitePullCommits", "Show the commits of a pull request"},
    {GET, "/{owner}/{repo}/pulls/{index}/commits/{sha}", scope::none, reads_pull_page, one_page,  200, "sitePullCommit",  "Show a commit of a pull request"},
};
// clang-format on
static_assert(well_formed(commits_operations));

} // namespace

const Table pull_commits_table{"site", commits_operations, Door::site, refuse_page};

} // namespace cairn::pages
