// Writing pages of a wiki: new ones and changed ones, with a preview; and deleting them.
#include "base/encoding.hpp"
#include "config/settings.hpp"
#include "contents/edited_file.hpp"
#include "pages/diff/shown_change.hpp"
#include "pages/page.hpp"
#include "pages/wiki/tables.hpp"
#include "pages/wiki/wiki_place.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using wiki::PageName;
using words::Phrase;

namespace {

const Notice wiki_page_made{"wiki-page-made", Phrase("The page is written.")};
const Notice wiki_page_saved{"wiki-page-saved", Phrase("The page is changed.")};
const Notice wiki_page_deleted{"wiki-page-deleted", Phrase("The page is deleted.")};

struct WikiEditPath {
    std::string page;
};
BOOST_DESCRIBE_STRUCT(WikiEditPath, (), (page))
constexpr auto notes(const WikiEditPath*) { return std::array{Note{"page", "the name of a page of the wiki"}}; }

struct WikiNewQuery {
    std::string title;
};
BOOST_DESCRIBE_STRUCT(WikiNewQuery, (), (title))
constexpr auto notes(const WikiNewQuery*) { return std::array{Note{"title", "what the page may be called"}}; }

struct WikiForm {
    std::string title;
    std::string content;
    std::string message;
    std::string sha;     // of the page's file as it was opened
    std::string preview; // "text" or "change": show that, and write nothing
};
BOOST_DESCRIBE_STRUCT(WikiForm, (), (title, content, message, sha, preview))
constexpr auto notes(const WikiForm*)
{
    return std::array{Note{.member = "title", .required = true, .max_length = 250},
                      Note{.member = "content", .max_length = whole_file},
                      Note{.member = "message", .max_length = 1000}};
}

struct WikiPreview {
    std::optional<Html> text{};
    std::optional<ShownChange> change{};
};
BOOST_DESCRIBE_STRUCT(WikiPreview, (), (text, change))

// Somebody else was faster.
struct WikiMeanwhile {
    bool gone = false;    // the page was deleted
    std::string theirs{}; // what is there now
    ShownChange change{}; // from that to what was sent
};
BOOST_DESCRIBE_STRUCT(WikiMeanwhile, (), (gone, theirs, change))

struct WikiEditView {
    PageHead head{};
    RepositoryPlace place;
    WikiPlace wiki;
    bool is_new = false;
    std::string title{};  // of the page as it is
    std::string action{}; // where the form goes
    std::string back{};
    std::string sha{};
    bool unreadable = false; // it cannot be changed here
    std::optional<WikiMeanwhile> meanwhile{};
    std::optional<WikiPreview> preview{};
    Form<WikiForm> form;
};
BOOST_DESCRIBE_STRUCT(WikiEditView, (),
                      (head, place, wiki, is_new, title, action, back, sha, unreadable, meanwhile, preview, form))

struct WikiDeleteView {
    PageHead head{};
    RepositoryPlace place;
    WikiPlace wiki;
    std::string title;
    std::string address;
    std::string action;
};
BOOST_DESCRIBE_STRUCT(WikiDeleteView, (), (head, place, wiki, title, address, action))

const PageOf<WikiEditView> wiki_edit_again{"wiki/edit"};

WikiEditView new_view(const Call& call, const RepositoryContext& place, Form<WikiForm> form)
{
    const auto base = wiki_address(place);
    return {.place = repository_place(call, place, RepositoryTab::wiki),
            .wiki = wiki_place(call, place),
            .is_new = true,
            .action = base + "?action=_new",
            .back = base,
            .form = std::move(form)};
}

// The page as it is; nothing where it is gone and the form, which says which one it was, came back.
Result<std::optional<wiki::PageText>> find_text(const Call& call, const RepositoryContext& place, const PageName& name,
                                                bool sent)
{
    const auto opened = wiki::open_wiki(call, place);
    if (!opened) return std::unexpected(opened.error());
    auto page = wiki::read_page(*opened->repository, opened->commit, name);
    if (page) return std::optional(std::move(*page));
    if (page.error().code == Errc::not_found && sent) return std::nullopt;
    return std::unexpected(std::move(page).error());
}

Result<WikiEditView> edit_view(const Call& call, const RepositoryContext& place, const PageName& name,
                               Form<WikiForm> form, const WikiForm* sent)
{
    const bool came_back = form.sent() || sent != nullptr;
    auto page = TRY(find_text(call, place, name, came_back));
    auto view = new_view(call, place, std::move(form));
    view.is_new = false;
    view.title = wiki_title(name);
    view.action = wiki_address(place, name, "_edit");
    view.back = wiki_address(place, name);
    if (page) {
        view.head.values = {{"pageName", wiki_drawer_name(name)}};
        view.sha = page->sha;
        view.unreadable = page->unreadable;
    }
    WikiForm first{.title = view.title};
    if (page) first.content = page->text;
    view.form.begin_with(sent != nullptr ? *sent : first);
    // Without an id, the form was made when there was no page.
    if (came_back && view.form.value("sha") != view.sha) {
        view.meanwhile = WikiMeanwhile{.gone = !page};
        if (page) {
            view.meanwhile->change =
                show_change(page->text, contents::with_line_ends_of(page->text, view.form.value("content")));
            view.meanwhile->theirs = std::move(page->text);
        }
        view.head.status = 409;
    }
    return view;
}

Raw show_preview(Call& call, const RepositoryContext& place, WikiEditView view, const WikiForm& sent,
                 std::string_view before)
{
    const auto text = contents::with_line_ends_of(before, sent.content);
    view.preview = WikiPreview{};
    if (sent.preview == "change") view.preview->change = show_change(before, text);
    else view.preview->text = wiki_text(call, place, text);
    view.head.status = 200;
    const auto head = view.head;
    return wiki_edit_again.show(call, std::move(view), head);
}

Result<wiki::CreateWikiPageOptions> options_of(const Call& call, const WikiForm& sent, std::string_view before)
{
    if (sent.content.size() > static_cast<std::size_t>(call.settings().limits.max_text_bytes))
        return fail(Errc::too_large, "[content]: the text is too long to be written here");
    return wiki::CreateWikiPageOptions{.title = sent.title,
                                       .content_base64 =
                                           base64_encode(contents::with_line_ends_of(before, sent.content)),
                                       .message = sent.message};
}

// What is wrong with a title stands beside it.
template <class T> Result<T> beside_title(Result<T> result)
{
    if (!result && result.error().code == Errc::bad_request) return at("title", std::move(result));
    return result;
}

Result<WikiEditView> show_new(Call& call, const RepositoryContext& place, Query<WikiNewQuery> query,
                              Form<WikiForm> form)
{
    form.begin_with({.title = query->title.empty() && !wiki::open_wiki(call, place) ? "Home" : query->title});
    return new_view(call, place, std::move(form));
}

Result<Raw> create(Call& call, const RepositoryContext& place, Body<WikiForm> body)
{
    if (!body->preview.empty())
        return show_preview(call, place, new_view(call, place, Form<WikiForm>(body.value)), body.value, "");
    const auto wanted = TRY(options_of(call, body.value, ""));
    const auto made = TRY(beside_title(wiki::create_page(call, place, wanted)));
    return answer_done(call, done(wiki_address(place, made.name), wiki_page_made));
}

Result<WikiEditView> show_edit(Call& call, const RepositoryContext& place, Path<WikiEditPath>, Form<WikiForm> form)
{
    return edit_view(call, place, wiki::sent_name(call, before_wiki_page), std::move(form), nullptr);
}

Result<Raw> edit(Call& call, const RepositoryContext& place, Path<WikiEditPath>, Body<WikiForm> body)
{
    const auto name = wiki::sent_name(call, before_wiki_page);
    const auto page = TRY(find_text(call, place, name, true));
    const std::string_view before = page ? std::string_view(page->text) : std::string_view();
    if (!body->preview.empty())
        return show_preview(call, place, TRY(edit_view(call, place, name, Form<WikiForm>(), &body.value)), body.value,
                            before);
    if (page && page->unreadable) return fail(Errc::unprocessable, "this page cannot be edited as a text");
    if (page && body->sha.empty()) return fail(Errc::conflict, "somebody has written the page meanwhile");
    const auto wanted = TRY(options_of(call, body.value, before));
    // Whoever was told that the page is gone and sends the text again writes it anew.
    const auto made = TRY(beside_title(body->sha.empty() ? wiki::create_page(call, place, wanted)
                                                         : wiki::edit_page(call, place, name, wanted, body->sha)));
    return answer_done(call, done(wiki_address(place, made.name), wiki_page_saved));
}

Result<WikiDeleteView> show_delete(Call& call, const RepositoryContext& place, Path<WikiEditPath>)
{
    const auto name = wiki::sent_name(call, before_wiki_page);
    TRY(find_text(call, place, name, false));
    return WikiDeleteView{.head = {.values = {{"pageName", wiki_drawer_name(name)}}},
                          .place = repository_place(call, place, RepositoryTab::wiki),
                          .wiki = wiki_place(call, place),
                          .title = wiki_title(name),
                          .address = wiki_address(place, name),
                          .action = wiki_address(place, name, "_delete")};
}

Result<Done> remove(Call& call, const RepositoryContext& place, Path<WikiEditPath>)
{
    TRY(wiki::delete_page(call, place, wiki::sent_name(call, before_wiki_page)));
    return done(wiki_address(place) + "?action=_pages", wiki_page_deleted);
}

constexpr auto& new_page = shows<show_new, "wiki/edit", "repoGet repoCreateWikiPage">;
constexpr auto& edit_page = shows<show_edit, "wiki/edit", "repoGet repoGetWikiPage repoEditWikiPage">;
constexpr auto& delete_page = shows<show_delete, "wiki/delete", "repoGetWikiPage repoDeleteWikiPage">;

using wiki::writes_wiki;

// clang-format off
constexpr Operation edit_operations[] = {
    {GET,  "/{owner}/{repo}/wiki?action=_new",            scope::none, writes_wiki, new_page,              200, "siteNewWikiPage",     "Show the form for a new page of a wiki"},
    {POST, "/{owner}/{repo}/wiki?action=_new",            scope::none, writes_wiki, does<create, new_page>, 303, "siteWikiPageMade",    "Write a new page of a wiki"},
    {GET,  "/{owner}/{repo}/wiki/{page*}?action=_edit",   scope::none, writes_wiki, edit_page,             200, "siteEditWikiPage",    "Show the form that changes a page of a wiki"},
    {POST, "/{owner}/{repo}/wiki/{page*}?action=_edit",   scope::none, writes_wiki, does<edit, edit_page>, 303, "siteWikiPageEdited",  "Change a page of a wiki"},
    {GET,  "/{owner}/{repo}/wiki/{page*}?action=_delete", scope::none, writes_wiki, delete_page,           200, "siteDeleteWikiPage",  "Ask whether to delete a page of a wiki"},
    {POST, "/{owner}/{repo}/wiki/{page*}?action=_delete", scope::none, writes_wiki, does<remove>,          303, "siteWikiPageDeleted", "Delete a page of a wiki"},
};
// clang-format on
static_assert(well_formed(edit_operations));

} // namespace

const Table wiki_edit_table{"site", edit_operations, Door::site, refuse_page};

} // namespace cairn::pages
