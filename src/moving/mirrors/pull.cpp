#include "mirrors/pull.hpp"

#include "base/log.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/references/snapshot.hpp"
#include "git/store/repositories.hpp"
#include "git/store/store.hpp"
#include "jobs/queue.hpp"
#include "mirrors/large_files.hpp"
#include "mirrors/mirror_job.hpp"
#include "remotes/credentials.hpp"
#include "repositories/lifecycle/wiki_folder.hpp"
#include "repositories/references/pushes.hpp"

namespace cairn::mirrors {

using repositories::StoredPullMirror;
using repositories::StoredRepository;

namespace {

constexpr db::Sql find_key = "SELECT repository_id FROM pull_mirror WHERE repository_id = $1";

Result<> bring_up_to_date(const api::Site& site, const StoredRepository& repository, const StoredPullMirror& mirror,
                          const remotes::Watch& watch)
{
    auto remote = TRY(remotes::parse_remote(mirror.remote_address));
    remote.credentials = remotes::open(site.settings(), mirror.credentials, repository.id);
    const auto reached = TRY(remotes::GitRemote::reach(site.get<git::Children>(), site.settings(), remote,
                                                       remotes::GitRemote::Direction::fetch, watch));
    const auto large_files = TRY(expect_large_files(site, repository));
    const auto fetched =
        TRY(fetch_code(site, repository, reached, {.prune = mirror.prune, .told = true, .watch = watch}));
    if (mirror.wiki) TRY(fetch_wiki(site, repository, remote, watch));
    const auto now = Time::now();
    site.db.write([&](db::Transaction& tx) {
        tx.run("UPDATE pull_mirror SET synced_at = $2,"
               " updated_at = CASE WHEN $3 THEN CAST($2 AS BIGINT) ELSE updated_at END WHERE repository_id = $1",
               repository.id, now, fetched.changed);
    });
    if (!large_files) return {};
    auto done = fetch_large_files(site, repository, remote, *large_files, watch);
    if (!done) done.error().message = "the large files: " + done.error().message;
    return done;
}

} // namespace

void enter_pull_mirror(const config::Settings& settings, db::Transaction& tx, const StoredRepository& repository,
                       const remotes::Remote& remote, std::int64_t interval, bool wiki)
{
    const auto now = Time::now();
    tx.run("INSERT INTO pull_mirror (repository_id, remote_address, credentials, wiki, interval_seconds, updated_at,"
           " synced_at, next_at) VALUES ($1, $2, $3, $4, $5, $6, $6, $7) ON CONFLICT DO NOTHING",
           repository.id, remote.address.text(), remotes::seal(settings, remote.credentials, repository.id), wiki,
           interval, now, repositories::next_after(now, interval));
}

void end_pull_mirror(db::Transaction& tx, std::int64_t repository_id)
{
    tx.run("DELETE FROM pull_mirror WHERE repository_id = $1", repository_id);
    tx.run("UPDATE repository SET mirror = FALSE, updated_at = $2 WHERE id = $1", repository_id, Time::now());
}

namespace {

Result<void> check_is_mirror(const repositories::RepositoryContext& place)
{
    if (place.repository.mirror) return {};
    return fail(Errc::bad_request, "the repository is not a mirror");
}

} // namespace

Result<void> sync_pull_mirror(const api::Call& call, const repositories::RepositoryContext& place)
{
    TRY(check_is_mirror(place));
    if (!call.settings().mirror.enabled) return fail(Errc::bad_request, "this site keeps no mirrors");
    call.db().write([&](db::Transaction& tx) { ask_for_pull(tx, place.repository.id); });
    return {};
}

Result<StoredRepository> convert_pull_mirror(const api::Call& call, const repositories::RepositoryContext& place)
{
    TRY(check_is_mirror(place));
    call.db().write([&](db::Transaction& tx) { end_pull_mirror(tx, place.repository.id); });
    auto repository = repositories::find_repository(call.db(), place.repository.id);
    if (!repository) return not_found("the repository");
    return std::move(*repository);
}

void ask_for_pull(db::Transaction& tx, std::int64_t repository_id)
{
    put_jobs(tx, pull_kind.name,
             tx.all<DueMirror>("SELECT m.repository_id AS id, r.owner_id FROM pull_mirror m JOIN repository r"
                               " ON r.id = m.repository_id WHERE m.repository_id = $1",
                               repository_id));
}

Result<Fetched> fetch_code(const api::Site& site, const StoredRepository& repository, const remotes::GitRemote& remote,
                           const Fetch& fetch)
{
    const auto path = site.get<git::Store>().path(repository.storage);
    const auto before = TRY(git::take_snapshot(TRY(git::Repository::open(path))));
    const auto fetched = remote.fetch(path, fetch.prune, fetch.watch);
    // Some may have been moved before it failed.
    site.get<git::Repositories>().forget(repository.storage);
    const auto opened = TRY(git::Repository::open(path));
    auto changes = git::changes_between(before, TRY(git::take_snapshot(opened)));
    const bool changed = !changes.empty();
    if (changed)
        repositories::record_push(site, repository, opened,
                                  {.pusher_id = 0, .changes = std::move(changes), .mirrored = fetch.told});
    TRY(fetched);
    return Fetched{.changed = changed};
}

Result<> fetch_wiki(const api::Site& site, const StoredRepository& repository, const remotes::Remote& remote,
                    const remotes::Watch& watch)
{
    const remotes::Remote wiki{.address = remotes::wiki_of(remote.address), .credentials = remote.credentials};
    const auto reached = remotes::GitRemote::reach(site.get<git::Children>(), site.settings(), wiki,
                                                   remotes::GitRemote::Direction::fetch, watch);
    if (!reached) return {};
    const auto branch = TRY(reached->default_branch(watch));
    if (branch.empty()) return {};
    auto storage = repository.wiki_storage;
    if (storage.empty()) {
        auto named = repository;
        named.wiki_branch = branch;
        site.db.write([&](db::Transaction& tx) {
            tx.run("UPDATE repository SET wiki_branch = $2 WHERE id = $1 AND wiki_storage = ''", repository.id, branch);
        });
        storage = TRY(repositories::make_wiki(site, named));
    }
    TRY(reached->fetch(site.get<git::Store>().path(storage), true, watch));
    site.get<git::Repositories>().forget(storage);
    return {};
}

std::vector<FailingMirror> find_failing(db::Queries& db)
{
    return db.all<FailingMirror>("SELECT o.name || '/' || r.name AS name, m.remote_address, m.last_error"
                                 " FROM pull_mirror m JOIN repository r ON r.id = m.repository_id"
                                 " JOIN account o ON o.id = r.owner_id WHERE m.last_error <> ''"
                                 " ORDER BY o.lower_name, r.lower_name");
}

Result<jobs::Outcome> run_pull_job(const api::Site& site, const jobs::Job& job, const std::stop_token& stop)
{
    const auto mirror = repositories::find_pull_mirror(site.db, job.key_number());
    const auto repository = repositories::find_repository(site.db, job.key_number());
    if (!mirror || !repository) return jobs::Outcome::done();
    const auto watch = watch_mirror(site.db, find_key, repository->id, stop);
    const auto done = bring_up_to_date(site, *repository, *mirror, watch);
    if (!done && stop.stop_requested()) return jobs::Outcome::given_back();
    if (!done)
        log::info("a mirror could not be brought up to date",
                  {{"repository", repository->id}, {"error", done.error().message}});
    auto outcome = jobs::Outcome::done();
    if (!done) outcome.error = done.error().message;
    site.db.write([&](db::Transaction& tx) {
        tx.run("UPDATE pull_mirror SET last_error = $2 WHERE repository_id = $1", repository->id, outcome.error);
        site.get<jobs::Queue>().settle(tx, job, outcome);
    });
    return jobs::Outcome::settled();
}

void give_up_pull_job(const api::Site&, db::Transaction& tx, const jobs::Job& job)
{
    tx.run("UPDATE pull_mirror SET last_error = 'the server was interrupted each time' WHERE repository_id = $1",
           job.key_number());
}

} // namespace cairn::mirrors
