#include "migrations/migrating.hpp"

#include "access/organizations.hpp"
#include "accounts/visibility.hpp"
#include "base/slots.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "migrations/copying.hpp"
#include "remotes/client.hpp"
#include "remotes/git_remote.hpp"
#include "repositories/lifecycle/create.hpp"
#include "repositories/lifecycle/creation.hpp"
#include "repositories/lifecycle/mirror.hpp"

namespace cairn::migrations {

using accounts::Account;
using repositories::RepositoryContext;

namespace {

constexpr std::int64_t most_of_one_person = 5; // at once
// A request that waits for its copy holds a thread; whoever comes then may have it done without waiting.
constexpr unsigned most_waiting = 8;
// The same for who waits to hear whether the other server is there at all.
constexpr unsigned most_trying = 4;
constexpr auto longest_try = std::chrono::seconds(8);

Result<Account> owner_of(const api::Call& call, const MigrateRepoOptions& wanted)
{
    auto owner = !wanted.repo_owner.empty() ? accounts::find_account(call.db(), wanted.repo_owner)
        : wanted.uid != 0                   ? accounts::find_account(call.db(), wanted.uid)
                                            : std::optional(accounts::account_of(call.caller));
    // What the caller may not know of is not there.
    if (!owner || !accounts::may_see(call.db(), accounts::Viewer::of(call.caller), *owner))
        return fail(Errc::unprocessable, "there is no account of that name");
    if (owner->id == call.caller.id || call.caller.admin) return std::move(*owner);
    if (owner->kind != accounts::AccountKind::organization
        || access::standing_in(call.db(), owner->id, call.caller.id) != access::Standing::owner)
        return fail(Errc::forbidden, "only who owns an organization may have repositories copied there");
    return std::move(*owner);
}

Result<remotes::Remote> remote_of(const api::Call& call, const MigrateRepoOptions& wanted)
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

Result<std::string> check_endpoint(const api::Call& call, const std::string& endpoint)
{
    const auto remote = remotes::parse_remote(endpoint);
    if (!remote || (remote->address.scheme != "http" && remote->address.scheme != "https"))
        return fail(Errc::unprocessable, "[lfs_endpoint]: an address of http or https is expected");
    if (!remotes::Client(call.settings()).check(remote->address))
        return fail(Errc::unprocessable, "[lfs_endpoint]: this site does not connect to that server");
    return remote->address.text();
}

// What the site lets nobody do, and what cannot be done.
Result<void> check_allowed(const api::Call& call, const MigrateRepoOptions& wanted)
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

void make_room(const api::Call& call, const Account& owner, const std::string& name)
{
    const auto taken = repositories::find_repository(call.db(), owner.id, name);
    if (taken && came_to_nothing(call.db(), *taken)) repositories::delete_repository(call.site, *taken, call.caller.id);
}

// Half a copy is not worth having, and stands in the way of the next try.
void remove_half(const api::Call& call, const StoredMigration& migration)
{
    const auto repository = repositories::find_repository(call.db(), migration.repository_id);
    if (repository && !came_to_nothing(call.db(), *repository))
        repositories::delete_repository(call.site, *repository, call.caller.id);
}

Result<EnteredMigration> begin(const api::Call& call, const MigrateRepoOptions& body, const Account& owner,
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
    const auto made = TRY(repositories::create_repository(call.site, owner, accounts::account_of(call.caller), wanted));
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

} // namespace

Result<void> try_remote(const api::Call& call, const MigrateRepoOptions& wanted)
{
    static Slots trying(most_trying);
    TRY(check_allowed(call, wanted));
    const auto remote = TRY(remote_of(call, wanted));
    const auto slot = trying.enter(std::chrono::seconds(0));
    if (!slot) return {};
    const auto until = std::chrono::steady_clock::now() + longest_try;
    bool enough = false;
    const auto reached = remotes::GitRemote::reach(call.site.get<git::Children>(), call.settings(), remote,
                                                   remotes::GitRemote::Direction::fetch, [&](const auto&) {
                                                       enough = std::chrono::steady_clock::now() >= until;
                                                       return !enough;
                                                   });
    if (reached || enough || reached.error().code == Errc::unavailable) return {};
    return std::unexpected(reached.error());
}

Result<BegunMigration> migrate_repository(const api::Call& call, const MigrateRepoOptions& wanted, bool waits)
{
    static Slots waiting(most_waiting);
    TRY(check_allowed(call, wanted));
    TRY(repositories::check_repository_name(wanted.repo_name));
    auto owner = TRY(owner_of(call, wanted));
    const auto remote = TRY(remote_of(call, wanted));
    std::optional<Slots::Slot> slot;
    if (waits) slot.emplace(TRY(waiting.enter(std::chrono::seconds(10))));
    make_room(call, owner, wanted.repo_name);
    const auto entered = TRY(begin(call, wanted, owner, remote, waits));
    const auto& migration = entered.migration;
    if (entered.held) {
        auto copied = copy(call.site, entered);
        if (!copied && copied.error().code != Errc::unavailable) {
            copied.error().code = Errc::unprocessable;
            remove_half(call, migration);
        }
        TRY(copied);
    }
    auto repository = repositories::find_repository(call.db(), migration.repository_id);
    if (!repository) return not_found("the repository");
    return BegunMigration{.repository = std::move(*repository), .owner = std::move(owner), .copied = waits};
}

Result<StoredMigration> cancel_migration(const api::Call& call, const RepositoryContext& place)
{
    return call.db().write([&](db::Transaction& tx) -> Result<StoredMigration> {
        auto found = find_migration(tx, place.repository.id);
        if (!found) return not_found("the migration");
        if (found->is_over()) return fail(Errc::conflict, "the copy has ended already");
        tx.run("UPDATE migration SET canceled = TRUE WHERE repository_id = $1", place.repository.id);
        return std::move(*found);
    });
}

} // namespace cairn::migrations
