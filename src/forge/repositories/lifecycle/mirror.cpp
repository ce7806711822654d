#include "repositories/lifecycle/mirror.hpp"

#include <algorithm>

#include "config/settings.hpp"
#include "db/composition.hpp"
#include "remotes/credentials.hpp"
#include "repositories/lifecycle/interval.hpp"

namespace cairn::repositories {

std::optional<StoredPullMirror> find_pull_mirror(db::Queries& db, std::int64_t repository_id)
{
    return db.first<StoredPullMirror>("SELECT * FROM pull_mirror WHERE repository_id = $1", repository_id);
}

void show_mirrors(db::Queries& db, std::span<Repository> shown)
{
    std::vector<std::int64_t> ids;
    for (const auto& repository : shown)
        if (repository.mirror) ids.push_back(repository.id);
    if (ids.empty()) return;
    db::Composition query("SELECT * FROM pull_mirror WHERE repository_id IN ");
    query << db::bound(ids);
    for (const auto& mirror : db.all<StoredPullMirror>(query)) {
        const auto found = std::ranges::find(shown, mirror.repository_id, &Repository::id);
        if (found == shown.end()) continue;
        found->mirror_interval = show_interval(mirror.interval_seconds);
        found->mirror_updated = mirror.updated_at;
        found->mirror_last_sync_at = mirror.synced_at;
    }
}

Result<std::int64_t> check_interval(const config::Settings& settings, const std::string& text)
{
    const auto seconds = parse_interval(text);
    if (!seconds) return fail(Errc::unprocessable, "\"" + text + "\" is not an interval such as 8h0m0s");
    if (*seconds != 0 && *seconds < settings.mirror.min_interval)
        return fail(Errc::unprocessable,
                    "the interval must be " + show_interval(settings.mirror.min_interval) + " at least, or 0");
    return *seconds;
}

Time next_after(Time now, std::int64_t interval) { return interval > 0 ? Time{now.seconds + interval} : Time{}; }

Result<void> edit_mirror(const config::Settings& settings, db::Transaction& tx, const StoredRepository& repository,
                         const EditRepoOption& wanted)
{
    if (!repository.mirror) return {};
    if (wanted.mirror_interval) {
        const auto interval = TRY(check_interval(settings, *wanted.mirror_interval));
        tx.run("UPDATE pull_mirror SET interval_seconds = $2, next_at = $3 WHERE repository_id = $1", repository.id,
               interval, next_after(Time::now(), interval));
    }
    if (wanted.enable_prune)
        tx.run("UPDATE pull_mirror SET prune = $2 WHERE repository_id = $1", repository.id, *wanted.enable_prune);
    if (!wanted.mirror_username && !wanted.mirror_password && !wanted.mirror_token) return {};
    const auto mirror = find_pull_mirror(tx, repository.id);
    if (!mirror) return {};
    auto credentials = remotes::open(settings, mirror->credentials, repository.id);
    if (wanted.mirror_username) credentials.name = *wanted.mirror_username;
    if (wanted.mirror_password) credentials.secret = *wanted.mirror_password;
    if (wanted.mirror_token && !wanted.mirror_token->empty())
        credentials = remotes::Credentials{.name = "oauth2", .secret = *wanted.mirror_token};
    tx.run("UPDATE pull_mirror SET credentials = $2 WHERE repository_id = $1", repository.id,
           remotes::seal(settings, credentials, repository.id));
    return {};
}

} // namespace cairn::repositories
