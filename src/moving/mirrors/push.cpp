#include "mirrors/push.hpp"

#include "base/log.hpp"
#include "config/settings.hpp"
#include "events/events.hpp"
#include "git/store/store.hpp"
#include "mirrors/outgoing_files.hpp"
#include "mirrors/turn.hpp"
#include "remotes/credentials.hpp"
#include "repositories/references/bookkeeper.hpp"

namespace cairn::mirrors {

using repositories::StoredRepository;

namespace {

constexpr Turns turns{
    .waits = "SELECT EXISTS (SELECT 1 FROM push_mirror WHERE due_at > 0 AND due_at <= $1 AND lease_until <= $1)"
             " AS value",
    .take = "UPDATE push_mirror SET lease_until = $2 WHERE lease_until <= $1 AND id ="
            " (SELECT m.id FROM push_mirror m JOIN repository r ON r.id = m.repository_id"
            " WHERE m.due_at > 0 AND m.due_at <= $1 AND m.lease_until <= $1 AND (SELECT count(*) FROM push_mirror o"
            " JOIN repository q ON q.id = o.repository_id WHERE o.lease_until > $1 AND q.owner_id = r.owner_id) < 2"
            " ORDER BY m.due_at, m.id LIMIT 1) RETURNING *",
    .keep = "UPDATE push_mirror SET lease_until = $2 WHERE id = $1",
    .end = "UPDATE push_mirror SET lease_until = 0, due_at = CASE WHEN due_at = $2 THEN 0 ELSE due_at END"
           " WHERE id = $1",
};

constexpr auto ask_all = "UPDATE push_mirror" + sets_due + " WHERE repository_id = $1";
constexpr auto ask_followers = ask_all + " AND sync_on_commit";

Result<> push(const api::Site& site, const StoredRepository& repository, const StoredPushMirror& mirror,
              const remotes::Watch& watch)
{
    if (repository.empty) return {};
    auto remote = TRY(remotes::parse_remote(mirror.remote_address));
    remote.credentials = remotes::open(site.settings, mirror.credentials, repository.id);
    const auto reached = TRY(
        remotes::GitRemote::reach(site.children, site.settings, remote, remotes::GitRemote::Direction::push, watch));
    // Before the commits that point to them: some servers refuse those otherwise.
    const auto now = Time::now();
    auto sent = send_large_files(site, repository, remote, mirror.large_files_at, watch);
    TRY(reached.push(site.store.path(repository.storage), watch));
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
    tx.run(ask_all.text, repository_id, Time::now());
}

bool follow_push(db::Transaction& tx, const events::Pushed& pushed)
{
    return tx.run(ask_followers.text, pushed.repository_id, Time::now()) > 0;
}

bool push_next(const api::Site& site, const std::stop_token& stop)
{
    const auto mirror = take_turn<StoredPushMirror>(site.db, turns);
    if (!mirror) return false;
    const auto repository = repositories::find_repository(site.db, mirror->repository_id);
    if (!repository) return true;
    const auto done = push(site, *repository, *mirror, keep_turn(site.db, turns, mirror->id, stop));
    if (!done && stop.stop_requested()) {
        give_up_turn(site.db, turns, mirror->id);
        return false;
    }
    site.db.write([&](db::Transaction& tx) {
        tx.run("UPDATE push_mirror SET last_error = $2, updated_at = $3 WHERE id = $1", mirror->id,
               done ? std::string() : done.error().message, Time::now());
        end_turn(tx, turns, mirror->id, mirror->due_at);
    });
    return true;
}

void mark_due(db::Transaction& tx, Time now)
{
    tx.run("UPDATE pull_mirror SET due_at = CASE WHEN due_at > 0 THEN due_at ELSE CAST($1 AS BIGINT) END,"
           " next_at = $1 + interval_seconds WHERE next_at > 0 AND next_at <= $1",
           now);
    tx.run("UPDATE push_mirror SET due_at = CASE WHEN due_at > 0 THEN due_at ELSE CAST($1 AS BIGINT) END,"
           " next_at = $1 + interval_seconds WHERE next_at > 0 AND next_at <= $1",
           now);
}

void take_up_due(const api::Site& site, const std::stop_token&)
{
    if (!site.settings.mirror.enabled) return;
    site.db.write([](db::Transaction& tx) { mark_due(tx, Time::now()); });
    site.bookkeeper.errands().expect();
}

} // namespace cairn::mirrors
