#include "mirrors/push_mirror.hpp"

#include "config/settings.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"
#include "mirrors/push.hpp"
#include "remotes/client.hpp"
#include "remotes/credentials.hpp"
#include "repositories/lifecycle/mirror.hpp"

namespace cairn::mirrors {

using repositories::RepositoryContext;

namespace {

constexpr std::int64_t most_mirrors = 50; // of one repository

Result<std::int64_t> interval_of(const api::Call& call, const std::string& text)
{
    auto interval = repositories::check_interval(call.settings(), text);
    if (!interval) interval.error().code = Errc::bad_request;
    return interval;
}

// What may not be reached is refused at once; whether it answers is seen when it is brought up to date.
Result<remotes::Remote> remote_of(const api::Call& call, const CreatePushMirrorOption& wanted)
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

} // namespace

Page<StoredPushMirror> list_push_mirrors(db::Queries& db, std::int64_t repository_id, const Paging& paging)
{
    return db.page<StoredPushMirror>(paging, "SELECT * FROM push_mirror WHERE repository_id = $1 ORDER BY id",
                                     repository_id);
}

Result<StoredPushMirror> find_push_mirror(db::Queries& db, std::int64_t repository_id, std::string_view remote_name)
{
    auto mirror = db.first<StoredPushMirror>("SELECT * FROM push_mirror WHERE repository_id = $1 AND remote_name = $2",
                                             repository_id, remote_name);
    if (!mirror) return not_found("the mirror");
    return std::move(*mirror);
}

Result<StoredPushMirror> add_push_mirror(const api::Call& call, const RepositoryContext& place,
                                         const CreatePushMirrorOption& wanted)
{
    const auto& settings = call.settings();
    if (!settings.mirror.enabled) return fail(Errc::bad_request, "this site keeps no mirrors");
    if (settings.mirror.disable_new_push) return fail(Errc::forbidden, "this site lets nobody mirror to elsewhere");
    const auto interval = TRY(interval_of(call, wanted.interval));
    const auto remote = TRY(remote_of(call, wanted));
    return call.db().write([&](db::Transaction& tx) -> Result<StoredPushMirror> {
        if (tx.scalar<std::int64_t>("SELECT count(*) FROM push_mirror WHERE repository_id = $1", place.repository.id)
            >= most_mirrors)
            return fail(Errc::bad_request, "the repository has as many mirrors as it may have");
        const auto now = Time::now();
        return tx.one<StoredPushMirror>(
            "INSERT INTO push_mirror (repository_id, remote_name, remote_address, credentials, interval_seconds,"
            " sync_on_commit, created_at, next_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING *",
            place.repository.id, "remote_mirror_" + crypto::random_hex(5), remote.address.text(),
            remotes::seal(settings, remote.credentials, place.repository.id), interval, wanted.sync_on_commit, now,
            repositories::next_after(now, interval));
    });
}

void remove_push_mirror(const api::Call& call, const RepositoryContext& place, std::string_view remote_name)
{
    call.db().write([&](db::Transaction& tx) {
        tx.run("DELETE FROM push_mirror WHERE repository_id = $1 AND remote_name = $2", place.repository.id,
               remote_name);
    });
}

Result<void> sync_push_mirrors(const api::Call& call, const RepositoryContext& place)
{
    if (!call.settings().mirror.enabled) return fail(Errc::bad_request, "this site keeps no mirrors");
    call.db().write([&](db::Transaction& tx) { ask_for_pushes(tx, place.repository.id); });
    return {};
}

} // namespace cairn::mirrors
