// Repositories that follow one elsewhere, and repositories elsewhere that follow one of the old site's. The address
// with its credentials is in the git configuration of the repository there.
#include "base/text.hpp"
#include "config/file.hpp"
#include "config/ini.hpp"
#include "import/kinds.hpp"
#include "mirrors/large_files.hpp"
#include "mirrors/pull.hpp"
#include "remotes/credentials.hpp"
#include "repositories/lifecycle/mirror.hpp"
#include "repositories/repository.hpp"

namespace cairn::import {

namespace {

constexpr std::size_t largest_configuration = 256 * 1024;
constexpr std::int64_t nanoseconds = 1'000'000'000;

struct PullMirrorRow {
    std::int64_t id = 0;
    std::int64_t repo_id = 0;
    std::int64_t interval = 0; // in nanoseconds
    bool enable_prune = true;
    std::string remote_address;
    bool lfs_enabled = false;
    std::string lfs_endpoint;
};
BOOST_DESCRIBE_STRUCT(PullMirrorRow, (),
                      (id, repo_id, interval, enable_prune, remote_address, lfs_enabled, lfs_endpoint))

struct PushMirrorRow {
    std::int64_t id = 0;
    std::int64_t repo_id = 0;
    std::string remote_name;
    std::string remote_address;
    std::int64_t interval = 0;
    bool sync_on_commit = true;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(PushMirrorRow, (),
                      (id, repo_id, remote_name, remote_address, interval, sync_on_commit, created_unix))

struct PlaceRow {
    std::string owner_name;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(PlaceRow, (), (owner_name, name))

// As git's configuration there has it; else what the row tells, which is without credentials.
std::string address_of(Batch& batch, std::int64_t old_repository, std::string_view remote, const std::string& told)
{
    for (const auto& place : batch.move().source.where<PlaceRow>("repository", "id", old_repository)) {
        const auto text = config::read_file(batch.move().old.repositories + "/" + text::to_lower(place.owner_name) + "/"
                                                + text::to_lower(place.name) + ".git/config",
                                            largest_configuration);
        if (!text) continue;
        const auto section = "remote \"" + std::string(remote) + "\"";
        for (const auto& entry : config::parse_ini(*text).entries)
            if (entry.section == section && text::iequals(entry.key, "url")) return entry.value;
    }
    return told;
}

Outcome take_pull_mirror(Batch& batch, PullMirrorRow& row)
{
    const auto id = batch.repository(row.repo_id);
    const auto repository = id ? repositories::find_repository(batch.tx, *id) : std::nullopt;
    if (!repository) return refuse("its repository was not moved", row.remote_address);
    const auto remote = remotes::parse_remote(address_of(batch, row.repo_id, "origin", row.remote_address));
    if (!remote)
        return refuse("its address is none that can be followed here: the repository stands by itself",
                      repository->name);
    mirrors::enter_pull_mirror(batch.settings(), batch.tx, *repository, *remote, row.interval / nanoseconds, false);
    batch.tx.run("UPDATE pull_mirror SET prune = $2 WHERE repository_id = $1", *id, row.enable_prune);
    if (row.lfs_enabled) mirrors::follow_large_files(batch.tx, *id, row.lfs_endpoint, false);
    batch.tx.run("UPDATE repository SET mirror = TRUE WHERE id = $1", *id);
    return {};
}

Outcome take_push_mirror(Batch& batch, PushMirrorRow& row)
{
    const auto repository = batch.repository(row.repo_id);
    if (!repository) return refuse("its repository was not moved", row.remote_address);
    const auto remote = remotes::parse_remote(address_of(batch, row.repo_id, row.remote_name, row.remote_address));
    if (!remote) return refuse("its address is none that can be pushed to from here", row.remote_address);
    const auto interval = row.interval / nanoseconds;
    if (batch.tx.run("INSERT INTO push_mirror (repository_id, remote_name, remote_address, credentials,"
                     " interval_seconds, sync_on_commit, created_at, next_at)"
                     " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
                     *repository, row.remote_name, remote->address.text(),
                     remotes::seal(batch.settings(), remote->credentials, *repository), interval, row.sync_on_commit,
                     row.created_unix, repositories::next_after(Time::now(), interval))
        == 0)
        return refuse("the repository has two of one name", row.remote_address);
    return {};
}

} // namespace

const Kind pull_mirrors_kind{.name = "mirrors",
                             .table = "mirror",
                             .run = &move_rows<PullMirrorRow, &take_pull_mirror>,
                             .needed = "id repo_id interval"};
const Kind push_mirrors_kind{.name = "push mirrors",
                             .table = "push_mirror",
                             .run = &move_rows<PushMirrorRow, &take_push_mirror>,
                             .needed = "id repo_id remote_name"};

} // namespace cairn::import
