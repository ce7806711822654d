// Finding a file by a few letters of its path.
#include "contents/paths.hpp"
#include "pages/code/code_place.hpp"
#include "pages/code/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using contents::RefKind;
using enum Method;
using repositories::RepositoryContext;

namespace {

constexpr std::size_t most_shown = 100;

struct FindQuery {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(FindQuery, (), (q))
constexpr auto notes(const FindQuery*) { return std::array{Note{"q", "some letters of the path, in their order"}}; }

struct FoundFile {
    std::string path;
    std::string address;
};
BOOST_DESCRIBE_STRUCT(FoundFile, (), (path, address))

struct FindView {
    PageHead head{};
    RepositoryPlace place;
    CodePlace code;
    std::string q;
    std::vector<FoundFile> files{};
    bool more = false;    // than these
    bool complete = true; // false: not every file was looked at
};
BOOST_DESCRIBE_STRUCT(FindView, (), (head, place, code, q, files, more, complete))

template <RefKind kind>
Result<FindView> show(Call& call, const RepositoryContext& place, Path<CodePath> path, Query<FindQuery> query)
{
    const auto repository = TRY(contents::open_repository(call, place));
    const auto at = TRY(find_code(place, *repository, kind, "find", path->at));
    const auto tree = TRY(repository->peel(at.revision.commit, git::Kind::tree));
    FindView view{.head = {.values = {{"sha", at.revision.commit.hex()}}},
                  .place = repository_place(call, place, RepositoryTab::code),
                  .code = code_place(call, place, *repository, at.revision, "", "find"),
                  .q = query->q};
    const auto paths = TRY(contents::all_paths(place.repository, *repository, tree));
    auto found = contents::best_paths(paths->files, query->q, most_shown + 1);
    view.more = found.size() > most_shown;
    view.complete = paths->complete;
    if (view.more) found.resize(most_shown);
    for (auto& file : found) view.files.push_back({file, code_address(place, "src", at.revision, file)});
    return view;
}

template <RefKind kind> constexpr auto& find_page = shows<show<kind>, "repository/find", "GetTree">;

using repositories::reads_code;

// clang-format off
constexpr Operation find_operations[] = {
    {GET, "/{owner}/{repo}/find/branch/{at*}", scope::none, reads_code, find_page<RefKind::branch>, 200, "siteFindBranch", "Find a file of a branch"},
    {GET, "/{owner}/{repo}/find/tag/{at*}",    scope::none, reads_code, find_page<RefKind::tag>,    200, "siteFindTag",    "Find a file of a tag"},
    {GET, "/{owner}/{repo}/find/commit/{at*}", scope::none, reads_code, find_page<RefKind::commit>, 200, "siteFindCommit", "Find a file of a commit"},
};
// clang-format on
static_assert(well_formed(find_operations));

} // namespace

const Table find_table{"site", find_operations, Door::site, refuse_page};

} // namespace cairn::pages
