// The large files of a repository, and who says to be working on which.
#include "lfs/lock.hpp"
#include "lfs/object_list.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/repository_settings/tables.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice lock_removed{"lfs-lock-removed", Phrase("The lock is removed.")};

constexpr std::int64_t most_looked_at = 1000;

struct LargeFilesQuery : Paging {
    std::string locks; // those after this one
};
BOOST_DESCRIBE_STRUCT(LargeFilesQuery, (Paging), (locks))

struct LargeFilesView {
    RepositoryPlace place;
    Navigation navigation{};
    std::string base; // the address of this page
    std::int64_t size = 0;
    std::vector<lfs::ListedObject> objects{};
    Pager pager{};
    std::vector<lfs::StoredLock> locks{};
    std::string more_locks{}; // where they go on; empty: nowhere
};
BOOST_DESCRIBE_STRUCT(LargeFilesView, (), (place, navigation, base, size, objects, pager, locks, more_locks))

struct OrphanedFilesView {
    RepositoryPlace place;
    Navigation navigation{};
    std::string base; // of the list
    std::vector<lfs::ListedObject> objects{};
    std::int64_t size = 0;
    bool all = true;
};
BOOST_DESCRIBE_STRUCT(OrphanedFilesView, (), (place, navigation, base, objects, size, all))

struct LfsLockPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(LfsLockPath, (), (id))

std::string files_address(const RepositoryContext& place) { return repository_address(place) + "/settings/lfs"; }

lfs::LfsContext lfs_place(const Call& call, const RepositoryContext& place)
{
    return {
        .repository = place.repository, .owner = place.owner, .viewer = access::Viewer::of(call.caller), .person = {}};
}

Result<LargeFilesView> show(Call& call, const RepositoryContext& place, Query<LargeFilesQuery> query)
{
    TRY(lfs::check_offered(call));
    const auto found = lfs::list_objects(call.db(), place.repository.id, query.value);
    auto locks = TRY(lfs::locks_of(call, lfs_place(call, place), {.cursor = query->locks}));
    LargeFilesView view{.place = repository_place(call, place, RepositoryTab::settings),
                        .navigation = repository_settings_navigation(call),
                        .base = files_address(place),
                        .size = place.repository.lfs_size,
                        .objects = found.items,
                        .pager = pager(call, query.value, found.total),
                        .locks = std::move(locks.locks)};
    if (!locks.next_cursor.empty()) view.more_locks = view.base + "?locks=" + locks.next_cursor;
    return view;
}

// On a page of its own, because it looks into git.
Result<OrphanedFilesView> show_orphaned(Call& call, const RepositoryContext& place)
{
    TRY(lfs::check_offered(call));
    auto found = TRY(lfs::find_orphaned(call.site, place.repository, most_looked_at));
    OrphanedFilesView view{.place = repository_place(call, place, RepositoryTab::settings),
                           .navigation = repository_settings_navigation(call),
                           .base = files_address(place),
                           .objects = std::move(found.objects),
                           .all = found.all};
    for (const auto& object : view.objects) view.size += object.size;
    return view;
}

Result<Done> unlock(Call& call, const RepositoryContext& place, Path<LfsLockPath> path)
{
    TRY(lfs::check_offered(call));
    TRY(lfs::unlock_file(call, lfs_place(call, place), path->id, {.force = true}));
    return done(files_address(place) + "#locks", lock_removed);
}

using repositories::administers_live_repository;
using repositories::administers_repository;
constexpr auto& files_page = shows<show, "repository_settings/large_files", "repoGet">;
constexpr auto& orphaned_page = shows<show_orphaned, "repository_settings/orphaned_files", "repoGet">;

// clang-format off
constexpr Operation large_file_operations[] = {
    {GET,  "/{owner}/{repo}/settings/lfs",                   scope::none, administers_repository,      files_page,   200, "siteLargeFiles", "Show the large files of a repository"},
    {GET,  "/{owner}/{repo}/settings/lfs/orphaned",          scope::none, administers_repository,      orphaned_page, 200, "siteOrphanedFiles", "Show the large files that nothing points to"},
    {POST, "/{owner}/{repo}/settings/lfs/locks/{id}/delete", scope::none, administers_live_repository, does<unlock>, 303, "siteUnlockFile", "Remove a lock of a large file"},
};
// clang-format on
static_assert(well_formed(large_file_operations));

} // namespace

const Table large_files_table{"site", large_file_operations, Door::site, refuse_page};

} // namespace cairn::pages
