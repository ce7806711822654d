// All pages of a wiki with the files beside them, and what is found in it.
#include "base/utf8.hpp"
#include "contents/revision.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/wiki/tables.hpp"
#include "pages/wiki/wiki_place.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

struct WikiListQuery : Paging { };
BOOST_DESCRIBE_STRUCT(WikiListQuery, (Paging), ())

struct WikiSearchQuery : Paging {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(WikiSearchQuery, (Paging), (q))
constexpr auto notes(const WikiSearchQuery*) { return std::array{Note{"q", "words of a title or a text"}}; }

struct WikiListRow {
    std::string title;
    std::string address;
    WikiRevision last;
};
BOOST_DESCRIBE_STRUCT(WikiListRow, (), (title, address, last))

struct WikiListedFile {
    std::string path;
    std::string address;
};
BOOST_DESCRIBE_STRUCT(WikiListedFile, (), (path, address))

struct WikiListView {
    PageHead head{};
    RepositoryPlace place;
    WikiPlace wiki;
    std::vector<WikiListRow> rows{};
    std::vector<WikiListedFile> files{}; // on the first page
    bool more_files = false;
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(WikiListView, (), (head, place, wiki, rows, files, more_files, pager))

struct WikiFoundRow {
    std::string title;
    std::string address;
    std::vector<std::string> lines;
};
BOOST_DESCRIBE_STRUCT(WikiFoundRow, (), (title, address, lines))

struct WikiSearchView {
    PageHead head{};
    RepositoryPlace place;
    WikiPlace wiki;
    std::string q;
    std::vector<WikiFoundRow> rows{};
    bool cut = false;
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(WikiSearchView, (), (head, place, wiki, q, rows, cut, pager))

// Nothing where nobody has written a page yet.
Result<std::optional<wiki::OpenedWiki>> open_any(const Call& call, const RepositoryContext& place)
{
    auto opened = wiki::open_wiki(call, place);
    if (opened) return std::optional(std::move(*opened));
    if (opened.error().code == Errc::not_found) return std::nullopt;
    return std::unexpected(std::move(opened).error());
}

Result<void> add_pages(const Call& call, const RepositoryContext& place, const wiki::OpenedWiki& opened,
                       const Paging& paging, WikiListView& view)
{
    constexpr std::size_t most_files = 200;
    const auto found = TRY(wiki::list_only_pages(opened, paging));
    view.pager = pager(call, paging, found.total);
    std::vector<git::Commit> commits;
    for (const auto& page : found.items) commits.push_back(page.last);
    auto revisions = show_revisions(call, commits);
    for (std::size_t i = 0; i < found.items.size(); ++i)
        view.rows.push_back({.title = wiki_title(found.items[i].name),
                             .address = wiki_address(place, found.items[i].name),
                             .last = std::move(revisions[i])});
    if (paging.page > 1) return {};
    const auto files = TRY(wiki::files_beside(opened, most_files));
    view.more_files = files.cut;
    for (const auto& path : files.paths)
        view.files.push_back(
            {.path = to_text(path), .address = view.wiki.base + "/raw/" + contents::escape_path(path)});
    return {};
}

Result<WikiListView> show(Call& call, const RepositoryContext& place, Query<WikiListQuery> query)
{
    WikiListView view{.place = repository_place(call, place, RepositoryTab::wiki), .wiki = wiki_place(call, place)};
    if (const auto opened = TRY(open_any(call, place))) TRY(add_pages(call, place, *opened, query.value, view));
    return view;
}

Result<WikiSearchView> search(Call& call, const RepositoryContext& place, Query<WikiSearchQuery> query)
{
    WikiSearchView view{
        .place = repository_place(call, place, RepositoryTab::wiki), .wiki = wiki_place(call, place), .q = query->q};
    const auto opened = TRY(open_any(call, place));
    if (!opened) return view;
    auto found = TRY(wiki::find_pages(*opened, query->q, query.value));
    view.cut = found.cut;
    view.pager = pager(call, query.value, found.total);
    for (auto& page : found.items)
        view.rows.push_back({.title = wiki_title(page.name),
                             .address = wiki_address(place, page.name),
                             .lines = std::move(page.lines)});
    return view;
}

constexpr auto& list_page = shows<show, "wiki/list", "repoGet repoGetWikiPages repoCreateWikiPage">;
constexpr auto& search_page = shows<search, "wiki/search", "repoGet repoGetWikiPages">;

using wiki::reads_wiki;

// clang-format off
constexpr Operation list_operations[] = {
    {GET, "/{owner}/{repo}/wiki?action=_pages",  scope::none, reads_wiki, list_page,   200, "siteWikiPages",  "Show all pages of a wiki"},
    {GET, "/{owner}/{repo}/wiki?action=_search", scope::none, reads_wiki, search_page, 200, "siteWikiSearch", "Find pages of a wiki"},
};
// clang-format on
static_assert(well_formed(list_operations));

} // namespace

const Table wiki_lists_table{"site", list_operations, Door::site, refuse_page};

} // namespace cairn::pages
