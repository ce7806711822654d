// The revisions of a page of a wiki: the list, two of them beside each other, and the way back to one.
#include <algorithm>

#include "base/encoding.hpp"
#include "pages/diff/shown_change.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/wiki/tables.hpp"
#include "pages/wiki/wiki_place.hpp"
#include "wiki/history.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using wiki::OpenedWiki;
using wiki::PageName;
using words::Phrase;

namespace {

const Notice wiki_page_reverted{"wiki-page-reverted", Phrase("The page is as it was then.")};

// As list_revisions() has them.
constexpr std::int64_t revisions_at_once = 50;
constexpr std::int64_t last_page = 1'000'000;

struct WikiHistoryPath {
    std::string page;
};
BOOST_DESCRIBE_STRUCT(WikiHistoryPath, (), (page))
constexpr auto notes(const WikiHistoryPath*) { return std::array{Note{"page", "the name of a page of the wiki"}}; }

struct WikiHistoryQuery {
    std::int64_t page = 1;
};
BOOST_DESCRIBE_STRUCT(WikiHistoryQuery, (), (page))
constexpr auto notes(const WikiHistoryQuery*) { return std::array{Note{"page", "which page, counted from 1"}}; }

struct WikiCompareQuery {
    std::string from;
    std::string to;
};
BOOST_DESCRIBE_STRUCT(WikiCompareQuery, (), (from, to))
constexpr auto notes(const WikiCompareQuery*)
{
    return std::array{Note{"from", "the id of a commit"}, Note{"to", "the id of a commit; without it, the newest"}};
}

struct WikiRevertQuery {
    std::string to;
};
BOOST_DESCRIBE_STRUCT(WikiRevertQuery, (), (to))
constexpr auto notes(const WikiRevertQuery*) { return std::array{Note{"to", "the id of a commit"}}; }

struct WikiRevertForm {
    std::string sha; // of the page's file as it was when it was asked
};
BOOST_DESCRIBE_STRUCT(WikiRevertForm, (), (sha))

struct WikiHistoryView {
    PageHead head{};
    RepositoryPlace place;
    WikiPlace wiki;
    std::string title;
    std::string address;
    std::vector<WikiRevision> revisions{};
    std::string from{}; // what is chosen to be compared at first
    std::string to{};
    Pager pager;
};
BOOST_DESCRIBE_STRUCT(WikiHistoryView, (), (head, place, wiki, title, address, revisions, from, to, pager))

struct WikiCompareView {
    PageHead head{};
    RepositoryPlace place;
    WikiPlace wiki;
    std::string title;
    std::string address;
    WikiRevision from;
    WikiRevision to;
    bool unreadable = false;
    ShownChange change{};
};
BOOST_DESCRIBE_STRUCT(WikiCompareView, (), (head, place, wiki, title, address, from, to, unreadable, change))

struct WikiRevertView {
    PageHead head{};
    RepositoryPlace place;
    WikiPlace wiki;
    std::string title;
    std::string address;
    std::string action;
    WikiRevision to;
    bool gone = false; // the page is not there any more, and is written anew
    bool same = false; // there is nothing to do
    bool unreadable = false;
    std::string sha{};
    ShownChange change{};
    Form<WikiRevertForm> form;
};
BOOST_DESCRIBE_STRUCT(WikiRevertView, (),
                      (head, place, wiki, title, address, action, to, gone, same, unreadable, sha, change, form))

Result<WikiHistoryView> show(Call& call, const RepositoryContext& place, Path<WikiHistoryPath>,
                             Query<WikiHistoryQuery> query)
{
    const auto name = wiki::sent_name(call, before_wiki_page);
    const auto number = std::clamp<std::int64_t>(query->page, 1, last_page);
    const auto found = TRY(wiki::list_revisions(TRY(wiki::open_wiki(call, place)), name, number));
    WikiHistoryView view{.head = {.values = {{"pageName", wiki_drawer_name(name)}}},
                         .place = repository_place(call, place, RepositoryTab::wiki),
                         .wiki = wiki_place(call, place),
                         .title = wiki_title(name),
                         .address = wiki_address(place, name),
                         .revisions = show_revisions(call, found.items),
                         .pager = pager(call, {.page = number, .limit = revisions_at_once}, found.total)};
    if (view.revisions.size() > 1) {
        view.to = view.revisions[0].sha;
        view.from = view.revisions[1].sha;
    }
    return view;
}

// The page at a revision. One that was not there yet, or no longer, is empty.
Result<wiki::PageText> text_at(const OpenedWiki& opened, const git::ObjectId& commit, const PageName& name)
{
    auto page = wiki::read_page(*opened.repository, commit, name);
    if (!page && page.error().code == Errc::not_found) return wiki::PageText{};
    return page;
}

Result<WikiCompareView> show_compare(Call& call, const RepositoryContext& place, Path<WikiHistoryPath>,
                                     Query<WikiCompareQuery> query)
{
    const auto name = wiki::sent_name(call, before_wiki_page);
    const auto opened = TRY(wiki::open_wiki(call, place));
    const auto from = TRY(wiki::find_revision(opened, query->from));
    const auto to = TRY(wiki::find_revision(opened, query->to.empty() ? opened.commit.hex() : query->to));
    const auto before = TRY(text_at(opened, from.id, name));
    const auto after = TRY(text_at(opened, to.id, name));
    if (before.file.empty() && after.file.empty()) return not_found("the page");
    WikiCompareView view{.place = repository_place(call, place, RepositoryTab::wiki),
                         .wiki = wiki_place(call, place),
                         .title = wiki_title(name),
                         .address = wiki_address(place, name),
                         .from = show_revision(call, from),
                         .to = show_revision(call, to),
                         .unreadable = before.unreadable || after.unreadable};
    if (wiki::read_page(*opened.repository, opened.commit, name))
        view.head.values = {{"pageName", wiki_drawer_name(name)}};
    if (!view.unreadable) view.change = show_change(before.text, after.text);
    return view;
}

Result<WikiRevertView> show_revert(Call& call, const RepositoryContext& place, Path<WikiHistoryPath>,
                                   Query<WikiRevertQuery> query, Form<WikiRevertForm> form)
{
    const auto name = wiki::sent_name(call, before_wiki_page);
    const auto opened = TRY(wiki::open_wiki(call, place));
    const auto revision = TRY(wiki::find_revision(opened, query->to));
    const auto old = TRY(wiki::read_page(*opened.repository, revision.id, name));
    const auto now = TRY(text_at(opened, opened.commit, name));
    WikiRevertView view{.place = repository_place(call, place, RepositoryTab::wiki),
                        .wiki = wiki_place(call, place),
                        .title = wiki_title(name),
                        .address = wiki_address(place, name),
                        .action = wiki_address(place, name, "_revert") + "&to=" + revision.id.hex(),
                        .to = show_revision(call, revision),
                        .gone = now.file.empty(),
                        .same = now.sha == old.sha,
                        .unreadable = old.unreadable || now.unreadable,
                        .sha = now.sha,
                        .form = std::move(form)};
    if (!view.gone) view.head.values = {{"pageName", wiki_drawer_name(name)}};
    if (!view.unreadable) view.change = show_change(now.text, old.text);
    return view;
}

Result<Done> revert(Call& call, const RepositoryContext& place, Path<WikiHistoryPath>, Query<WikiRevertQuery> query,
                    Body<WikiRevertForm> form)
{
    const auto name = wiki::sent_name(call, before_wiki_page);
    const auto opened = TRY(wiki::open_wiki(call, place));
    const auto revision = TRY(wiki::find_revision(opened, query->to));
    const auto old = TRY(wiki::read_page(*opened.repository, revision.id, name));
    const auto now = TRY(text_at(opened, opened.commit, name));
    if (old.unreadable) return fail(Errc::unprocessable, "what the page was then cannot be written here");
    if (now.sha == old.sha) return fail(Errc::unprocessable, "the page is as it was then");
    if (now.sha != form->sha) return fail(Errc::conflict, "somebody has changed the page meanwhile");
    const wiki::CreateWikiPageOptions wanted{.title = name.title(),
                                             .content_base64 = base64_encode(old.text),
                                             .message = "Revert \"" + name.title() + "\" to "
                                                 + revision.id.hex().substr(0, 10)};
    const auto made = TRY(now.file.empty() ? wiki::create_page(call, place, wanted)
                                           : wiki::edit_page(call, place, name, wanted, form->sha));
    return done(wiki_address(place, made.name), wiki_page_reverted);
}

constexpr auto& history_page = shows<show, "wiki/history", "repoGetWikiPageRevisions repoGetWikiPage">;
constexpr auto& compare_page = shows<show_compare, "wiki/compare", "repoGet repoGetWikiPageRevisions">;
constexpr auto& revert_page = shows<show_revert, "wiki/revert", "repoGet repoGetWikiPage repoEditWikiPage">;

using wiki::reads_wiki;
using wiki::writes_wiki;

// clang-format off
constexpr Operation history_operations[] = {
    {GET,  "/{owner}/{repo}/wiki/{page*}?action=_revision", scope::none, reads_wiki,  history_page,              200, "siteWikiHistory",  "Show the revisions of a page of a wiki"},
    {GET,  "/{owner}/{repo}/wiki/{page*}?action=_compare",  scope::none, reads_wiki,  compare_page,              200, "siteWikiCompare",  "Compare two revisions of a page of a wiki"},
    {GET,  "/{owner}/{repo}/wiki/{page*}?action=_revert",   scope::none, writes_wiki, revert_page,               200, "siteWikiRevert",   "Ask whether to go back to a revision"},
    {POST, "/{owner}/{repo}/wiki/{page*}?action=_revert",   scope::none, writes_wiki, does<revert, revert_page>, 303, "siteWikiReverted", "Go back to a revision of a page of a wiki"},
};
// clang-format on
static_assert(well_formed(history_operations));

} // namespace

const Table wiki_history_table{"site", history_operations, Door::site, refuse_page};

} // namespace cairn::pages
