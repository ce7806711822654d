// The operations on the pages of a wiki, and on their revisions.
#include "api/links.hpp"
#include "config/settings.hpp"
#include "wiki/reading.hpp"
#include "wiki/tables.hpp"

namespace cairn::wiki {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

struct PagePath {
    std::string pageName;
};
BOOST_DESCRIBE_STRUCT(PagePath, (), (pageName))
constexpr auto notes(const PagePath*)
{
    return std::array{Note{"pageName", "the page's sub_url, its title, or the name of its file"}};
}

// No Paging: here both numbers have rules of their own.
struct ListPages {
    std::int64_t page = 1;
    std::int64_t limit = 0;
};
BOOST_DESCRIBE_STRUCT(ListPages, (), (page, limit))
constexpr auto notes(const ListPages*)
{
    return std::array{Note{"page", "which page, counted from 1"}, Note{"limit", "how many entries a page has"}};
}

struct ListRevisions {
    std::int64_t page = 1;
};
BOOST_DESCRIBE_STRUCT(ListRevisions, (), (page))
constexpr auto notes(const ListRevisions*) { return std::array{Note{"page", "which page, counted from 1"}}; }

constexpr int own_segments = 7; // api, v1, repos, the owner, the repository, wiki, page or revisions

Result<WikiPage> show(const Call& call, const RepositoryContext& place, const WrittenPage& written)
{
    return show_page(call, place, *written.wiki.repository, written.wiki.commit, written.name);
}

Result<WikiPage> get(Call& call, const RepositoryContext& place, Path<PagePath>)
{
    const auto opened = TRY(open_wiki(call, place));
    return show_page(call, place, *opened.repository, opened.commit, sent_name(call, own_segments));
}

Result<Unlinked<WikiPageMetaData>> list(Call& call, const RepositoryContext& place, Query<ListPages> query)
{
    const auto& usual = call.settings().api.default_paging_num;
    const Paging paging{.page = std::max<std::int64_t>(query->page, 1),
                        .limit = query->limit <= 1 ? usual : query->limit};
    const auto found = TRY(list_pages(TRY(open_wiki(call, place)), paging));
    Unlinked<WikiPageMetaData> shown{{.items = {}, .total = found.total}};
    for (const auto& [name, last] : found.items) shown.page.items.push_back(show_meta(call, place, name, last));
    const auto address = call.settings().server.root_url + std::string(call.request.path().substr(1));
    for (auto& link : page_links(address, call.query, paging, found.total))
        call.reply_headers.emplace_back("Link", std::move(link));
    return shown;
}

Result<WikiCommitList> get_revisions(Call& call, const RepositoryContext& place, Path<PagePath>,
                                     Query<ListRevisions> query)
{
    const auto found = TRY(list_revisions(TRY(open_wiki(call, place)), sent_name(call, own_segments), query->page));
    WikiCommitList shown{.count = found.total};
    for (const auto& commit : found.items) shown.commits.push_back(show_revision(commit));
    call.reply_headers.emplace_back("X-Total-Count", std::to_string(shown.count));
    return shown;
}

Result<WikiPage> create(Call& call, const RepositoryContext& place, Body<CreateWikiPageOptions> body)
{
    return show(call, place, TRY(create_page(call, place, body.value)));
}

Result<WikiPage> edit(Call& call, const RepositoryContext& place, Path<PagePath>, Body<CreateWikiPageOptions> body)
{
    return show(call, place, TRY(edit_page(call, place, sent_name(call, own_segments), body.value)));
}

Result<> remove(Call& call, const RepositoryContext& place, Path<PagePath>)
{
    return delete_page(call, place, sent_name(call, own_segments));
}

// clang-format off
constexpr Operation page_operations[] = {
    {GET,    "/repos/{owner}/{repo}/wiki/pages",                scope::repository, reads_wiki,  handle<list>,           200, "repoGetWikiPages",         "List the pages of a wiki", {}, "WikiPageList"},
    {POST,   "/repos/{owner}/{repo}/wiki/new",                  scope::repository, writes_wiki, carries_files<create>,         201, "repoCreateWikiPage",       "Write a new page", {400, 422}},
    {GET,    "/repos/{owner}/{repo}/wiki/page/{pageName*}",      scope::repository, reads_wiki,  handle<get>,            200, "repoGetWikiPage",          "Get a page"},
    {PATCH,  "/repos/{owner}/{repo}/wiki/page/{pageName*}",      scope::repository, writes_wiki, carries_files<edit>,           200, "repoEditWikiPage",         "Rewrite a page, or move it", {400, 422}},
    {DELETE, "/repos/{owner}/{repo}/wiki/page/{pageName*}",      scope::repository, writes_wiki, handle<remove>,         204, "repoDeleteWikiPage",       "Delete a page"},
    {GET,    "/repos/{owner}/{repo}/wiki/revisions/{pageName*}", scope::repository, reads_wiki,  handle<get_revisions>,  200, "repoGetWikiPageRevisions", "List the revisions of a page"},
};
// clang-format on
static_assert(well_formed(page_operations));

} // namespace

const Table page_table{"repository", page_operations};

} // namespace cairn::wiki
