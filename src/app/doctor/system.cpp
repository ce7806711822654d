// What the machine gives the site: its file of settings, folders, disks, clock and git.
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>

#include <fmt/core.h>

#include "admin/site_settings.hpp"
#include "app/doctor/checks.hpp"
#include "base/text.hpp"
#include "config/load.hpp"
#include "db/database.hpp"

namespace cairn::app::doctor {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t least_room = 100ULL << 20;
constexpr std::int64_t most_ahead = 300; // seconds
constexpr std::size_t most_told = 20;

// The account's own alone; or root's, for the account's group to read: then a service that somebody broke into cannot
// change it.
bool is_for_the_site_alone(const struct stat& status)
{
    if ((status.st_mode & 077) == 0) return true;
    return (status.st_mode & 037) == 0 && status.st_uid == 0 && status.st_gid == getegid();
}

// What others must not read or change, as far as this program has made it. Of repositories, files and logs the folder
// alone is looked at, which is closed to others with all that is in it.
std::vector<std::string> guarded_places(const config::Settings& settings)
{
    std::vector<std::string> places{settings.repository.root, settings.storage.path, settings.log.root_path,
                                    settings.oauth2.jwt_signing_private_key_file,
                                    settings.repository_signing.signing_key};
    if (settings.database.db_type == config::DatabaseType::sqlite3)
        for (const auto* ending : {"", "-wal", "-shm"}) places.push_back(settings.database.path + ending);
    std::error_code error;
    for (const auto* name : {"ssh", "jwt"})
        for (fs::directory_iterator entry(fs::path(settings.server.app_data_path) / name, error), end;
             !error && entry != end; entry.increment(error))
            places.push_back(entry->path().string());
    std::erase_if(places, [&](const std::string& place) { return place.empty() || !fs::exists(place, error); });
    std::ranges::sort(places);
    const auto [first, last] = std::ranges::unique(places);
    places.erase(first, last);
    return places;
}

void check_room(const std::string& what, const std::string& folder, std::set<std::uint64_t>& seen,
                Complaints& complaints)
{
    struct statvfs space{};
    struct stat status{};
    if (statvfs(folder.c_str(), &space) != 0 || stat(folder.c_str(), &status) != 0) return; // said elsewhere
    if (!seen.insert(status.st_dev).second) return;
    if (space.f_bavail * space.f_frsize < least_room)
        complaints.push_back("less than 100 MiB are free on the disk of the " + what + ", " + folder);
    if (space.f_files != 0 && space.f_favail < 1000)
        complaints.push_back("fewer than 1000 files can be made on the disk of the " + what + ", " + folder);
}

} // namespace

Complaints look_at_settings(Examination& examination)
{
    const auto& settings = examination.settings;
    const auto& file = examination.loaded.file;
    Complaints complaints;
    struct stat status{};
    if (stat(file.c_str(), &status) != 0)
        return {file + " is not there: start the server once, or name another file with --config"};
    if (!is_for_the_site_alone(status))
        complaints.push_back(file + " holds secrets and others may read it: "
                             + (status.st_uid == geteuid()
                                    ? "chmod 600 " + file
                                    : fmt::format("chown root:{} {} and chmod 640 it", getegid(), file)));
    if (settings.security.secret_key.empty())
        complaints.emplace_back("[security] SECRET_KEY is empty: start the server once, it makes one");
    if (settings.server.protocol == config::Protocol::https)
        for (const auto& name : {settings.server.cert_file, settings.server.key_file})
            if (::access(name.c_str(), R_OK) != 0)
                complaints.push_back("PROTOCOL is https and '" + name + "' cannot be read: see CERT_FILE and KEY_FILE");
    return complaints;
}

Complaints mend_settings(Examination& examination)
{
    const auto& file = examination.loaded.file;
    struct stat status{};
    if (stat(file.c_str(), &status) != 0 || is_for_the_site_alone(status) || status.st_uid != geteuid()) return {};
    if (::chmod(file.c_str(), 0600) != 0) return {"chmod 600 " + file + " failed"};
    return {file + " is for this account alone now"};
}

