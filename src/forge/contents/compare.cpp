// What one side has that the other has not; the sides may be in forks of each other.
#include "contents/commit.hpp"
#include "contents/comparison.hpp"
#include "contents/either.hpp"
#include "contents/range_text.hpp"
#include "contents/tables.hpp"
#include "git/objects/walk.hpp"

namespace cairn::contents {

using namespace api;
using repositories::reads_code;
using repositories::RepositoryContext;
using enum Method;

namespace {

// More are counted and not shown: nobody reads them, and each costs a comparison of trees.
constexpr std::uint64_t most_commits = 2000;

struct Compare {
    std::int64_t total_commits = 0;
    std::vector<Commit> commits;
};
BOOST_DESCRIBE_STRUCT(Compare, (), (total_commits, commits))
constexpr auto notes(const Compare*)
{
    return std::array{Note{"", "What one side has that the other has not"}, Note{"commits", "the newest first"}};
}

struct ComparePath {
    std::string basehead;
};
BOOST_DESCRIBE_STRUCT(ComparePath, (), (basehead))
constexpr auto notes(const ComparePath*)
{
    return std::array{Note{"basehead", "base...head or base..head; the head may be owner:branch or owner/repo:branch"}};
}

struct CompareQuery {
    std::string output;
    bool verification = true;
    bool files = true;
};
BOOST_DESCRIBE_STRUCT(CompareQuery, (), (output, verification, files))
constexpr auto notes(const CompareQuery*)
{
    return std::array{
        Note{"output", "diff or patch: as text"},
        Note{"verification", "false: without looking at the signatures"},
        Note{"files", "false: without the files that they changed"},
    };
}

Result<OrText<Compare>> get(Call& call, const RepositoryContext& place, Path<ComparePath> path,
                            Query<CompareQuery> query)
{
    const auto range =
        TRY(open_comparison(call, place, split_basehead(path->basehead, place.repository.default_branch)));
    if (query->output == "diff" || query->output == "patch")
        return OrText<Compare>::text(!range.related ? http::Body()
                                         : query->output == "patch"
                                         ? TRY(patch_text(call, range.repository, range.from, range.head))
                                         : TRY(diff_text(call, range.repository, range.from, range.head)));
    Compare shown;
    if (range.related) {
        const git::Walk walk{.from = range.head, .without = {range.from}, .limit = most_commits};
        const auto page = TRY(git::walk(*range.repository, walk));
        shown.total_commits = static_cast<std::int64_t>(page.more ? TRY(git::count_commits(*range.repository, walk))
                                                                  : page.commits.size());
        shown.commits = TRY(show_commits(call, range.head_place, *range.repository, page.commits,
                                         {.verification = query->verification, .files = query->files}));
    }
    return OrText<Compare>{std::move(shown)};
}

// clang-format off
constexpr Operation compare_operations[] = {
    {GET, "/repos/{owner}/{repo}/compare/{basehead*}", scope::repository, reads_code, handle<get>, 200, "repoCompareDiff", "Compare two commits", {400}},
};
// clang-format on
static_assert(well_formed(compare_operations));

} // namespace

const Table compare_table{"repository", compare_operations};

} // namespace cairn::contents
