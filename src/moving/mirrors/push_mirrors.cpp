// The mirrors of a repository elsewhere: which there are, and bringing them up to date.
#include "db/database.hpp"
#include "mirrors/push_mirror.hpp"
#include "mirrors/tables.hpp"
#include "repositories/lifecycle/interval.hpp"

namespace cairn::mirrors {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

struct PushMirror {
    std::string repo_name;
    std::string remote_name;
    std::string remote_address;
    Time created;
    Time last_update;
    std::string last_error;
    std::string interval;
    bool sync_on_commit = false;
};
BOOST_DESCRIBE_STRUCT(PushMirror, (),
                      (repo_name, remote_name, remote_address, created, last_update, last_error, interval,
                       sync_on_commit))
constexpr auto notes(const PushMirror*)
{
    return std::array{Note{"", "A repository elsewhere that follows one of this site"},
                      Note{"remote_name", "what the mirror is called here"},
                      Note{"remote_address", "where it is, without credentials"},
                      Note{"last_error", "why it could not be brought up to date; empty if it could"},
                      Note{"interval", "how often it is brought up to date, such as 8h0m0s; 0s: not by itself"},
                      Note{"sync_on_commit", "it is brought up to date after every push"}};
}

struct MirrorPath {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(MirrorPath, (), (name))
constexpr auto notes(const MirrorPath*) { return std::array{Note{"name", "what the mirror is called here"}}; }

using repositories::question::administers_at_once;
constexpr Guard administers = repositories::administers_repository_at_once;
constexpr Guard administers_live = repositories::repository_guard<
    repositories::question::both<administers_at_once, repositories::question::not_archived>>(
    "administers the repository, which is not archived", {403, 404, 423});

PushMirror show(const RepositoryContext& place, const StoredPushMirror& mirror)
{
    return {.repo_name = place.repository.name,
            .remote_name = mirror.remote_name,
            .remote_address = mirror.remote_address,
            .created = mirror.created_at,
            .last_update = mirror.updated_at.seconds != 0 ? mirror.updated_at : Time::never(),
            .last_error = mirror.last_error,
            .interval = repositories::show_interval(mirror.interval_seconds),
            .sync_on_commit = mirror.sync_on_commit};
}

Result<Page<PushMirror>> list(Call& call, const RepositoryContext& place, Query<Paging> paging)
{
    const auto found = list_push_mirrors(call.db(), place.repository.id, paging.value);
    Page<PushMirror> shown{.items = {}, .total = found.total};
    for (const auto& mirror : found.items) shown.items.push_back(show(place, mirror));
    return shown;
}

Result<PushMirror> get(Call& call, const RepositoryContext& place, Path<MirrorPath> path)
{
    return show(place, TRY(find_push_mirror(call.db(), place.repository.id, path->name)));
}

Result<PushMirror> add(Call& call, const RepositoryContext& place, Body<CreatePushMirrorOption> body)
{
    return show(place, TRY(add_push_mirror(call, place, body.value)));
}

Result<> remove(Call& call, const RepositoryContext& place, Path<MirrorPath> path)
{
    remove_push_mirror(call, place, path->name);
    return {};
}

Result<> sync(Call& call, const RepositoryContext& place) { return sync_push_mirrors(call, place); }

// clang-format off
constexpr Operation push_mirror_operations[] = {
    {GET,    "/repos/{owner}/{repo}/push_mirrors",        scope::repository, administers,      handle<list>,   200, "repoListPushMirrors",           "List the mirrors of a repository elsewhere", {400}},
    {POST,   "/repos/{owner}/{repo}/push_mirrors",        scope::repository, administers_live, handle<add>,    200, "repoAddPushMirror",             "Mirror a repository to elsewhere", {400, 401}},
    {POST,   "/repos/{owner}/{repo}/push_mirrors-sync",   scope::repository, administers_live, handle<sync>,   200, "repoPushMirrorSync",            "Bring the mirrors of a repository elsewhere up to date", {400, 422}},
    {GET,    "/repos/{owner}/{repo}/push_mirrors/{name}", scope::repository, administers,      handle<get>,    200, "repoGetPushMirrorByRemoteName", "Get a mirror of a repository elsewhere", {400}},
    {DELETE, "/repos/{owner}/{repo}/push_mirrors/{name}", scope::repository, administers,      handle<remove>, 204, "repoDeletePushMirror",          "Mirror a repository no longer to elsewhere", {400}},
};
// clang-format on
static_assert(well_formed(push_mirror_operations));

} // namespace

const Table push_mirror_table{"repository", push_mirror_operations};

} // namespace cairn::mirrors
