// The home of a repository: its files, its README and what else is known of it; how to begin where there is nothing
// yet; how far it is where it is being copied.
#include "accounts/sign_in/in_person.hpp"
#include "base/log.hpp"
#include "contents/history.hpp"
#include "db/database.hpp"
#include "migrations/migration.hpp"
#include "pages/code/about.hpp"
#include "pages/code/code_place.hpp"
#include "pages/code/commit_target.hpp"
#include "pages/code/folder.hpp"
#include "pages/code/shown_branch.hpp"
#include "pages/code/shown_commit.hpp"
#include "pages/code/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/places/shown_migration.hpp"
#include "pulls/listed_pulls.hpp"
#include "repositories/lifecycle/mirror.hpp"
#include "repositories/lifecycle/offered_transfer.hpp"
#include "repositories/lifecycle/transfer.hpp"
#include "repositories/show.hpp"
#include "transport/upstream.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice transfer_accepted{"transfer-accepted", Phrase("The repository is yours now.")};
const Notice transfer_rejected{"transfer-rejected", Phrase("The repository stays where it is.")};
const Notice fork_synced{"fork-synced", Phrase("The branch has what its base has.")};
const Notice fork_current{"fork-current", Phrase("The branch had all of its base already.")};

struct ShownTransfer {
    std::string recipient;
    bool may_accept = false;
    bool may_reject = false;
};
BOOST_DESCRIBE_STRUCT(ShownTransfer, (), (recipient, may_accept, may_reject))

struct ShownUpstream {
    std::string base;
    std::string branch;
    bool behind = false;
    std::int64_t ahead_count = 0;
    std::int64_t behind_count = 0;
    bool may_sync = false;
};
BOOST_DESCRIBE_STRUCT(ShownUpstream, (), (base, branch, behind, ahead_count, behind_count, may_sync))

struct ShownMirror {
    std::string from;
    Time synced_at;
};
BOOST_DESCRIBE_STRUCT(ShownMirror, (), (from, synced_at))

struct CloneBox {
    std::string https{}; // empty: git is not heard there
    std::string ssh;
    bool archives = false;
    std::string archive; // the address without its ending
};
BOOST_DESCRIBE_STRUCT(CloneBox, (), (https, ssh, archives, archive))

struct HomeView {
    PageHead head{};
    RepositoryPlace place;
    repositories::Repository repository;
    CloneBox clone;
    bool feeds = false;
    bool may_write = false;
    bool may_edit = false; // the same, or by way of a fork
    bool may_use_as_template = false;
    std::optional<ShownMigration> migration{}; // it is being copied here
    bool may_cancel = false;                   // that
    bool may_see_migration = false;            // has a page for it
    std::optional<ShownTransfer> transfer{};
    std::optional<ShownUpstream> upstream{};
    std::optional<ShownMirror> mirror{};
    std::string propose{};  // a branch that the reader has pushed, and nobody proposes yet
    std::string trouble{};  // why there are no files, though there should be some
    bool has_files = false; // what is below is there
    CodePlace code{};
    std::optional<ShownCommit> last{};
    std::int64_t commits = 0;
    std::shared_ptr<const FolderPart> folder{};
    Pager pager{};             // of it
    std::string edit_readme{}; // the address of the page for that
    AboutPart about{};
};
BOOST_DESCRIBE_STRUCT(HomeView, (),
                      (head, place, repository, clone, feeds, may_write, may_edit, may_use_as_template, migration,
                       may_cancel, may_see_migration, transfer, upstream, mirror, propose, trouble, has_files, code,
                       last, commits, folder, pager, edit_readme, about))

struct HomeQuery {
    std::int64_t page = 1;
};
BOOST_DESCRIBE_STRUCT(HomeQuery, (), (page))
constexpr auto notes(const HomeQuery*) { return std::array{Note{"page", "of a folder with very much in it"}}; }

// How it stands to others.
void add_states(const Call& call, const RepositoryContext& place, HomeView& view)
{
    if (const auto transfer = repositories::offered_transfer(call, place))
        view.transfer = ShownTransfer{.recipient = transfer->recipient.name,
                                      .may_accept = transfer->may_accept,
                                      .may_reject = transfer->may_reject};
    if (place.repository.mirror)
        if (const auto mirror = repositories::find_pull_mirror(call.db(), place.repository.id))
            view.mirror = ShownMirror{.from = mirror->remote_address, .synced_at = mirror->synced_at};
    if (auto upstream = transport::upstream_state(call, place))
        view.upstream = ShownUpstream{.base = std::move(upstream->base),
                                      .branch = std::move(upstream->branch),
                                      .behind = upstream->behind,
                                      .ahead_count = upstream->ahead_count,
                                      .behind_count = upstream->behind_count,
                                      .may_sync = upstream->behind && view.may_write};
}

