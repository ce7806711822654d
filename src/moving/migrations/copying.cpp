#include "migrations/copying.hpp"

#include "base/log.hpp"
#include "db/database.hpp"
#include "git/references/references.hpp"
#include "git/store/store.hpp"
#include "migrations/import.hpp"
#include "mirrors/large_files.hpp"
#include "mirrors/pull.hpp"
#include "mirrors/turn.hpp"
#include "remotes/credentials.hpp"

namespace cairn::migrations {

using repositories::StoredRepository;

namespace {

constexpr std::int64_t most_attempts = 3; // of a server that dies each time

constexpr mirrors::Turns turns{
    .waits = "SELECT EXISTS (SELECT 1 FROM migration WHERE due_at > 0 AND due_at <= $1 AND lease_until <= $1)"
             " AS value",
    .take = "UPDATE migration SET lease_until = $2, state = 'running', attempts = attempts + 1"
            " WHERE lease_until <= $1 AND repository_id = (SELECT m.repository_id FROM migration m"
            " WHERE m.due_at > 0 AND m.due_at <= $1 AND m.lease_until <= $1 AND (SELECT count(*) FROM migration o"
            " WHERE o.lease_until > $1 AND o.doer_id = m.doer_id) < 2 ORDER BY m.due_at, m.repository_id LIMIT 1)"
            " RETURNING *",
    .keep = "UPDATE migration SET lease_until = $2 WHERE repository_id = $1",
    .end = "UPDATE migration SET lease_until = 0, due_at = CASE WHEN due_at = $2 THEN 0 ELSE due_at END"
           " WHERE repository_id = $1",
};

// Writes down how far it is and that somebody is at it; false when it is to end.
remotes::Watch watch_over(const api::Site& site, std::int64_t repository_id, std::stop_token stop)
{
    static constexpr auto often = std::chrono::seconds(1);
    return [&site, repository_id, stop = std::move(stop),
            next = std::chrono::steady_clock::now()](const remotes::Progress& progress) mutable {
        if (stop.stop_requested()) return false;
        const auto now = std::chrono::steady_clock::now();
        if (now < next) return true;
        next = now + often;
        const auto canceled = site.db.write([&](db::Transaction& tx) {
            return tx.first<bool>("UPDATE migration SET stage = $2, done_count = $3, total_count = $4, lease_until = $5"
                                  " WHERE repository_id = $1 RETURNING canceled",
                                  repository_id, progress.stage, progress.done, progress.total,
                                  Time{Time::now().seconds + remotes::lease_seconds});
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
    TRY(git::set_default_branch(TRY(git::Repository::open(site.store.path(repository.storage))), branch));
    repository.default_branch = branch;
    return repository;
}

Result<> copy_all(const api::Site& site, const StoredMigration& migration, const remotes::Watch& watch)
{
    auto repository = repositories::find_repository(site.db, migration.repository_id);
    if (!repository) return not_found("the repository");
    auto remote = TRY(remotes::parse_remote(migration.clone_address));
    remote.credentials = remotes::open(site.settings, migration.credentials, repository->id);
    const auto wanted = Wanted::from_stored(migration.wanted);
    const auto reached = TRY(
        remotes::GitRemote::reach(site.children, site.settings, remote, remotes::GitRemote::Direction::fetch, watch));
    const auto begun = TRY(take_default_branch(site, std::move(*repository), reached, watch));
    TRY(mirrors::fetch_code(site, begun, reached, {.watch = watch}));
    if (wanted.wiki) TRY(mirrors::fetch_wiki(site, begun, remote, watch));
    if (wanted.lfs)
        TRY(remotes::by_them(mirrors::copy_large_files(site, begun, remote, migration.lfs_endpoint, watch)));
    if (wanted.pull_requests && migration.service != Service::git)
        TRY(reached.fetch_pull_heads(site.store.path(begun.storage), watch));
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
void end(const api::Site& site, const StoredMigration& migration, const Result<>& done)
{
    site.db.write([&](db::Transaction& tx) {
        const auto now = find_migration(tx, migration.repository_id);
        if (!now) return;
        const auto state = end_of(done, now->canceled);
        tx.run("UPDATE migration SET state = $2, error = $3, credentials = '', ended_at = $4 WHERE repository_id = $1",
               migration.repository_id, state, done ? std::string() : done.error().message, Time::now());
        mirrors::end_turn(tx, turns, migration.repository_id, now->due_at);
        const auto repository = repositories::find_repository(tx, migration.repository_id);
        if (!repository || !repository->mirror) return;
        auto remote = remotes::parse_remote(migration.clone_address);
        if (!remote) return;
        remote->credentials = remotes::open(site.settings, migration.credentials, repository->id);
        const auto wanted = Wanted::from_stored(migration.wanted);
        mirrors::enter_pull_mirror(site.settings, tx, *repository, *remote, migration.mirror_interval, wanted.wiki);
        if (wanted.lfs) mirrors::follow_large_files(tx, repository->id, migration.lfs_endpoint, state == State::done);
    });
}

} // namespace

Result<> copy(const api::Site& site, const StoredMigration& migration, std::stop_token stop)
{
    const auto done = copy_all(site, migration, watch_over(site, migration.repository_id, stop));
    if (!done && stop.stop_requested()) {
        mirrors::give_up_turn(site.db, turns, migration.repository_id);
        return fail(Errc::unavailable, "the server stops; the repository is copied after its next start");
    }
    if (!done)
        log::info("a repository could not be copied from elsewhere",
                  {{"repository", migration.repository_id}, {"error", done.error().message}});
    end(site, migration, done);
    return done;
}

void take_back_turns(db::Database& db)
{
    db.write([](db::Transaction& tx) {
        tx.run("UPDATE migration SET lease_until = 0 WHERE lease_until > 0");
        tx.run("UPDATE pull_mirror SET lease_until = 0 WHERE lease_until > 0");
        tx.run("UPDATE push_mirror SET lease_until = 0 WHERE lease_until > 0");
    });
}

bool copy_next(const api::Site& site, const std::stop_token& stop)
{
    const auto migration = mirrors::take_turn<StoredMigration>(site.db, turns);
    if (!migration) return false;
    if (migration->attempts > most_attempts)
        end(site, *migration, fail(Errc::unavailable, "the server was interrupted each time"));
    else static_cast<void>(copy(site, *migration, stop)); // the row says what came of it
    return true;
}

} // namespace cairn::migrations
