#include "migrations/copying.hpp"

#include "base/log.hpp"
#include "db/database.hpp"
#include "git/references/references.hpp"
#include "git/store/store.hpp"
#include "jobs/job_table.hpp"
#include "jobs/queue.hpp"
#include "migrations/import.hpp"
#include "mirrors/large_files.hpp"
#include "mirrors/pull.hpp"
#include "remotes/credentials.hpp"

namespace cairn::migrations {

using repositories::StoredRepository;

namespace {

// Writes down how far it is, and that whoever does it himself is at it; false when it is to end.
remotes::Watch watch_over(const api::Site& site, std::int64_t repository_id, std::optional<jobs::Job> held,
                          std::stop_token stop)
{
    static constexpr auto often = std::chrono::seconds(1);
    return [&site, repository_id, held = std::move(held), stop = std::move(stop),
            next = std::chrono::steady_clock::now()](const remotes::Progress& progress) mutable {
        if (stop.stop_requested()) return false;
        const auto now = std::chrono::steady_clock::now();
        if (now < next) return true;
        next = now + often;
        const auto canceled = site.db.write([&](db::Transaction& tx) {
            if (held) jobs::renew(tx, *held, Time{Time::now().seconds + held_seconds});
            return tx.first<bool>("UPDATE migration SET stage = $2, done_count = $3, total_count = $4"
                                  " WHERE repository_id = $1 RETURNING canceled",
                                  repository_id, progress.stage, progress.done, progress.total);
        });
        return canceled && !*canceled;
    };
}

// The branch that is the default one there is it here, before the first push decides it.
Result<StoredRepository> take_default_branch(const api::Site& site, StoredRepository repository,
                                             const remotes::GitRemote& remote, const remotes::Watch& watch)
{
    const auto branch = TRY(remote.default_branch(watch));
    if (branch.empty() || !repository.empty || branch == repository.default_branch) return repository;
    site.db.write([&](db::Transaction& tx) {
        tx.run("UPDATE repository SET default_branch = $2 WHERE id = $1", repository.id, branch);
    });
    TRY(git::set_default_branch(TRY(git::Repository::open(site.get<git::Store>().path(repository.storage))), branch));
    repository.default_branch = branch;
    return repository;
}

Result<> copy_all(const api::Site& site, const StoredMigration& migration, const remotes::Watch& watch)
{
    auto repository = repositories::find_repository(site.db, migration.repository_id);
    if (!repository) return not_found("the repository");
    auto remote = TRY(remotes::parse_remote(migration.clone_address));
    remote.credentials = remotes::open(site.settings(), migration.credentials, repository->id);
    const auto wanted = Wanted::from_stored(migration.wanted);
    const auto reached = TRY(remotes::GitRemote::reach(site.get<git::Children>(), site.settings(), remote,
                                                       remotes::GitRemote::Direction::fetch, watch));
    const auto begun = TRY(take_default_branch(site, std::move(*repository), reached, watch));
    TRY(mirrors::fetch_code(site, begun, reached, {.watch = watch}));
    if (wanted.wiki) TRY(mirrors::fetch_wiki(site, begun, remote, watch));
    if (wanted.lfs)
        TRY(remotes::by_them(mirrors::copy_large_files(site, begun, remote, migration.lfs_endpoint, watch)));
    if (wanted.pull_requests && migration.service != Service::git)
        TRY(reached.fetch_pull_heads(site.get<git::Store>().path(begun.storage), watch));
    if (wanted.more_than_git() && migration.service != Service::git)
        TRY(remotes::by_them(import_all(site, migration, remote, wanted, watch)));
    return {};
}

State end_of(const Result<>& done, bool canceled)
{
    if (done) return State::done;
    return canceled ? State::canceled : State::failed;
}

// Whatever came of it: its row says so, nobody needs the credentials any more but a mirror.
void end(const api::Site& site, db::Transaction& tx, std::int64_t repository_id, const Result<>& done)
{
    const auto migration = find_migration(tx, repository_id);
    if (!migration || migration->is_over()) return;
    const auto state = end_of(done, migration->canceled);
    tx.run("UPDATE migration SET state = $2, error = $3, credentials = '', ended_at = $4 WHERE repository_id = $1",
           repository_id, state, done ? std::string() : done.error().message, Time::now());
    const auto repository = repositories::find_repository(tx, repository_id);
    if (!repository || !repository->mirror) return;
    auto remote = remotes::parse_remote(migration->clone_address);
    if (!remote) return;
    remote->credentials = remotes::open(site.settings(), migration->credentials, repository->id);
    const auto wanted = Wanted::from_stored(migration->wanted);
    mirrors::enter_pull_mirror(site.settings(), tx, *repository, *remote, migration->mirror_interval, wanted.wiki);
    if (wanted.lfs) mirrors::follow_large_files(tx, repository->id, migration->lfs_endpoint, state == State::done);
}

void log_failure(const StoredMigration& migration, const Result<>& done)
{
    if (!done)
        log::info("a repository could not be copied from elsewhere",
                  {{"repository", migration.repository_id}, {"error", done.error().message}});
}

} // namespace

Result<> copy(const api::Site& site, const EnteredMigration& entered)
{
    const auto stop = site.get<jobs::Queue>().stopping();
    const auto& migration = entered.migration;
    const auto done = copy_all(site, migration, watch_over(site, migration.repository_id, entered.held, stop));
    if (!done && stop.stop_requested()) {
        site.db.write([&](db::Transaction& tx) { jobs::give_back(tx, *entered.held); });
        return fail(Errc::unavailable, "the server stops; the repository is copied after its next start");
    }
    log_failure(migration, done);
    site.db.write([&](db::Transaction& tx) {
        end(site, tx, migration.repository_id, done);
        jobs::remove(tx, *entered.held);
    });
    return done;
}

Result<jobs::Outcome> run_migration_job(const api::Site& site, const jobs::Job& job, const std::stop_token& stop)
{
    const auto migration = site.db.write([&](db::Transaction& tx) {
        return tx.first<StoredMigration>("UPDATE migration SET state = 'running' WHERE repository_id = $1"
                                         " AND state IN ('waiting', 'running') RETURNING *",
                                         job.key_number());
    });
    if (!migration) return jobs::Outcome::done();
    const auto done = copy_all(site, *migration, watch_over(site, migration->repository_id, std::nullopt, stop));
    if (!done && stop.stop_requested()) return jobs::Outcome::given_back();
    log_failure(*migration, done);
    auto outcome = jobs::Outcome::done();
    if (!done) outcome.error = done.error().message;
    site.db.write([&](db::Transaction& tx) {
        end(site, tx, migration->repository_id, done);
        site.get<jobs::Queue>().settle(tx, job, outcome);
    });
    return jobs::Outcome::settled();
}

void give_up_migration_job(const api::Site& site, db::Transaction& tx, const jobs::Job& job)
{
    end(site, tx, job.key_number(), fail(Errc::unavailable, "the server was interrupted each time"));
}

} // namespace cairn::migrations
