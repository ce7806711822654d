#include "admin/site_figures.hpp"

#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::admin {

namespace {

// Counting a large site takes a while, and whoever looks at the overview looks again.
constexpr std::int64_t kept_seconds = 30;

template <class T> class Kept {
public:
    template <class F> T get(const void* of, F make)
    {
        const std::lock_guard lock(mutex_);
        const auto now = Time::now().seconds;
        if (of_ != of || now < at_ || now >= at_ + kept_seconds) {
            value_ = make();
            of_ = of;
            at_ = now;
        }
        return value_;
    }

private:
    std::mutex mutex_{};
    T value_{};
    const void* of_ = nullptr; // which site: tests have several
    std::int64_t at_ = 0;
};

std::int64_t size_of(const std::string& file)
{
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    return error ? 0 : static_cast<std::int64_t>(size);
}

std::int64_t database_bytes(const api::Site& site)
{
    const auto& database = site.settings().database;
    if (database.db_type == config::DatabaseType::postgres)
        return site.db.scalar<std::int64_t>("SELECT pg_database_size(current_database()) AS value");
    return size_of(database.path) + size_of(database.path + "-wal");
}

SiteFigures count(const api::Site& site)
{
    return site.db.one<SiteFigures>(
        "SELECT (SELECT count(*) FROM account WHERE kind = 'individual') AS people,"
        " (SELECT count(DISTINCT account_id) FROM session WHERE NOT pending AND acting_id = 0 AND last_seen_at >= $1)"
        " AS here_today,"
        " (SELECT count(*) FROM account WHERE kind = 'individual' AND NOT is_active) AS waiting,"
        " (SELECT count(*) FROM account WHERE kind = 'individual' AND is_admin) AS administrators,"
        " (SELECT count(*) FROM account WHERE kind = 'organization') AS organizations,"
        " (SELECT count(*) FROM team) AS teams,"
        " (SELECT count(*) FROM repository) AS repositories,"
        " (SELECT count(*) FROM repository WHERE mirror) AS mirrors,"
        " (SELECT count(*) FROM repository WHERE fork_of IS NOT NULL) AS forks,"
        " (SELECT count(*) FROM issue i WHERE NOT EXISTS (SELECT 1 FROM pull_request p WHERE p.issue_id = i.id))"
        " AS issues,"
        " (SELECT count(*) FROM pull_request) AS pulls,"
        " (SELECT count(*) FROM comment) AS comments,"
        " (SELECT count(*) FROM release) AS releases,"
        " (SELECT count(*) FROM attachment) AS attachments,"
        " (SELECT count(*) FROM package_version) AS packages,"
        " (SELECT count(*) FROM webhook) AS webhooks,"
        " (SELECT count(*) FROM public_key) AS keys,"
        " (SELECT count(*) FROM access_token) AS tokens,"
        " (SELECT count(*) FROM action_run) AS runs,"
        " (SELECT count(*) FROM action_task WHERE status IN ('running', 'cancelling')) AS jobs_at_work,"
        " (SELECT count(*) FROM action_job WHERE status = 'waiting') AS jobs_waiting,"
        " (SELECT count(*) FROM action_runner WHERE NOT disabled) AS runners,"
        " (SELECT count(*) FROM action_runner WHERE NOT disabled AND seen_at > $2) AS runners_online",
        Time{Time::now().seconds - 86400}, Time{Time::now().seconds - 60});
}

StoredBytes measure(const api::Site& site)
{
    auto bytes = site.db.one<StoredBytes>(
        "SELECT (SELECT CAST(COALESCE(sum(git_size), 0) AS BIGINT) FROM repository) AS repositories,"
        " (SELECT CAST(COALESCE(sum(size), 0) AS BIGINT) FROM lfs_content) AS large_files,"
        " (SELECT CAST(COALESCE(sum(size), 0) AS BIGINT) FROM package_content) AS packages,"
        " (SELECT CAST(COALESCE(sum(size), 0) AS BIGINT) FROM attachment) AS attachments,"
        " (SELECT CAST(COALESCE(sum(size), 0) AS BIGINT) FROM artifact_piece) AS artifacts,"
        " CAST(0 AS BIGINT) AS database, CAST(0 AS BIGINT) AS disk_free, CAST(0 AS BIGINT) AS disk_size");
    bytes.database = database_bytes(site);
    struct statvfs space{};
    if (statvfs(site.settings().server.app_data_path.c_str(), &space) == 0) {
        bytes.disk_free = static_cast<std::int64_t>(space.f_bavail * space.f_frsize);
        bytes.disk_size = static_cast<std::int64_t>(space.f_blocks * space.f_frsize);
    }
    return bytes;
}

const Time started = Time::now();

std::int64_t pages_of(int which) { return std::max<std::int64_t>(0, sysconf(which)) * sysconf(_SC_PAGESIZE); }

} // namespace

SiteFigures site_figures(const api::Site& site)
{
    static Kept<SiteFigures> kept;
    return kept.get(&site, [&] { return count(site); });
}

StoredBytes stored_bytes(const api::Site& site)
{
    static Kept<StoredBytes> kept;
    return kept.get(&site, [&] { return measure(site); });
}

Machine machine()
{
    Machine found{.processors = static_cast<std::int64_t>(std::thread::hardware_concurrency()), .started_at = started};
    std::ifstream file("/proc/self/statm");
    std::int64_t size = 0;
    std::int64_t resident = 0;
    file >> size >> resident;
    found.memory = resident * sysconf(_SC_PAGESIZE);
    found.memory_total = pages_of(_SC_PHYS_PAGES);
    std::array<double, 3> load{};
    if (getloadavg(load.data(), static_cast<int>(load.size())) == 3) {
        found.load = fmt::format("{:.2f}", load[0]);
        found.load_before = fmt::format("{:.2f} · {:.2f}", load[1], load[2]);
    }
    return found;
}

} // namespace cairn::admin
