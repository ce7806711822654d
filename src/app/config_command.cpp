#include "app/config_command.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <exception>

#include "admin/site_settings.hpp"
#include "app/open_site.hpp"
#include "config/settings.hpp"
#include "config/show.hpp"
#include "db/database.hpp"

namespace cairn::app {

namespace {

void complain(std::string_view words)
{
    fmt::print(stderr, "cairn: settings in the database are not among these: {}\n", words);
}

// What the database says as well; the reason where it says nothing.
Result<config::Overlaid> with_stored(const config::Loaded& loaded, bool root_may_open)
{
    const auto& database = loaded.settings.database;
    if (database.db_type == config::DatabaseType::sqlite3) {
        if (::access(database.path.c_str(), F_OK) != 0) return config::Overlaid{.loaded = loaded, .passed_over = {}};
        if (geteuid() == 0 && !root_may_open)
            return fail(Errc::forbidden, "root does not open it; run this as the account of the site");
    }
    try {
        const auto db = db::open(database_options(loaded.settings));
        if (db::pending_migrations(*db) > 0) return fail(Errc::conflict, "it is older than this program");
        return admin::settings_of_site(*db, loaded);
    } catch (const std::exception& error) {
        return fail(Errc::unavailable, error.what());
    }
}

} // namespace

int show_config(const config::Loaded& loaded, bool root_may_open)
{
    const auto over = with_stored(loaded, root_may_open);
    if (!over) complain(over.error().message);
    fmt::print("{}", config::show(over ? over->loaded : loaded));
    if (over)
        for (const auto& [stored, why] : over->passed_over)
            fmt::print(stderr, "cairn: {} = {} of the database does not hold: {}\n",
                       config::label(stored.section, stored.name), stored.value, why);
    return 0;
}

} // namespace cairn::app
