// Copying a repository from elsewhere: asking for it, seeing how far it is, calling it off.
#include "access/organizations.hpp"
#include "accounts/guards.hpp"
#include "accounts/visibility.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/child/child.hpp"
#include "migrations/copying.hpp"
#include "migrations/tables.hpp"
#include "remotes/client.hpp"
#include "repositories/guards.hpp"
#include "repositories/lifecycle/create.hpp"
#include "repositories/lifecycle/creation.hpp"
#include "repositories/lifecycle/mirror.hpp"
#include "repositories/show.hpp"

namespace cairn::migrations {

using namespace api;
using enum Method;
using accounts::Account;
using repositories::RepositoryContext;

namespace {

constexpr std::int64_t most_of_one_person = 5; // at once
// A request that waits for its copy holds a thread; whoever comes then may have it done without waiting.
constexpr unsigned most_waiting = 8;

struct MigrateRepoOptions {
    std::string clone_addr;
    std::int64_t uid = 0;
    std::string repo_owner;
    std::string repo_name;
    Service service = Service::git;
    std::string auth_username;
    std::string auth_password;
    std::string auth_token;
    bool mirror = false;
    bool private_ = false;
    std::string description;
    bool wiki = false;
    bool milestones = false;
    bool labels = false;
    bool issues = false;
    bool pull_requests = false;
    bool releases = false;
    std::string mirror_interval;
    bool lfs = false;
    std::string lfs_endpoint;
    std::string aws_access_key_id;
    std::string aws_secret_access_key;
};
BOOST_DESCRIBE_STRUCT(MigrateRepoOptions, (),
                      (clone_addr, uid, repo_owner, repo_name, service, auth_username, auth_password, auth_token,
                       mirror, private_, description, wiki, milestones, labels, issues, pull_requests, releases,
                       mirror_interval, lfs, lfs_endpoint, aws_access_key_id, aws_secret_access_key))
constexpr auto notes(const MigrateRepoOptions*)
{
    return std::array{
        Note{"", "A repository elsewhere, and what of it is wanted here"},
        Note{.member = "clone_addr", .doc = "where it is: https, http or git", .required = true},
        Note{"uid", "whose it shall be, by number; repo_owner says it by name"},
        Note{"repo_owner", "whose it shall be: yours unless said otherwise, or an organization's"},
        Note{.member = "repo_name", .doc = "unique among the owner's", .required = true, .max_length = 100},
        Note{"service", "what runs there: git for the code alone; gitea, forgejo or cairn for issues and the rest too"},
        Note{.member = "auth_password", .format = "password"},
        Note{.member = "auth_token", .doc = "instead of a name and a password", .format = "password"},
        Note{"mirror", "it follows what happens there, and nobody can write to it here"},
        Note{.member = "description", .max_length = 2048},
        Note{"mirror_interval", "of a mirror: how often it looks for news, such as 8h0m0s"},
        Note{"lfs", "with the large files that its history points to"},
        Note{"lfs_endpoint", "where they are, if not where clients look by themselves"},
        Note{"aws_access_key_id", "has no effect"},
        Note{.member = "aws_secret_access_key", .doc = "has no effect", .format = "password"},
    };
}

struct RepositoryMigration {
    State state = State::waiting;
    Service service = Service::git;
    std::string clone_addr;
    std::string stage;
    std::int64_t done = 0;
    std::int64_t total = 0;
    std::string error;
    Time created_at;
    Time ended_at;
};
BOOST_DESCRIBE_STRUCT(RepositoryMigration, (),
                      (state, service, clone_addr, stage, done, total, error, created_at, ended_at))
constexpr auto notes(const RepositoryMigration*)
{
    return std::array{Note{"", "How far the copy of a repository from elsewhere is"},
                      Note{"state", "waiting, running, done, failed or canceled"},
                      Note{"stage", "what is being copied, in a few words"},
                      Note{"done", "how much of this stage is done"},
                      Note{"total", "how much there is of it; 0: nobody knows yet"},
                      Note{"error", "why it failed; never with credentials"}};
}

RepositoryMigration show(const StoredMigration& migration)
{
    return {.state = migration.state,
            .service = migration.service,
            .clone_addr = migration.clone_address,
            .stage = migration.stage,
            .done = migration.done_count,
            .total = migration.total_count,
            .error = migration.error,
            .created_at = migration.created_at,
            .ended_at = migration.ended_at.seconds != 0 ? migration.ended_at : Time::never()};
}

Result<Account> owner_of(Call& call, const MigrateRepoOptions& wanted)
{
    auto owner = !wanted.repo_owner.empty() ? accounts::find_account(call.db(), wanted.repo_owner)
        : wanted.uid != 0                   ? accounts::find_account(call.db(), wanted.uid)
                                            : std::optional(*call.caller.account);
    // What the caller may not know of is not there.
    if (!owner || !accounts::may_see(call.db(), accounts::Viewer::of(call.caller), *owner))
        return fail(Errc::unprocessable, "there is no account of that name");
    if (owner->id == call.caller.id || call.caller.admin) return std::move(*owner);
    if (owner->kind != accounts::AccountKind::organization
        || access::standing_in(call.db(), owner->id, call.caller.id) != access::Standing::owner)
        return fail(Errc::forbidden, "only who owns an organization may have repositories copied there");
    return std::move(*owner);
}

Result<remotes::Remote> remote_of(Call& call, const MigrateRepoOptions& wanted)
{
    const auto check = [&]() -> Result<remotes::Remote> {
        auto remote = TRY(remotes::parse_remote(wanted.clone_addr));
        TRY(remotes::Client(call.settings()).check(remote.address));
        if (!wanted.auth_token.empty()) remote.credentials = {.name = "oauth2", .secret = wanted.auth_token};
        else if (!wanted.auth_username.empty() || !wanted.auth_password.empty())
            remote.credentials = {.name = wanted.auth_username, .secret = wanted.auth_password};
        return remote;
    };
    auto remote = check();
    if (!remote) remote.error().code = Errc::unprocessable;
    return remote;
}

Result<std::string> check_endpoint(const Call& call, const std::string& endpoint)
{
    const auto remote = remotes::parse_remote(endpoint);
    if (!remote || (remote->address.scheme != "http" && remote->address.scheme != "https"))
        return fail(Errc::unprocessable, "[lfs_endpoint]: an address of http or https is expected");
    if (!remotes::Client(call.settings()).check(remote->address))
        return fail(Errc::unprocessable, "[lfs_endpoint]: this site does not connect to that server");
    return remote->address.text();
}

// What the site lets nobody do, and what cannot be done.
Result<void> check_allowed(Call& call, const MigrateRepoOptions& wanted)
{
    const auto& settings = call.settings();
    if (settings.repository.disable_migrations) return fail(Errc::forbidden, "this site copies nothing from elsewhere");
    if (wanted.mirror && (!settings.mirror.enabled || settings.mirror.disable_new_pull))
        return fail(Errc::forbidden, "this site makes no mirrors of repositories elsewhere");
    const auto service = wanted.service;
    const bool same_api = service == Service::gitea || service == Service::forgejo || service == Service::cairn
        || service == Service::gogs;
    if (service != Service::git && !same_api)
        return fail(Errc::unprocessable,
                    "of " + std::string(word_of(service)) + " only the code can be copied: use git");
    if (call.db().scalar<std::int64_t>("SELECT count(*) FROM migration WHERE doer_id = $1"
                                       " AND state IN ('waiting', 'running')",
                                       call.caller.id)
        >= most_of_one_person)
        return fail(Errc::too_many_requests, "wait until the other repositories are copied");
    return {};
}

// What is left of a copy that came to nothing says why, until the next try takes its place. What somebody has begun to
// work in is not taken away.
bool came_to_nothing(db::Queries& db, const repositories::StoredRepository& repository)
{
    const auto migration = find_migration(db, repository.id);
    return migration && (migration->state == State::failed || migration->state == State::canceled) && repository.empty
        && repository.wiki_storage.empty()
        && !db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM issue WHERE repository_id = $1) AS value", repository.id);
}

void make_room(const Call& call, const Account& owner, const std::string& name)
{
    const auto taken = repositories::find_repository(call.db(), owner.id, name);
    if (taken && came_to_nothing(call.db(), *taken)) repositories::delete_repository(call.site, *taken, call.caller.id);
}

// Half a copy is not worth having, and stands in the way of the next try.
void remove_half(const Call& call, const StoredMigration& migration)
{
    const auto repository = repositories::find_repository(call.db(), migration.repository_id);
    if (repository && !came_to_nothing(call.db(), *repository))
        repositories::delete_repository(call.site, *repository, call.caller.id);
}

Result<EnteredMigration> begin(Call& call, const MigrateRepoOptions& body, const Account& owner,
                               const remotes::Remote& remote, bool waits)
{
    repositories::NewRepository wanted{.name = body.repo_name,
                                       .description = body.description,
                                       .private_ = body.private_,
                                       .mirror = body.mirror,
                                       .original_url = remote.address.text()};
    std::string lfs_endpoint;
    if (body.lfs && !body.lfs_endpoint.empty()) lfs_endpoint = TRY(check_endpoint(call, body.lfs_endpoint));
    std::int64_t interval = 0;
    if (body.mirror) {
        interval = body.mirror_interval.empty()
            ? call.settings().mirror.default_interval
            : TRY(repositories::check_interval(call.settings(), body.mirror_interval));
        wanted.units.set(access::Unit::pulls, false);
        wanted.units.set(access::Unit::actions, false);
    }
    const auto made = TRY(repositories::create_repository(call.site, owner, *call.caller.account, wanted));
    const Wanted parts{.wiki = body.wiki,
                       .labels = body.labels,
                       .milestones = body.milestones,
                       .issues = body.issues,
                       .pull_requests = body.pull_requests,
                       .releases = body.releases,
                       .lfs = body.lfs};
    return call.db().write([&](db::Transaction& tx) {
        return enter_migration(call.settings(), tx,
                               {.repository_id = made.id,
                                .doer_id = call.caller.id,
                                .service = body.service,
                                .clone_address = remote.address.text(),
                                .wanted = parts.stored(),
                                .mirror_interval = interval,
                                .lfs_endpoint = lfs_endpoint},
                               remote.credentials, waits);
    });
}

// RFC 7240: who does not want to wait says so.
bool wants_to_wait(const Call& call)
{
    return call.request.header("Prefer").find("respond-async") == std::string_view::npos;
}

Result<Answered<repositories::Repository>> migrate(Call& call, Body<MigrateRepoOptions> body)
{
    static git::Slots waiting(most_waiting);
    TRY(check_allowed(call, body.value));
    TRY(repositories::check_repository_name(body->repo_name));
    const auto owner = TRY(owner_of(call, body.value));
    const auto remote = TRY(remote_of(call, body.value));
    const bool waits = wants_to_wait(call);
    std::optional<git::Slots::Slot> slot;
    if (waits) slot.emplace(TRY(waiting.enter(std::chrono::seconds(10))));
    make_room(call, owner, body->repo_name);
    const auto entered = TRY(begin(call, body.value, owner, remote, waits));
    const auto& migration = entered.migration;
    if (entered.held) {
        auto copied = copy(call.site, entered);
        if (!copied && copied.error().code != Errc::unavailable) {
            copied.error().code = Errc::unprocessable;
            remove_half(call, migration);
        }
        TRY(copied);
    }
    const auto repository = repositories::find_repository(call.db(), migration.repository_id);
    if (!repository) return not_found("the repository");
    return Answered<repositories::Repository>{
        repositories::show_repository(
            call, *repository, owner,
            access::access_to(call.db(), access::Viewer::of(call.caller), repository->facts())),
        waits ? 201 : 202};
}

Result<RepositoryMigration> get(Call& call, const RepositoryContext& place)
{
    const auto migration = find_migration(call.db(), place.repository.id);
    if (!migration) return not_found("the migration");
    return show(*migration);
}

Result<RepositoryMigration> cancel(Call& call, const RepositoryContext& place)
{
    const auto migration = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredMigration> {
        const auto found = find_migration(tx, place.repository.id);
        if (!found) return not_found("the migration");
        if (found->is_over()) return fail(Errc::conflict, "the copy has ended already");
        tx.run("UPDATE migration SET canceled = TRUE WHERE repository_id = $1", place.repository.id);
        return *found;
    }));
    return show(migration);
}

// clang-format off
constexpr Operation operations[] = {
    {POST,   "/repos/migrate",                  scope::closed_to_public_only(scope::repository), accounts::signed_in, handle<migrate>, 201, "repoMigrate",         "Copy a repository from elsewhere", {403, 404, 409, 422, 429}},
    {GET,    "/repos/{owner}/{repo}/migration", scope::repository,                               repositories::administers_repository,     handle<get>,     200, "repoGetMigration",    "See how far the copy of a repository from elsewhere is"},
    {DELETE, "/repos/{owner}/{repo}/migration", scope::repository,                               repositories::administers_repository,     handle<cancel>,  202, "repoCancelMigration", "Call off the copy of a repository from elsewhere", {409}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table migrate_table{"repository", operations};

} // namespace cairn::migrations
