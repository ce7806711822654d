// Finding a branch or a tag, to look at the same file or folder there: what the menu of branches leads to.
#include "base/text.hpp"
#include "contents/branch_change.hpp"
#include "contents/ref_path.hpp"
#include "pages/code/code_place.hpp"
#include "pages/code/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"
#include "releases/tag.hpp"

namespace cairn::pages {

using namespace api;
using contents::RefKind;
using enum Method;
using repositories::RepositoryContext;

namespace {

constexpr std::size_t most_shown = 50; // of each

struct RefsQuery {
    std::string q;
    std::string section;
    std::string path;
};
BOOST_DESCRIBE_STRUCT(RefsQuery, (), (q, section, path))
constexpr auto notes(const RefsQuery*)
{
    return std::array{Note{"q", "a part of the name"},
                      Note{"section", "the page that the names lead to: src, blame, commits or find"},
                      Note{"path", "the file or the folder that is looked at there"}};
}

struct RefsView {
    RepositoryPlace place;
    CodePlace code; // with what was found
    std::string q{};
    bool more = false; // than these
};
BOOST_DESCRIBE_STRUCT(RefsView, (), (place, code, q, more))

std::string_view known_section(std::string_view section)
{
    for (const std::string_view known : {"src", "blame", "commits", "find"})
        if (known == section) return known;
    return "src";
}

Result<RefsView> show(Call& call, const RepositoryContext& place, Query<RefsQuery> query)
{
    const auto repository = TRY(contents::open_repository(call, place));
    const auto standard = TRY(contents::find_revision(*repository, place, {}));
    const auto section = known_section(query->section);
    const auto path = contents::clean_path(query->path).value_or("");
    RefsView view{.place = repository_place(call, place, RepositoryTab::code),
                  .code = code_place(call, place, *repository, standard, path, section),
                  .q = query->q};
    contents::ListBranches wanted;
    wanted.q = std::string(text::trim(query->q));
    wanted.limit = most_shown;
    const auto branches = contents::branches_of(call, place, wanted);
    view.code.branches.clear();
    for (const auto& branch : branches.items)
        view.code.branches.push_back(ref_choice(place, section, RefKind::branch, branch.name, path));
    auto tags = TRY(releases::find_tag_names(*repository, query->q, most_shown + 1));
    view.more = branches.total > static_cast<std::int64_t>(most_shown) || tags.size() > most_shown;
    if (tags.size() > most_shown) tags.resize(most_shown);
    view.code.tags.clear();
    for (const auto& tag : tags) view.code.tags.push_back(ref_choice(place, section, RefKind::tag, tag, path));
    return view;
}

constexpr auto& refs_page = shows<show, "repository/refs", "repoListBranches repoListTags">;

using repositories::reads_code;

// clang-format off
constexpr Operation refs_operations[] = {
    {GET, "/{owner}/{repo}/-/refs", scope::none, reads_code, refs_page, 200, "siteFindRefs", "Find a branch or a tag"},
};
// clang-format on
static_assert(well_formed(refs_operations));

} // namespace

const Table refs_table{"site", refs_operations, Door::site, refuse_page};

} // namespace cairn::pages
