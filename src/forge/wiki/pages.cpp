// The pages of a wiki: listing, reading, writing and deleting them, and their revisions.
#include "contents/commit.hpp"
#include "repositories/references/signing.hpp"

#include "api/links.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "git/objects/edit.hpp"
#include "git/objects/walk.hpp"
#include "git/objects/writing.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "repositories/lifecycle/wiki_folder.hpp"
#include "repositories/references/authorship.hpp"
#include "wiki/page.hpp"
#include "wiki/tables.hpp"

namespace cairn::wiki {

using namespace api;
using enum Method;
using access::Unit;
using events::WikiChanged;
using git::ObjectId;
using repositories::RepositoryContext;

namespace {

struct CreateWikiPageOptions {
    std::string title;
    std::string content_base64;
    std::string message;
};
BOOST_DESCRIBE_STRUCT(CreateWikiPageOptions, (), (title, content_base64, message))
constexpr auto notes(const CreateWikiPageOptions*)
{
    return std::array{Note{.member = "title", .doc = "another one moves the page", .required = true, .max_length = 250},
                      Note{"content_base64", "all of it; left out, the page becomes empty"},
                      Note{"message", "of the commit"}};
}

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

// Whoever may not read the wiki is not told of it; a wiki that is switched off is there for nobody.
Result<void> reads(const Call&, const RepositoryContext& place)
{
    if (!place.access.reads(Unit::wiki)) return not_found("the wiki");
    return {};
}
Result<void> changes(const Call& call, const RepositoryContext& place)
{
    TRY(reads(call, place));
    TRY(repositories::question::signed_in(call, place));
    TRY(repositories::question::not_archived(call, place));
    return repositories::question::writes(call, place, Unit::wiki);
}
constexpr Guard reads_wiki = repositories::repository_guard<reads>("reads the wiki");
constexpr Guard writes_wiki = repositories::repository_guard<changes>("writes to the wiki", {401, 403, 404, 423});

// What follows the operation's own part of the path, as it was sent: names of pages differ by their escapes.
std::string_view sent_name(const Call& call)
{
    auto rest = call.request.path();
    constexpr int own_segments = 7; // api, v1, repos, the owner, the repository, wiki, page or revisions
    for (int segment = 0; segment < own_segments; ++segment) {
        while (rest.starts_with('/')) rest.remove_prefix(1);
        rest.remove_prefix(std::min(rest.find('/'), rest.size()));
    }
    return rest;
}

struct Opened {
    git::Repositories::Handle repository;
    ObjectId commit;
};

Result<Opened> open(const Call& call, const RepositoryContext& place)
{
    if (place.repository.wiki_storage.empty()) return not_found("the wiki");
    auto repository = TRY(call.site.open_repositories.open(place.repository.wiki_storage));
    const auto commit = TRY(git::find_branch(*repository, place.repository.wiki_branch));
    return Opened{.repository = std::move(repository), .commit = commit};
}

// For who writes: also where it is not there yet.
Result<git::Repositories::Handle> open_or_make(const Call& call, const RepositoryContext& place)
{
    const auto& there = place.repository.wiki_storage;
    return call.site.open_repositories.open(there.empty() ? TRY(repositories::make_wiki(call.site, place.repository))
                                                          : there);
}

Result<WikiPage> get(Call& call, const RepositoryContext& place, Path<PagePath>)
{
    const auto opened = TRY(open(call, place));
    return show_page(call, place, *opened.repository, opened.commit, PageName::of_request(sent_name(call)));
}

Result<Unlinked<WikiPageMetaData>> list(Call& call, const RepositoryContext& place, Query<ListPages> query)
{
    const auto opened = TRY(open(call, place));
    const auto& usual = call.settings().api.default_paging_num;
    const Paging paging{.page = std::max<std::int64_t>(query->page, 1),
                        .limit = query->limit <= 1 ? usual : query->limit};
    const auto entries =
        TRY(git::read_tree(*opened.repository, TRY(opened.repository->peel(opened.commit, git::Kind::tree))));
    const auto total = static_cast<std::int64_t>(entries.size());
    std::vector<std::string> files;
    std::vector<PageName> names;
    const auto first = paging.page > total ? total : std::min(paging.offset(), total);
    for (auto i = first; i < total && i - first < paging.limit; ++i) {
        const auto& entry = entries[static_cast<std::size_t>(i)];
        const auto name = PageName::of_file(entry.name);
        if (!name || !entry.is_file()) continue;
        files.push_back(entry.name);
        names.push_back(*name);
    }
    const auto last = TRY(last_changes(*opened.repository, opened.commit, files));
    Unlinked<WikiPageMetaData> shown{{.items = {}, .total = total}};
    for (std::size_t i = 0; i < files.size(); ++i)
        shown.page.items.push_back(
            show_meta(call, place, names[i], TRY(git::read_commit(*opened.repository, last[i]))));
    const auto address = call.settings().server.root_url + std::string(call.request.path().substr(1));
    for (auto& link : page_links(address, call.query, paging, total))
        call.reply_headers.emplace_back("Link", std::move(link));
    return shown;
}

Result<WikiCommitList> list_revisions(Call& call, const RepositoryContext& place, Path<PagePath>,
                                      Query<ListRevisions> query)
{
    constexpr std::uint64_t at_once = 50;
    constexpr std::int64_t last_page = 1'000'000;
    const auto opened = TRY(open(call, place));
    const auto tree = TRY(opened.repository->peel(opened.commit, git::Kind::tree));
    const auto entry = TRY(find_page(*opened.repository, tree, PageName::of_request(sent_name(call))));
    const auto page = static_cast<std::uint64_t>(std::clamp<std::int64_t>(query->page, 1, last_page));
    const git::Walk history{.from = opened.commit, .path = entry.name, .skip = (page - 1) * at_once, .limit = at_once};
    WikiCommitList shown{.count = static_cast<std::int64_t>(TRY(git::count_commits(*opened.repository, history)))};
    for (const auto& id : TRY(git::walk(*opened.repository, history)).commits)
        shown.commits.push_back(show_revision(TRY(git::read_commit(*opened.repository, id))));
    call.reply_headers.emplace_back("X-Total-Count", std::to_string(shown.count));
    return shown;
}

// One commit on the wiki's branch, in the name of the caller.
Result<ObjectId> commit(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                        const std::string& message, const std::function<Result<>(git::TreeEdit&)>& change)
{
    const auto author = repositories::author_of(*call.caller.account, call.settings());
    return git::commit_to(
        repository, place.repository.wiki_branch,
        [&](const ObjectId& head) -> Result<git::NewCommit> {
            git::TreeEdit edit(repository, head.is_zero() ? head : TRY(repository.peel(head, git::Kind::tree)));
            TRY(change(edit));
            return git::NewCommit{.tree = TRY(edit.write()),
                                  .parents = head.is_zero() ? std::vector<ObjectId>() : std::vector{head},
                                  .author = author,
                                  .committer = author,
                                  .message = message + "\n"};
        },
        repositories::signing_writer(call.site,
                                     {.conditions = call.settings().repository_signing.wiki,
                                      .account_id = call.caller.id,
                                      .verifies = contents::verifier(call.site, repository)}));
}

void tell(const Call& call, const RepositoryContext& place, WikiChanged::Act act, const PageName& name,
          const std::string& comment)
{
    call.db().write([&](db::Transaction& tx) {
        call.site.events.tell(tx,
                              WikiChanged{.repository_id = place.repository.id,
                                          .actor_id = call.caller.id,
                                          .act = act,
                                          .page = name.address(),
                                          .comment = comment});
    });
}

Result<std::string> content_of(const CreateWikiPageOptions& options)
{
    auto bytes = base64_decode(options.content_base64);
    if (!bytes) return fail(Errc::bad_request, "content_base64 is not Base64");
    return std::move(*bytes);
}

Result<PageName> name_of(const CreateWikiPageOptions& options)
{
    if (text::trim(options.title).empty()) return fail(Errc::unprocessable, "[title]: is required");
    auto name = PageName::of_title(options.title);
    if (name.is_reserved()) return fail(Errc::bad_request, "this name is taken by a page of the site");
    return name;
}

Result<WikiPage> create(Call& call, const RepositoryContext& place, Body<CreateWikiPageOptions> body)
{
    const auto name = TRY(name_of(body.value));
    const auto content = TRY(content_of(body.value));
    const auto opened = TRY(open_or_make(call, place));
    const auto blob = TRY(git::write_blob(*opened, content));
    const auto message = body->message.empty() ? "Add \"" + name.title() + "\"" : body->message;
    const auto made = TRY(commit(call, place, *opened, message, [&](git::TreeEdit& edit) -> Result<> {
        if (edit.find(name.file())) return fail(Errc::bad_request, "there is a page of this title already");
        return edit.put(name.file(), {.id = blob});
    }));
    tell(call, place, WikiChanged::Act::created, name, message);
    return show_page(call, place, *opened, made, name);
}

Result<WikiPage> edit(Call& call, const RepositoryContext& place, Path<PagePath>, Body<CreateWikiPageOptions> body)
{
    const auto old_name = PageName::of_request(sent_name(call));
    const auto name = TRY(name_of(body.value));
    const auto content = TRY(content_of(body.value));
    const auto opened = TRY(open_or_make(call, place));
    const auto blob = TRY(git::write_blob(*opened, content));
    const auto message = body->message.empty() ? "Update \"" + name.address() + "\"" : body->message;
    const auto made = TRY(commit(call, place, *opened, message, [&](git::TreeEdit& edit) -> Result<> {
        if (old_name.file() != name.file() && edit.find(old_name.file())) TRY(edit.remove(old_name.file()));
        return edit.put(name.file(), {.id = blob});
    }));
    tell(call, place, WikiChanged::Act::edited, name, message);
    return show_page(call, place, *opened, made, name);
}

Result<> remove(Call& call, const RepositoryContext& place, Path<PagePath>)
{
    const auto name = PageName::of_request(sent_name(call));
    const auto opened = TRY(open(call, place));
    const auto message = "Delete page \"" + name.address() + "\"";
    TRY(commit(call, place, *opened.repository, message, [&](git::TreeEdit& edit) -> Result<> {
        if (!edit.find(name.file())) return not_found("the page");
        return edit.remove(name.file());
    }));
    tell(call, place, WikiChanged::Act::deleted, name, "");
    return {};
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/wiki/pages",                scope::repository, reads_wiki,  handle<list>,           200, "repoGetWikiPages",         "List the pages of a wiki", {}, "WikiPageList"},
    {POST,   "/repos/{owner}/{repo}/wiki/new",                  scope::repository, writes_wiki, handle<create>,         201, "repoCreateWikiPage",       "Write a new page", {400, 422}},
    {GET,    "/repos/{owner}/{repo}/wiki/page/{pageName*}",      scope::repository, reads_wiki,  handle<get>,            200, "repoGetWikiPage",          "Get a page"},
    {PATCH,  "/repos/{owner}/{repo}/wiki/page/{pageName*}",      scope::repository, writes_wiki, handle<edit>,           200, "repoEditWikiPage",         "Rewrite a page, or move it", {400, 422}},
    {DELETE, "/repos/{owner}/{repo}/wiki/page/{pageName*}",      scope::repository, writes_wiki, handle<remove>,         204, "repoDeleteWikiPage",       "Delete a page"},
    {GET,    "/repos/{owner}/{repo}/wiki/revisions/{pageName*}", scope::repository, reads_wiki,  handle<list_revisions>, 200, "repoGetWikiPageRevisions", "List the revisions of a page"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table page_table{"repository", operations};

} // namespace cairn::wiki