Result<void> add_files(const Call& call, const RepositoryContext& place, std::int64_t page, HomeView& view)
{
    const auto repository = TRY(contents::open_repository(call, place));
    const auto revision = contents::find_revision(*repository, place, {});
    if (!revision) return {}; // nothing was pushed to the default branch
    const auto tree = TRY(repository->peel(revision->commit, git::Kind::tree));
    view.has_files = true;
    view.code = code_place(call, place, *repository, *revision, "");
    view.last = TRY(show_last_commit(call, place, *repository, revision->commit));
    view.commits =
        TRY(contents::count_commits(call.site, place.repository, *repository, git::Walk{.from = revision->commit}));
    view.folder = TRY(show_folder(call, place, *repository, *revision, "", tree, page));
    view.about = about_repository(call, place);
    view.clone.archive = repository_address(place) + "/archive/" + contents::escape_path(revision->name);
    view.head.values = {{"sha", revision->name}};
    view.pager = folder_pager(call, *view.folder, page);
    if (const auto& readme = view.folder->readme) {
        if (view.may_edit) view.edit_readme = change_address(place, "_edit", *revision, readme->path);
        view.head.values.emplace("filepath", readme->path);
        view.head.has_drawings = readme->draws;
    }
    if (view.about.release) view.head.values.emplace("tag", view.about.release->tag_name);
    return {};
}

// A copy that has brought nothing: who can try again is told, instead of how to push to what is empty.
bool has_failed(const RepositoryContext& place, const migrations::StoredMigration& migration)
{
    return place.repository.empty && place.access.administers() && migration.state != migrations::State::done;
}

Result<HomeView> show(Call& call, const RepositoryContext& place, Query<HomeQuery> query)
{
    HomeView view{.place = repository_place(call, place, RepositoryTab::code),
                  .repository = repositories::show_repository(call, place.repository, place.owner, place.access)};
    if (!place.access.reads(access::Unit::code)) {
        // What of it is for them has a tab.
        if (!view.place.tabs.empty()) return elsewhere(Errc::see_other, view.place.tabs.front().address);
        return fail(Errc::forbidden, "you may not read code of this repository");
    }
    const auto& settings = call.settings();
    view.clone = {.https = settings.repository.disable_http_git ? "" : view.repository.clone_url,
                  .ssh = view.repository.ssh_url,
                  .archives = !settings.repository.disable_download_source_archives};
    view.feeds = settings.other.enable_feed;
    view.may_write = may_change_branches(call, place);
    view.may_edit = may_propose_changes_here(call, place);
    view.may_use_as_template = place.repository.template_ && !call.caller.anonymous() && !place.repository.empty;
    if (const auto migration = migrations::find_migration(call.db(), place.repository.id);
        migration && (!migration->is_over() || has_failed(place, *migration))) {
        view.migration = show_migration(language_of(call), *migration);
        view.may_cancel = !migration->canceled && place.access.administers();
        view.may_see_migration = place.access.administers();
        return view;
    }
    add_states(call, place, view);
    if (place.repository.empty) return view;
    if (place.access.reads(access::Unit::pulls) && !place.repository.archived())
        view.propose = pulls::branch_to_propose(call, place);
    if (const auto added = add_files(call, place, query->page, view); !added) {
        // The rest of the page is as good without them.
        log::error("the files of a repository cannot be shown",
                   {{"repository", place.repository.id}, {"error", added.error().message}});
        view.trouble = language_of(call).say(Phrase("The files cannot be read at the moment. Try again later."));
        view.has_files = false;
        view.head.status = 503;
    }
    return view;
}

// The address that git has.
Result<Raw> lead_home(Call&, Path<repositories::RepositoryPath> path)
{
    return elsewhere(Errc::moved, repository_address(path->owner, path->repo));
}

Result<Done> accept(Call& call, const RepositoryContext& place)
{
    const auto owner = TRY(repositories::accept_transfer(call, place));
    return done(repository_address(owner.name, place.repository.name), transfer_accepted);
}

Result<Done> reject(Call& call, const RepositoryContext& place)
{
    TRY(repositories::reject_transfer(call, place));
    // Whoever saw it because it was offered may see it no longer.
    const auto now = repositories::find_repository(call.db(), place.repository.id);
    const bool sees = now && access::access_to(call.db(), access::Viewer::of(call.caller), now->facts()).sees();
    return done(sees ? repository_address(place) : "/", transfer_rejected);
}

Result<Done> sync(Call& call, const RepositoryContext& place)
{
    const auto merged = TRY(transport::merge_upstream(call, place, {}));
    return done(repository_address(place), merged == transport::UpstreamMerge::up_to_date ? fork_current : fork_synced);
}

constexpr auto& home_page =
    shows<show, "repository/home", "repoGet GetTree repoGetRawFile repoGetLanguages repoGetReleaseByTag">;

using accounts::in_person;
using repositories::sees_repository;
using repositories::sees_repository_signed_in;
using repositories::writes_live_code;

// clang-format off
constexpr Operation home_operations[] = {
    {GET,  "/{owner}/{repo}",                         scope::none, sees_repository,                      home_page,         200, "siteRepository",     "Show a repository"},
    {GET,  "/{owner}/{repo}.git",                     scope::none, unguarded,                            handle<lead_home>, 301, "siteRepositoryGit",  "Lead from the address for git to the repository"},
    {POST, "/{owner}/{repo}/action/accept_transfer",  scope::none, in_person<sees_repository_signed_in>, does<accept>,      303, "siteAcceptTransfer", "Take a repository that was offered"},
    {POST, "/{owner}/{repo}/action/reject_transfer",  scope::none, sees_repository_signed_in,            does<reject>,      303, "siteRejectTransfer", "Refuse a repository that was offered"},
    {POST, "/{owner}/{repo}/branches/merge-upstream", scope::none, writes_live_code,                     does<sync>,        303, "siteSyncFork",       "Bring the default branch of a fork up to that of its base"},
};
// clang-format on
static_assert(well_formed(home_operations));

} // namespace

const Table repository_home_table{"site", home_operations, Door::site, refuse_page};

} // namespace cairn::pages
