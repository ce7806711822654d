#include "wiki/wiki.hpp"

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "git/objects/edit.hpp"
#include "git/objects/walk.hpp"
#include "git/objects/writing.hpp"
#include "git/references/references.hpp"
#include "repositories/lifecycle/wiki_folder.hpp"
#include "repositories/references/authorship.hpp"
#include "repositories/references/signing.hpp"

namespace cairn::wiki {

using namespace api;
using access::Unit;
using events::WikiChanged;
using git::ObjectId;
using repositories::RepositoryContext;

namespace question {

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

} // namespace question

namespace {

// For who writes: also where it is not there yet.
Result<git::Repositories::Handle> open_or_make(const Call& call, const RepositoryContext& place)
{
    const auto& there = place.repository.wiki_storage;
    return call.site.get<git::Repositories>().open(
        there.empty() ? TRY(repositories::make_wiki(call.site, place.repository)) : there);
}

// One commit on the wiki's branch, in the name of the caller.
Result<ObjectId> commit(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                        const std::string& message, const std::function<Result<>(git::TreeEdit&)>& change)
{
    const auto author = repositories::author_of(accounts::account_of(call.caller), call.settings());
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
                                      .verifies = contents::verifier(call.site, place.repository, repository)}));
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

// What the page is in as long as nobody moves it; the file of its name where there is none.
std::string file_of(git::TreeEdit& edit, const PageName& name)
{
    for (const auto& file : name.files())
        if (edit.find(file)) return file;
    return name.file();
}

std::unexpected<Error> title_is_taken() { return fail(Errc::bad_request, "there is a page of this title already"); }

Result<void> check_seen(git::TreeEdit& edit, const std::string& old_file, const PageName& name, std::string_view seen)
{
    if (seen.empty()) return {};
    const auto there = edit.find(old_file);
    if (!there || there->id.hex() != seen) return fail(Errc::conflict, "somebody has changed the page meanwhile");
    const auto new_file = file_of(edit, name);
    if (new_file != old_file && edit.find(new_file)) return title_is_taken();
    return {};
}

Result<PageName> name_of(const CreateWikiPageOptions& options)
{
    if (text::trim(options.title).empty()) return fail(Errc::unprocessable, "[title]: is required");
    auto name = PageName::of_title(options.title);
    if (name.is_reserved()) return fail(Errc::bad_request, "this name is taken by a page of the site");
    return name;
}

} // namespace

Result<OpenedWiki> open_wiki(const Call& call, const RepositoryContext& place)
{
    if (place.repository.wiki_storage.empty()) return not_found("the wiki");
    auto repository = TRY(call.site.get<git::Repositories>().open(place.repository.wiki_storage));
    const auto commit = TRY(git::find_branch(*repository, place.repository.wiki_branch));
    return OpenedWiki{.repository = std::move(repository), .commit = commit};
}

Result<Page<ListedPage>> list_pages(const OpenedWiki& opened, const Paging& paging)
{
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
    Page<ListedPage> listed{.items = {}, .total = total};
    for (std::size_t i = 0; i < files.size(); ++i)
        listed.items.push_back({std::move(names[i]), TRY(git::read_commit(*opened.repository, last[i]))});
    return listed;
}

Result<Page<git::Commit>> list_revisions(const OpenedWiki& opened, const PageName& name, std::int64_t number)
{
    constexpr std::uint64_t at_once = 50;
    constexpr std::int64_t last_page = 1'000'000;
    const auto tree = TRY(opened.repository->peel(opened.commit, git::Kind::tree));
    const auto entry = TRY(find_page(*opened.repository, tree, name));
    const auto page = static_cast<std::uint64_t>(std::clamp<std::int64_t>(number, 1, last_page));
    const git::Walk history{.from = opened.commit, .path = entry.name, .skip = (page - 1) * at_once, .limit = at_once};
    Page<git::Commit> found{.items = {},
                            .total = static_cast<std::int64_t>(TRY(git::count_commits(*opened.repository, history)))};
    for (const auto& id : TRY(git::walk(*opened.repository, history)).commits)
        found.items.push_back(TRY(git::read_commit(*opened.repository, id)));
    return found;
}

Result<WrittenPage> create_page(const Call& call, const RepositoryContext& place, const CreateWikiPageOptions& wanted)
{
    auto name = TRY(name_of(wanted));
    const auto content = TRY(content_of(wanted));
    auto opened = TRY(open_or_make(call, place));
    const auto blob = TRY(git::write_blob(*opened, content));
    const auto message = wanted.message.empty() ? "Add \"" + name.title() + "\"" : wanted.message;
    const auto made = TRY(commit(call, place, *opened, message, [&](git::TreeEdit& edit) -> Result<> {
        if (edit.find(file_of(edit, name))) return title_is_taken();
        return edit.put(name.file(), {.id = blob});
    }));
    tell(call, place, WikiChanged::Act::created, name, message);
    return WrittenPage{.wiki = {.repository = std::move(opened), .commit = made}, .name = std::move(name)};
}

Result<WrittenPage> edit_page(const Call& call, const RepositoryContext& place, const PageName& old_name,
                              const CreateWikiPageOptions& wanted, std::string_view seen)
{
    auto name = TRY(name_of(wanted));
    const auto content = TRY(content_of(wanted));
    auto opened = TRY(open_or_make(call, place));
    const auto blob = TRY(git::write_blob(*opened, content));
    const auto message = wanted.message.empty() ? "Update \"" + name.address() + "\"" : wanted.message;
    const auto made = TRY(commit(call, place, *opened, message, [&](git::TreeEdit& edit) -> Result<> {
        const auto old_file = file_of(edit, old_name);
        // A page that keeps its title keeps its file.
        const auto new_file = old_name.file() == name.file() ? old_file : name.file();
        TRY(check_seen(edit, old_file, name, seen));
        if (old_file != new_file && edit.find(old_file)) TRY(edit.remove(old_file));
        return edit.put(new_file, {.id = blob});
    }));
    tell(call, place, WikiChanged::Act::edited, name, message);
    return WrittenPage{.wiki = {.repository = std::move(opened), .commit = made}, .name = std::move(name)};
}

Result<void> delete_page(const Call& call, const RepositoryContext& place, const PageName& name)
{
    const auto opened = TRY(open_wiki(call, place));
    const auto message = "Delete page \"" + name.address() + "\"";
    TRY(commit(call, place, *opened.repository, message, [&](git::TreeEdit& edit) -> Result<> {
        const auto file = file_of(edit, name);
        if (!edit.find(file)) return not_found("the page");
        return edit.remove(file);
    }));
    tell(call, place, WikiChanged::Act::deleted, name, "");
    return {};
}

} // namespace cairn::wiki
