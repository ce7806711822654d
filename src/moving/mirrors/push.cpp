#include "mirrors/push.hpp"

#include "base/log.hpp"
#include "config/settings.hpp"
#include "db/sql_text.hpp"
#include "events/events.hpp"
#include "git/store/store.hpp"
#include "jobs/queue.hpp"
#include "mirrors/mirror_job.hpp"
#include "mirrors/outgoing_files.hpp"
#include "mirrors/pull.hpp"
#include "remotes/credentials.hpp"

namespace cairn::mirrors {

using repositories::StoredRepository;

namespace {

constexpr db::Sql find_key = "SELECT id FROM push_mirror WHERE id = $1";

constexpr db::SqlText all_of = "SELECT m.id, r.owner_id FROM push_mirror m JOIN repository r ON r.id = m.repository_id"
                               " WHERE m.repository_id = $1";
constexpr auto followers_of = all_of + " AND m.sync_on_commit";

Result<> push(const api::Site& site, const StoredRepository& repository, const StoredPushMirror& mirror,
              const remotes::Watch& watch)
{
    if (repository.empty) return {};
    auto remote = TRY(remotes::parse_remote(mirror.remote_address));
    remote.credentials = remotes::open(site.settings(), mirror.credentials, repository.id);
    const auto reached = TRY(remotes::GitRemote::reach(site.get<git::Children>(), site.settings(), remote,
                                                       remotes::GitRemote::Direction::push, watch));
    // Before the commits that point to them: some servers refuse those otherwise.
    const auto now = Time::now();
    auto sent = send_large_files(site, repository, remote, mirror.large_files_at, watch);
    TRY(reached.push(site.get<git::Store>().path(repository.storage), watch));
    if (!sent) {
        sent.error().message = "the large files: " + sent.error().message;
        return std::unexpected(sent.error());
    }
    if (*sent > 0)
        site.db.write([&](db::Transaction& tx) {
            tx.run("UPDATE push_mirror SET large_files_at = $2 WHERE id = $1", mirror.id, now);
        });
    return {};
}

} // namespace

void ask_for_pushes(db::Transaction& tx, std::int64_t repository_id)
{
    put_jobs(tx, push_kind.name, tx.all<DueMirror>(all_of.text, repository_id));
}

void follow_push(db::Transaction& tx, const events::Pushed& pushed)
{
    put_jobs(tx, push_kind.name, tx.all<DueMirror>(followers_of.text, pushed.repository_id));
}

Result<jobs::Outcome> run_push_job(const api::Site& site, const jobs::Job& job, const std::stop_token& stop)
{
    const auto mirror = site.db.first<StoredPushMirror>("SELECT * FROM push_mirror WHERE id = $1", job.key_number());
    const auto repository = mirror ? repositories::find_repository(site.db, mirror->repository_id) : std::nullopt;
    if (!repository) return jobs::Outcome::done();
    const auto done = push(site, *repository, *mirror, watch_mirror(site.db, find_key, mirror->id, stop));
    if (!done && stop.stop_requested()) return jobs::Outcome::given_back();
    auto outcome = jobs::Outcome::done();
    if (!done) outcome.error = done.error().message;
    site.db.write([&](db::Transaction& tx) {
        tx.run("UPDATE push_mirror SET last_error = $2, updated_at = $3 WHERE id = $1", mirror->id, outcome.error,
               Time::now());
        site.get<jobs::Queue>().settle(tx, job, outcome);
    });
    return jobs::Outcome::settled();
}

void give_up_push_job(const api::Site&, db::Transaction& tx, const jobs::Job& job)
{
    tx.run("UPDATE push_mirror SET last_error = 'the server was interrupted each time', updated_at = $2 WHERE id = $1",
           job.key_number(), Time::now());
}

void mark_due(db::Transaction& tx, Time now)
{
    put_jobs(tx, pull_kind.name,
             tx.all<DueMirror>("UPDATE pull_mirror SET next_at = $1 + interval_seconds"
                               " WHERE next_at > 0 AND next_at <= $1 RETURNING repository_id AS id,"
                               " (SELECT r.owner_id FROM repository r WHERE r.id = repository_id) AS owner_id",
                               now));
    put_jobs(tx, push_kind.name,
             tx.all<DueMirror>("UPDATE push_mirror SET next_at = $1 + interval_seconds"
                               " WHERE next_at > 0 AND next_at <= $1 RETURNING id,"
                               " (SELECT r.owner_id FROM repository r WHERE r.id = repository_id) AS owner_id",
                               now));
}

void take_up_due(const api::Site& site, const std::stop_token&)
{
    if (!site.settings().mirror.enabled) return;
    site.db.write([](db::Transaction& tx) { mark_due(tx, Time::now()); });
}

} // namespace cairn::mirrors
