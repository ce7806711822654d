// A page of a wiki, now or as it was; the first page, and what stands there as long as there is none.
#include "contents/revision.hpp"
#include "markup/outline.hpp"
#include "markup/safe_html.hpp"
#include "pages/page.hpp"
#include "pages/wiki/tables.hpp"
#include "pages/wiki/wiki_place.hpp"
#include "wiki/history.hpp"

namespace cairn::pages {

using namespace api;
using access::Unit;
using enum Method;
using repositories::RepositoryContext;
using wiki::OpenedWiki;
using wiki::PageName;

namespace {

struct WikiPagePath {
    std::string page;
};
BOOST_DESCRIBE_STRUCT(WikiPagePath, (), (page))
constexpr auto notes(const WikiPagePath*) { return std::array{Note{"page", "the name of a page of the wiki"}}; }

struct WikiPageQuery {
    std::string revision;
};
BOOST_DESCRIBE_STRUCT(WikiPageQuery, (), (revision))
constexpr auto notes(const WikiPageQuery*)
{
    return std::array{Note{"revision", "the id of a commit: the page as it was there"}};
}

struct WikiLink {
    std::string title;
    std::string address;
    bool current = false;
};
BOOST_DESCRIBE_STRUCT(WikiLink, (), (title, address, current))

// What is there to see.
enum class WikiLook : std::uint8_t { page, plain, unreadable, missing, nothing, elsewhere };
BOOST_DESCRIBE_ENUM(WikiLook, page, plain, unreadable, missing, nothing, elsewhere)

struct WikiPageView {
    PageHead head{};
    RepositoryPlace place;
    WikiPlace wiki;
    WikiLook look = WikiLook::page;
    std::string external{}; // where the wiki is that is not here
    std::string title{};
    std::string address{};
    std::string raw{};
    Html content{};
    std::string text{}; // of what is too long to be rendered
    std::vector<markup::Heading> headings{};
    bool draws = false;
    bool colors = false;
    std::optional<Html> sidebar{};
    std::optional<Html> footer{};
    std::vector<WikiLink> pages{}; // where there is no sidebar
    std::optional<WikiRevision> last{};
    std::optional<WikiRevision> old{}; // the page as it was then
    std::string former{};              // of a page that is gone: its last text
};
BOOST_DESCRIBE_STRUCT(WikiPageView, (),
                      (head, place, wiki, look, external, title, address, raw, content, text, headings, draws, colors,
                       sidebar, footer, pages, last, old, former))

constexpr std::size_t most_listed = 50;

bool is_frame(std::string_view title) { return title == "_Sidebar" || title == "_Footer"; }

std::optional<Html> frame(const Call& call, const RepositoryContext& place, const OpenedWiki& opened,
                          std::string_view title)
{
    const auto page = wiki::read_page(*opened.repository, opened.commit, PageName::of_title(title));
    if (!page || page->text.empty()) return {};
    return wiki_text(call, place, page->text);
}

Result<void> add_frames(const Call& call, const RepositoryContext& place, const OpenedWiki& opened, WikiPageView& view)
{
    // A frame that is looked at itself has none.
    if (is_frame(view.title)) return {};
    view.sidebar = frame(call, place, opened, "_Sidebar");
    view.footer = frame(call, place, opened, "_Footer");
    if (view.sidebar) return {};
    for (const auto& name : TRY(wiki::names_of_pages(opened, most_listed)))
        if (auto title = wiki_title(name); !is_frame(title)) {
            const bool current = title == view.title;
            view.pages.push_back({.title = std::move(title), .address = wiki_address(place, name), .current = current});
        }
    return {};
}

void add_text(const Call& call, const RepositoryContext& place, wiki::PageText page, WikiPageView& view)
{
    view.raw = wiki_address(place) + "/raw/" + contents::escape_path(page.file);
    if (page.unreadable) {
        view.look = WikiLook::unreadable;
        return;
    }
    auto html = wiki_text(call, place, page.text);
    if (!html) {
        view.look = WikiLook::plain;
        view.text = std::move(page.text);
        return;
    }
    view.content = std::move(*html);
    view.headings = markup::outline_of(view.content);
    view.draws = markup::has_drawings(view.content);
    view.colors = markup::has_code(view.content);
    view.head.has_drawings = view.draws;
}

// A page that nobody has written, or that is gone.
Result<void> add_missing(const RepositoryContext& place, const OpenedWiki* opened, const PageName& name,
                         WikiPageView& view)
{
    view.look = WikiLook::missing;
    view.head.status = 404;
    view.head.values.clear();
    if (opened == nullptr) return {};
    if (const auto last = TRY(wiki::last_with(*opened, name)))
        view.former = wiki_address(place, name) + "?revision=" + last->hex();
    return {};
}

WikiPageView view_of(const Call& call, const RepositoryContext& place, const PageName& name)
{
    return {.head = {.values = {{"pageName", wiki_drawer_name(name)}}},
            .place = repository_place(call, place, RepositoryTab::wiki),
            .wiki = wiki_place(call, place),
            .title = wiki_title(name),
            .address = wiki_address(place, name)};
}

Result<WikiPageView> show_named(const Call& call, const RepositoryContext& place, const OpenedWiki& opened,
                                const PageName& name, const std::string& revision)
{
    auto view = view_of(call, place, name);
    std::optional<git::Commit> old;
    if (!revision.empty()) old = TRY(wiki::find_revision(opened, revision));
    auto page = wiki::read_page(*opened.repository, old ? old->id : opened.commit, name);
    if (!page && page.error().code != Errc::not_found) return std::unexpected(std::move(page).error());
    TRY(add_frames(call, place, opened, view));
    if (!page) {
        TRY(add_missing(place, &opened, name, view));
        return view;
    }
    if (old) {
        view.old = show_revision(call, *old);
        // The API knows the newest version alone.
        if (!wiki::read_page(*opened.repository, opened.commit, name)) view.head.values.clear();
    } else {
        view.last = show_revision(call, TRY(wiki::last_change(opened, page->file)));
    }
    add_text(call, place, std::move(*page), view);
    return view;
}

Result<WikiPageView> show(Call& call, const RepositoryContext& place, Path<WikiPagePath> path,
                          Query<WikiPageQuery> query)
{
    const auto name = wiki::sent_name(call, before_wiki_page);
    const auto opened = wiki::open_wiki(call, place);
    if (!opened && opened.error().code != Errc::not_found) return std::unexpected(opened.error());
    if (!opened) {
        auto view = view_of(call, place, name);
        TRY(add_missing(place, nullptr, name, view));
        return view;
    }
    auto view = TRY(show_named(call, place, *opened, name, query->revision));
    // Links lead to files as they lead to pages.
    if (view.look == WikiLook::missing && wiki::has_file(*opened, path->page))
        return elsewhere(Errc::see_other, wiki_address(place) + "/raw/" + contents::escape_path(path->page));
    return view;
}

Result<WikiPageView> show_home(Call& call, const RepositoryContext& place)
{
    const auto home = PageName::of_title("Home");
    if (!place.access.reads(Unit::wiki)) {
        auto view = view_of(call, place, home);
        view.look = WikiLook::elsewhere;
        view.external = place.repository.external_wiki_url;
        view.head.values.clear();
        return view;
    }
    const auto opened = wiki::open_wiki(call, place);
    if (!opened && opened.error().code != Errc::not_found) return std::unexpected(opened.error());
    if (!opened || TRY(wiki::names_of_pages(*opened, 1)).empty()) {
        auto view = view_of(call, place, home);
        view.look = WikiLook::nothing;
        view.head.values.clear();
        return view;
    }
    if (!wiki::read_page(*opened->repository, opened->commit, home))
        return elsewhere(Errc::see_other, wiki_address(place) + "?action=_pages");
    return show_named(call, place, *opened, home, {});
}

Result<void> reads_here_or_elsewhere(const Call& call, const RepositoryContext& place)
{
    if (place.access.reads(Unit::ext_wiki)) return {};
    return wiki::question::reads(call, place);
}
constexpr Guard reads_any_wiki = repositories::repository_guard<reads_here_or_elsewhere>("reads the wiki");

constexpr auto& home_page = shows<show_home, "wiki/page", "repoGet repoGetWikiPage repoEditWikiPage">;
constexpr auto& page_page = shows<show, "wiki/page", "repoGet repoGetWikiPage repoEditWikiPage">;

using wiki::reads_wiki;

// clang-format off
constexpr Operation page_operations[] = {
    {GET, "/{owner}/{repo}/wiki",         scope::none, reads_any_wiki, home_page, 200, "siteWiki",     "Show the first page of a wiki"},
    {GET, "/{owner}/{repo}/wiki/{page*}", scope::none, reads_wiki,     page_page, 200, "siteWikiPage", "Show a page of a wiki"},
};
// clang-format on
static_assert(well_formed(page_operations));

} // namespace

const Table wiki_page_table{"site", page_operations, Door::site, refuse_page};

} // namespace cairn::pages
