#include "app/doctor.hpp"

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <vector>

#include <fmt/core.h>

#include "app/consequences.hpp"
#include "app/open_site.hpp"
#include "base/text.hpp"
#include "code_search/indexer.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "git/store/connectivity.hpp"
#include "git/store/store.hpp"
#include "mirrors/pull.hpp"
#include "repositories/lifecycle/store_check.hpp"
#include "repositories/references/branch_check.hpp"

namespace cairn::app {

namespace {

using admin::Complaints;
using admin::Examined;

// The account's own alone; or root's, for the account's group to read: then a service that somebody broke into cannot
// change it.
bool is_for_the_site_alone(const struct stat& status)
{
    if ((status.st_mode & 077) == 0) return true;
    return (status.st_mode & 037) == 0 && status.st_uid == 0 && status.st_gid == getegid();
}

Complaints examine_settings(const config::Settings& settings, const std::string& config_file)
{
    Complaints complaints;
    struct stat status{};
    if (stat(config_file.c_str(), &status) != 0)
        return {config_file + " is not there: start the server once, or name another file with --config"};
    if (!is_for_the_site_alone(status))
        complaints.push_back(config_file + " holds secrets and others may read it: "
                             + (status.st_uid == geteuid()
                                    ? "chmod 600 " + config_file
                                    : fmt::format("chown root:{} {} and chmod 640 it", getegid(), config_file)));
    if (settings.security.secret_key.empty())
        complaints.emplace_back("[security] SECRET_KEY is empty: start the server once, it makes one");
    if (settings.server.protocol == config::Protocol::https)
        for (const auto& file : {settings.server.cert_file, settings.server.key_file})
            if (::access(file.c_str(), R_OK) != 0)
                complaints.push_back("PROTOCOL is https and '" + file + "' cannot be read: see CERT_FILE and KEY_FILE");
    return complaints;
}

Complaints examine_data_folder(const config::Settings& settings)
{
    const auto& folder = settings.server.app_data_path;
    if (::access(folder.c_str(), F_OK) != 0) return {folder + " is not there: start the server once, it makes it"};
    if (::access(folder.c_str(), R_OK | W_OK | X_OK) != 0)
        return {folder + " cannot be written: chown it to the user that runs the server"};
    struct statvfs space{};
    if (statvfs(folder.c_str(), &space) == 0 && space.f_bavail * space.f_frsize < 100ULL * 1024 * 1024)
        return {"less than 100 MiB are free on the disk of " + folder};
    return {};
}

Complaints examine_database(const config::Settings& settings)
{
    if (settings.database.db_type == config::DatabaseType::sqlite3
        && ::access(settings.database.path.c_str(), F_OK) != 0)
        return {settings.database.path + " is not there: start the server once, it makes it"};
    try {
        const auto db = db::open(database_options(settings));
        auto complaints = db->check();
        if (db::pending_migrations(*db) > 0)
            complaints.emplace_back(
                "the database is older than this program: start the server once, it brings it up to date");
        else if (!code_search::has_pieces(*db))
            complaints.emplace_back(
                "PostgreSQL has no extension pg_trgm, so that code is looked for in the latest files"
                " alone: CREATE EXTENSION pg_trgm as its superuser, and start the server again");
        return complaints;
    } catch (const std::exception& error) {
        return {error.what()};
    }
}

struct StoredFolders {
    std::string name;
    std::string storage;
    std::string wiki_storage;
};
BOOST_DESCRIBE_STRUCT(StoredFolders, (), (name, storage, wiki_storage))

// Nothing brings back what is missing but a backup, or a clone that somebody has.
void examine_objects(db::Database& db, const git::Store& store, const config::Settings& settings,
                     Complaints& complaints, const std::stop_token& stop)
{
    git::Children children({.git = settings.git.path, .confined = settings.security.sandbox});
    for (const auto& repository :
         db.all<StoredFolders>("SELECT a.name || '/' || r.name AS name, r.storage, r.wiki_storage FROM repository r"
                               " JOIN account a ON a.id = r.owner_id ORDER BY r.id"))
        for (const auto& folder : {repository.storage, repository.wiki_storage}) {
            if (stop.stop_requested()) return;
            if (folder.empty() || !store.exists(folder)) continue; // said of the folder
            const auto missing = git::find_missing_object(children, store.path(folder));
            const auto said = missing ? *missing : missing.error().message;
            if (!said.empty())
                complaints.push_back("objects are missing in " + repository.name
                                     + (folder == repository.storage ? " (" : ".wiki (") + store.path(folder)
                                     + "): restore them from a backup or a clone; git says: " + said);
        }
}

Complaints examine_repositories(const config::Settings& settings, bool repair, const std::stop_token& stop)
{
    try {
        const auto db = db::open(database_options(settings));
        if (db::pending_migrations(*db) > 0) return {}; // said of the database
        const git::Store store(settings.repository.root);
        const auto found = repositories::examine_store(*db, store);
        if (found.all_missing && found.missing.size() > 1)
            return {"no repository has its folder below " + store.root() + ": is the disk there?"};
        if (repair) repositories::repair_store(*db, store, found);
        const auto missed = repositories::find_missed_pushes(*db, store, {});
        if (repair) {
            repositories::record_missed_pushes(*db, consequences(settings), store, missed);
            return {};
        }
        Complaints complaints;
        for (const auto& repository : found.missing)
            complaints.push_back("the folder of " + repository.name + " is gone (" + store.path(repository.storage)
                                 + "): restore it, or have an empty one made with --repair");
        for (const auto& folder : found.strays)
            complaints.push_back(store.path(folder) + " belongs to no repository: remove it with --repair");
        examine_objects(*db, store, settings, complaints, stop);
        for (const auto& push : missed)
            complaints.push_back(fmt::format("{} branches of repository {} are not what the database says: correct it"
                                             " with --repair",
                                             push.changes.size(), push.repository_id));
        return complaints;
    } catch (const std::exception& error) {
        return {error.what()};
    }
}

// What waits for servers elsewhere: nobody but the log is told when one of them is gone.
Complaints examine_mirrors(const config::Settings& settings)
{
    try {
        const auto db = db::open(database_options(settings));
        Complaints complaints;
        for (const auto& mirror : mirrors::find_failing(*db))
            complaints.push_back(mirror.name + " cannot be brought up to date from " + mirror.remote_address + ": "
                                 + mirror.last_error);
        return complaints;
    } catch (const std::exception& error) {
        return {error.what()};
    }
}

Complaints examine_git(const config::Settings&)
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

// One after the other, so that whoever waits sees how far it is.
void examine_each(const config::Settings& settings, const std::string& config_file, bool repair,
                  const std::stop_token& stop, const std::function<void(Examined)>& told)
{
    const auto tell = [&](std::string_view what, Complaints complaints) {
        told({std::string(what), std::move(complaints)});
    };
    tell("settings", examine_settings(settings, config_file));
    tell("data folder", examine_data_folder(settings));
    auto of_database = examine_database(settings);
    const bool readable = of_database.empty();
    tell("database", std::move(of_database));
    if (readable) tell("repositories", examine_repositories(settings, repair, stop));
    if (readable) tell("mirrors", examine_mirrors(settings));
    tell("git", examine_git(settings));
}

} // namespace

std::vector<Examined> examine_all(const config::Settings& settings, const std::string& config_file,
                                  const std::stop_token& stop)
{
    std::vector<Examined> found;
    examine_each(settings, config_file, false, stop, [&](Examined one) { found.push_back(std::move(one)); });
    return found;
}

int examine(const config::Settings& settings, const std::string& config_file, bool repair)
{
    std::size_t count = 0;
    examine_each(settings, config_file, repair, {}, [&](const Examined& one) {
        count += one.complaints.size();
        fmt::print("{:<14} {}\n", one.what, one.complaints.empty() ? "ok" : "");
        for (const auto& complaint : one.complaints) fmt::print("    - {}\n", complaint);
    });
    fmt::print("{}\n", count == 0 ? "All is well." : fmt::format("{} to be looked at.", count));
    return count == 0 ? 0 : 1;
}

} // namespace cairn::app