Complaints look_at_stored_settings(Examination& examination)
{
    Complaints complaints;
    for (const auto& [stored, why] : admin::settings_of_site(examination.db(), examination.loaded).passed_over)
        complaints.push_back(config::label(stored.section, stored.name) + " = " + stored.value + " (" + stored.place
                             + ") does not hold: " + why);
    return complaints;
}

Complaints look_at_data_folder(Examination& examination)
{
    const auto& folder = examination.settings.server.app_data_path;
    if (::access(folder.c_str(), F_OK) != 0) return {folder + " is not there: start the server once, it makes it"};
    if (::access(folder.c_str(), R_OK | W_OK | X_OK) != 0)
        return {folder + " cannot be written: chown it to the user that runs the server"};
    return {};
}

Complaints look_at_permissions(Examination& examination)
{
    Complaints complaints;
    for (const auto& place : guarded_places(examination.settings)) {
        struct stat status{};
        if (lstat(place.c_str(), &status) != 0 || S_ISLNK(status.st_mode)) continue;
        if (status.st_uid != geteuid() && !is_for_the_site_alone(status))
            complaints.push_back(place + " is another account's: chown it to the user that runs the server");
        else if ((status.st_mode & 077) != 0 && !is_for_the_site_alone(status))
            complaints.push_back("others may read " + place + ": chmod go= it");
        if (complaints.size() == most_told) {
            complaints.emplace_back("and perhaps more");
            break;
        }
    }
    return complaints;
}

Complaints mend_permissions(Examination& examination)
{
    Complaints done;
    for (const auto& place : guarded_places(examination.settings)) {
        struct stat status{};
        if (lstat(place.c_str(), &status) != 0 || S_ISLNK(status.st_mode)) continue;
        if (status.st_uid != geteuid() || (status.st_mode & 077) == 0) continue;
        if (::chmod(place.c_str(), status.st_mode & 0700) == 0)
            done.push_back(place + " is for this account alone now");
    }
    return done;
}

Complaints look_at_disks(Examination& examination)
{
    const auto& settings = examination.settings;
    Complaints complaints;
    std::set<std::uint64_t> seen;
    check_room("data folder", settings.server.app_data_path, seen, complaints);
    check_room("repositories", settings.repository.root, seen, complaints);
    check_room("storage", settings.storage.path, seen, complaints);
    if (!examination.on_postgres())
        check_room("database", fs::path(settings.database.path).parent_path().string(), seen, complaints);
    return complaints;
}

Complaints look_at_clock(Examination& examination)
{
    auto& db = examination.db();
    const auto now = Time::now().seconds;
    Complaints complaints;
    if (examination.on_postgres()) {
        const auto there = db.scalar<std::int64_t>("SELECT CAST(extract(epoch FROM clock_timestamp()) AS BIGINT)");
        if (std::abs(there - now) > 30)
            complaints.push_back(fmt::format(
                "the clock of the database is {} s away from this one: let both follow a time server", there - now));
    }
    const auto latest = db.scalar<std::int64_t>(
        "SELECT COALESCE(max(at), 0) FROM (SELECT max(created_at) AS at FROM audit_event UNION ALL"
        " SELECT max(created_at) FROM job UNION ALL SELECT max(ended_at) FROM upkeep_run) AS written");
    if (latest > now + most_ahead)
        complaints.push_back(fmt::format("something was written {} s from now: the clock is behind, or was ahead; links"
                                         " and sessions end too late meanwhile",
                                         latest - now));
    return complaints;
}

Complaints look_at_git(Examination&)
{
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen("git --version 2>/dev/null", "r"), &pclose);
    std::array<char, 64> line{};
    if (!pipe || std::fgets(line.data(), line.size(), pipe.get()) == nullptr)
        return {"git was not found: install it (apt-get install git)"};
    int major = 0;
    int minor = 0;
    if (std::sscanf(line.data(), "git version %d.%d", &major, &minor) != 2 || major * 100 + minor < 230)
        return {"git is too old: 2.30 or newer is needed, this is " + std::string(text::trim(line.data()))};
    return {};
}

} // namespace cairn::app::doctor
