// The mirrors of a repository elsewhere: which there are, and bringing them up to date.
#include "config/settings.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"
#include "mirrors/push.hpp"
#include "mirrors/tables.hpp"
#include "remotes/client.hpp"
#include "remotes/credentials.hpp"
#include "repositories/guards.hpp"
#include "repositories/lifecycle/interval.hpp"
#include "repositories/lifecycle/mirror.hpp"

namespace cairn::mirrors {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

constexpr std::int64_t most_mirrors = 50; // of one repository

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

struct CreatePushMirrorOption {
    std::string remote_address;
    std::string remote_username;
    std::string remote_password;
    std::string interval;
    bool sync_on_commit = false;
};
BOOST_DESCRIBE_STRUCT(CreatePushMirrorOption, (),
                      (remote_address, remote_username, remote_password, interval, sync_on_commit))
constexpr auto notes(const CreatePushMirrorOption*)
{
    return std::array{Note{"", "A repository elsewhere that shall follow this one"},
                      Note{"remote_address", "where it is: https, http or git"},
                      Note{"interval", "how often it is brought up to date, such as 8h0m0s; 0: not by itself"},
                      Note{"sync_on_commit", "bring it up to date after every push"}};
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
    const auto found = call.db().page<StoredPushMirror>(
        paging.value, "SELECT * FROM push_mirror WHERE repository_id = $1 ORDER BY id", place.repository.id);
    Page<PushMirror> shown{.items = {}, .total = found.total};
    for (const auto& mirror : found.items) shown.items.push_back(show(place, mirror));
    return shown;
}

Result<PushMirror> get(Call& call, const RepositoryContext& place, Path<MirrorPath> path)
{
    const auto mirror = call.db().first<StoredPushMirror>(
        "SELECT * FROM push_mirror WHERE repository_id = $1 AND remote_name = $2", place.repository.id, path->name);
    if (!mirror) return not_found("the mirror");
    return show(place, *mirror);
}

Result<std::int64_t> interval_of(const Call& call, const std::string& text)
{
    auto interval = repositories::check_interval(call.settings(), text);
    if (!interval) interval.error().code = Errc::bad_request;
    return interval;
}

// What may not be reached is refused at once; whether it answers is seen when it is brought up to date.
Result<remotes::Remote> remote_of(const Call& call, const CreatePushMirrorOption& wanted)
{
    const auto check = [&]() -> Result<remotes::Remote> {
        auto remote = TRY(remotes::parse_remote(wanted.remote_address));
        const auto found = remotes::Client(call.settings()).check(remote.address);
        if (!found && found.error().code == Errc::forbidden) return std::unexpected(found.error());
        if (!wanted.remote_username.empty() || !wanted.remote_password.empty())
            remote.credentials = {.name = wanted.remote_username, .secret = wanted.remote_password};
        return remote;
    };
    auto remote = check();
    if (!remote) remote.error().code = remote.error().code == Errc::forbidden ? Errc::unauthorized : Errc::bad_request;
    return remote;
}

Result<PushMirror> add(Call& call, const RepositoryContext& place, Body<CreatePushMirrorOption> body)
{
    const auto& settings = call.settings();
    if (!settings.mirror.enabled) return fail(Errc::bad_request, "this site keeps no mirrors");
    if (settings.mirror.disable_new_push) return fail(Errc::forbidden, "this site lets nobody mirror to elsewhere");
    const auto interval = TRY(interval_of(call, body->interval));
    const auto remote = TRY(remote_of(call, body.value));
    const auto made = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredPushMirror> {
        if (tx.scalar<std::int64_t>("SELECT count(*) FROM push_mirror WHERE repository_id = $1", place.repository.id)
            >= most_mirrors)
            return fail(Errc::bad_request, "the repository has as many mirrors as it may have");
        const auto now = Time::now();
        return tx.one<StoredPushMirror>(
            "INSERT INTO push_mirror (repository_id, remote_name, remote_address, credentials, interval_seconds,"
            " sync_on_commit, created_at, next_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING *",
            place.repository.id, "remote_mirror_" + crypto::random_hex(5), remote.address.text(),
            remotes::seal(settings, remote.credentials, place.repository.id), interval, body->sync_on_commit, now,
            repositories::next_after(now, interval));
    }));
    return show(place, made);
}

Result<> remove(Call& call, const RepositoryContext& place, Path<MirrorPath> path)
{
    call.db().write([&](db::Transaction& tx) {
        tx.run("DELETE FROM push_mirror WHERE repository_id = $1 AND remote_name = $2", place.repository.id,
               path->name);
    });
    return {};
}

Result<> sync(Call& call, const RepositoryContext& place)
{
    if (!call.settings().mirror.enabled) return fail(Errc::bad_request, "this site keeps no mirrors");
    call.db().write([&](db::Transaction& tx) { ask_for_pushes(tx, place.repository.id); });
    return {};
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/push_mirrors",        scope::repository, administers,      handle<list>,   200, "repoListPushMirrors",           "List the mirrors of a repository elsewhere", {400}},
    {POST,   "/repos/{owner}/{repo}/push_mirrors",        scope::repository, administers_live, handle<add>,    200, "repoAddPushMirror",             "Mirror a repository to elsewhere", {400, 401}},
    {POST,   "/repos/{owner}/{repo}/push_mirrors-sync",   scope::repository, administers_live, handle<sync>,   200, "repoPushMirrorSync",            "Bring the mirrors of a repository elsewhere up to date", {400, 422}},
    {GET,    "/repos/{owner}/{repo}/push_mirrors/{name}", scope::repository, administers,      handle<get>,    200, "repoGetPushMirrorByRemoteName", "Get a mirror of a repository elsewhere", {400}},
    {DELETE, "/repos/{owner}/{repo}/push_mirrors/{name}", scope::repository, administers,      handle<remove>, 204, "repoDeletePushMirror",          "Mirror a repository no longer to elsewhere", {400}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table push_mirror_table{"repository", operations};

} // namespace cairn::mirrors
