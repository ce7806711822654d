// What one side has that the other has not; the sides may be in forks of each other.
#include "contents/commit.hpp"
#include "contents/either.hpp"
#include "contents/head_context.hpp"
#include "contents/range_text.hpp"
#include "contents/revision.hpp"
#include "contents/tables.hpp"
#include "db/database.hpp"
#include "git/objects/merge.hpp"
#include "git/objects/walk.hpp"
#include "git/references/references.hpp"
#include "git/store/store.hpp"

namespace cairn::contents {

using namespace api;
using git::ObjectId;
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

struct Sides {
    std::string base;
    std::string head;
    bool from_merge_base = true;
};

Sides split(std::string_view basehead, const std::string& default_branch)
{
    for (const std::string_view dots : {"...", ".."})
        if (const auto at = basehead.find(dots); at != basehead.npos)
            return {std::string(basehead.substr(0, at)), std::string(basehead.substr(at + dots.size())),
                    dots.size() == 3};
    return {default_branch, std::string(basehead)};
}

struct Range {
    ObjectId base;
    ObjectId head;
    bool related = true;
};

Result<Range> range_of(const git::Repository& repository, const ObjectId& base, const ObjectId& head,
                       bool from_merge_base)
{
    if (!from_merge_base) return Range{base, head};
    const auto common = TRY(git::merge_base(repository, base, head));
    return Range{common.value_or(ObjectId{}), head, common.has_value()};
}

Result<OrText<Compare>> get(Call& call, const RepositoryContext& place, Path<ComparePath> path,
                            Query<CompareQuery> query)
{
    auto sides = split(path->basehead, place.repository.default_branch);
    const auto head_at = TRY(find_head_context(call, place, sides.head));
    // A handle of its own: it sees the objects of both.
    const auto shared = std::make_shared<git::Repository>(
        TRY(git::Repository::open(call.site.get<git::Store>().path(head_at.repository.storage))));
    auto& repository = *shared;
    const auto head = TRY(git::find_commit(repository, sides.head));
    ObjectId base;
    if (head_at.repository.id == place.repository.id) {
        base = TRY(git::find_commit(repository, sides.base));
    } else {
        base = TRY(git::find_commit(*TRY(open_repository(call, place)), sides.base));
        TRY(repository.also_look_in(call.site.get<git::Store>().path(place.repository.storage) + "/objects"));
    }
    const auto range = TRY(range_of(repository, base, head, sides.from_merge_base));
    if (query->output == "diff" || query->output == "patch")
        return OrText<Compare>::text(!range.related ? http::Body()
                                         : query->output == "patch"
                                         ? TRY(patch_text(call, shared, range.base, range.head))
                                         : TRY(diff_text(call, shared, range.base, range.head)));
    Compare shown;
    if (range.related) {
        const git::Walk walk{.from = range.head, .without = {range.base}, .limit = most_commits};
        const auto page = TRY(git::walk(repository, walk));
        shown.total_commits =
            static_cast<std::int64_t>(page.more ? TRY(git::count_commits(repository, walk)) : page.commits.size());
        shown.commits = TRY(show_commits(call, head_at, repository, page.commits,
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
