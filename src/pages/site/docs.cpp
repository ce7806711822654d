// The documentation, below /-/docs.
#include "accounts/guards.hpp"
#include "http/url.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/site/documentation.hpp"
#include "pages/site/tables.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using words::Phrase;

namespace {

constexpr std::string_view first_page = "index";
// Longer lists of headings are shut until somebody opens them.
constexpr std::size_t most_open_headings = 12;

struct DocsPath {
    std::string page;
};
BOOST_DESCRIBE_STRUCT(DocsPath, (), (page))

struct DocsQuery {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(DocsQuery, (), (q))
constexpr auto notes(const DocsQuery*)
{
    return std::array{Note{.member = "q", .doc = "words to look for", .max_length = 200}};
}

struct ShownHeading {
    std::string anchor;
    std::string title;
};
BOOST_DESCRIBE_STRUCT(ShownHeading, (), (anchor, title))

struct ShownSection {
    std::string address;
    std::string title;
    std::string page; // its title
    std::string text;
};
BOOST_DESCRIBE_STRUCT(ShownSection, (), (address, title, page, text))

struct DocsView {
    Navigation navigation;
    std::string title{};
    std::vector<ShownHeading> headings{};
    bool headings_open = false;
    Html text{};
    std::string q{}; // what is looked for: then `found` is shown in place of the text
    std::vector<ShownSection> found{};
};
BOOST_DESCRIBE_STRUCT(DocsView, (), (navigation, title, headings, headings_open, text, q, found))

std::string address_of(const DocsPage& page)
{
    return page.name == first_page ? "/-/docs" : "/-/docs/" + std::string(page.name);
}

// The pages in their order, whose titles are English like their text.
Navigation list_pages(const Call& call, const DocsPage* current)
{
    Navigation made{.name = std::string(language_of(call).text(Phrase("Documentation")))};
    for (const DocsPage& page : documentation()) {
        if (made.groups.empty() || made.groups.back().title != page.group)
            made.groups.push_back({.title = std::string(page.group)});
        made.groups.back().entries.push_back({.address = address_of(page),
                                              .icon = std::string(page.icon),
                                              .words = std::string(page.title),
                                              .current = &page == current});
    }
    return made;
}

DocsView show_page(const Call& call, const DocsPage& page)
{
    DocsView view{.navigation = list_pages(call, &page), .title = std::string(page.title), .text = page.html};
    if (page.name == first_page) return view; // which is a list itself
    for (const DocsSection& section : page.sections)
        if (section.level == 2)
            view.headings.push_back({.anchor = std::string(section.anchor), .title = std::string(section.title)});
    view.headings_open = view.headings.size() <= most_open_headings;
    return view;
}

Result<DocsView> show_first(Call& call, Query<DocsQuery> query)
{
    if (query->q.empty()) return show_page(call, *find_docs_page(first_page));
    DocsView view{.navigation = list_pages(call, nullptr), .q = query->q};
    for (const auto& [page, section] : search_docs(query->q))
        view.found.push_back(
            {.address = address_of(*page) + (section->anchor.empty() ? "" : "#" + std::string(section->anchor)),
             .title = std::string(section->title),
             .page = std::string(page->title),
             .text = excerpt(*section, query->q)});
    return view;
}

Result<DocsView> show_named(Call& call, Path<DocsPath> path)
{
    const DocsPage* page = find_docs_page(path->page);
    if (page == nullptr) return not_found("the page");
    if (page->name == first_page) return elsewhere(Errc::moved, "/-/docs");
    return show_page(call, *page);
}

// clang-format off
constexpr Operation docs_operations[] = {
    {GET, "/-/docs",        scope::none, accounts::anyone, shows<show_first, "site/docs">, 200, "siteDocs",     "Show the documentation, or what is found in it"},
    {GET, "/-/docs/{page}", scope::none, accounts::anyone, shows<show_named, "site/docs">, 200, "siteDocsPage", "Show a page of the documentation"},
};
// clang-format on
static_assert(well_formed(docs_operations));

} // namespace

const Table docs_table{"site", docs_operations, Door::site, refuse_page};

} // namespace cairn::pages
