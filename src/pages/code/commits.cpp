// The history of a branch, a tag or a commit, and of a file in it, through its renames.
#include "contents/commit_search.hpp"
#include "contents/file_history.hpp"
#include "contents/history.hpp"
#include "pages/code/code_place.hpp"
#include "pages/code/shown_commit.hpp"
#include "pages/code/tables.hpp"
#include "pages/diff/diff_query.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using contents::RefKind;
using enum Method;
using git::ObjectId;
using repositories::RepositoryContext;

namespace {

struct HistoryQuery : Paging {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(HistoryQuery, (Paging), (q))
constexpr auto notes(const HistoryQuery*)
{
    return std::array{Note{"q", "words of the message, author:, path:, since: and until:"}};
}

struct HistoryView {
    PageHead head{};
    RepositoryPlace place;
    CodePlace code{};
    std::vector<Crumb> above{}; // the folders above what is shown, by their histories
    std::string everything{};   // the address of all of the history
    std::string q{};
    std::vector<CommitDay> days{};
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::int64_t total = 0; // 0: nobody has counted
    std::string newer{};    // addresses
    std::string older{};
    bool cut = false;   // there may be more, but the history is too long to be searched at once
    bool empty = false; // nothing was pushed yet
};
BOOST_DESCRIBE_STRUCT(HistoryView, (),
                      (head, place, code, above, everything, q, days, first, last, total, newer, older, cut, empty))

struct Found {
    std::vector<ObjectId> commits{};
    std::vector<std::string> paths{}; // of each, where a file is followed
    bool more = false;
    bool cut = false;
    std::int64_t total = 0;
};

Result<Found> find(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                   const contents::RevisionAndPath& at, const HistoryQuery& query)
{
    Found found;
    auto search = contents::CommitSearch::parse(query.q);
    if (search.path.empty() && !search.empty()) search.path = at.path;
    const auto take = [&](git::WalkPage page) {
        found.commits = std::move(page.commits);
        found.more = page.more;
        found.cut = page.cut;
    };
    if (!search.empty()) {
        take(TRY(contents::search_commits(repository, at.revision.commit, search, query)));
    } else if (!at.path.empty()) {
        auto history =
            TRY(contents::file_history(call.site, place.repository, repository, at.revision.commit, at.path, query));
        for (auto& one : history.commits) {
            found.commits.push_back(one.commit);
            found.paths.push_back(std::move(one.path));
        }
        found.more = history.more;
        found.cut = history.cut;
        if (found.commits.empty() && query.page == 1 && !history.cut) return not_found(at.path);
    } else {
        const git::Walk walk{.from = at.revision.commit,
                             .skip = static_cast<std::uint64_t>(query.offset()),
                             .limit = static_cast<std::uint64_t>(query.limit)};
        take(TRY(git::walk(repository, walk)));
        found.total = TRY(contents::count_commits(call.site, place.repository, repository, {.from = walk.from}));
    }
    return found;
}

HistoryView begun(const Call& call, const RepositoryContext& place, const HistoryQuery& query)
{
    return {.place = repository_place(call, place, RepositoryTab::code), .q = query.q};
}

template <RefKind kind>
Result<HistoryView> show(Call& call, const RepositoryContext& place, Path<CodePath> path, Query<HistoryQuery> query)
{
    auto view = begun(call, place, query.value);
    view.empty = place.repository.empty;
    if (view.empty) return view;
    const auto repository = TRY(contents::open_repository(call, place));
    const auto at = TRY(find_code(place, *repository, kind, "commits", path->at));
    view.code = code_place(call, place, *repository, at.revision, at.path, "commits");
    view.everything = code_address(place, "commits", at.revision, "");
    for (auto end = at.path.find('/'); end != at.path.npos; end = at.path.find('/', end + 1)) {
        const auto upto = at.path.substr(0, end);
        view.above.push_back({upto.substr(upto.rfind('/') + 1), code_address(place, "commits", at.revision, upto)});
    }
    view.head.values = {{"sha", at.revision.name}};
    auto found = TRY(find(call, place, *repository, at, query.value));
    auto rows = TRY(show_commit_rows(call, place, *repository, found.commits));
    for (std::size_t i = 0; i < found.paths.size() && i < rows.size(); ++i) rows[i].path = std::move(found.paths[i]);
    if (!rows.empty()) {
        view.first = query->offset() + 1;
        view.last = query->offset() + static_cast<std::int64_t>(rows.size());
    }
    view.total = found.total;
    view.cut = found.cut;
    const auto page = [&](std::int64_t number) {
        return with_parameter(call.request.target, "page", std::to_string(number));
    };
    if (query->page > 1) view.newer = page(query->page - 1);
    if (found.more) view.older = page(query->page + 1);
    view.days = by_day(call, std::move(rows));
    return view;
}

// Without a name it is the default branch that is meant.
Result<HistoryView> lead_to_default(Call& call, const RepositoryContext& place, Query<HistoryQuery> query)
{
    if (!place.repository.empty)
        return elsewhere(Errc::see_other,
                         repository_address(place) + "/commits/branch/"
                             + contents::escape_path(place.repository.default_branch));
    auto view = begun(call, place, query.value);
    view.empty = true;
    return view;
}

constexpr auto& default_page = shows<lead_to_default, "repository/commits", "repoGet">;
constexpr auto& branch_page = shows<show<RefKind::branch>, "repository/commits", "repoGetAllCommits repoGetBranch">;
constexpr auto& tag_page = shows<show<RefKind::tag>, "repository/commits", "repoGetAllCommits">;
constexpr auto& commit_page = shows<show<RefKind::commit>, "repository/commits", "repoGetAllCommits">;

using repositories::reads_code;

// clang-format off
constexpr Operation commits_operations[] = {
    {GET, "/{owner}/{repo}/commits",                        scope::none, reads_code, default_page, 200, "siteHistory",       "Show the history of the default branch"},
    {GET, "/{owner}/{repo}/commits/branch/{at*}", scope::none, reads_code, branch_page,  200, "siteBranchHistory", "Show the history of a branch, or of a file in it"},
    {GET, "/{owner}/{repo}/commits/tag/{at*}",    scope::none, reads_code, tag_page,     200, "siteTagHistory",    "Show the history of a tag, or of a file in it"},
    {GET, "/{owner}/{repo}/commits/commit/{at*}", scope::none, reads_code, commit_page,  200, "siteCommitHistory", "Show the history of a commit, or of a file in it"},
};
// clang-format on
static_assert(well_formed(commits_operations));

} // namespace

const Table commits_table{"site", commits_operations, Door::site, refuse_page};

} // namespace cairn::pages
