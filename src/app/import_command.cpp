#include "app/import_command.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include <fmt/core.h>

#include "app/application.hpp"
#include "app/open_site.hpp"
#include "app/progress.hpp"
#include "app/site_lock.hpp"
#include "config/secrets.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"
#include "import/import.hpp"

namespace cairn::app {

namespace fs = std::filesystem;

namespace {

bool is_there(const config::Settings& settings)
{
    if (settings.database.db_type == config::DatabaseType::sqlite3) return fs::exists(settings.database.path);
    const auto db = db::open(database_options(settings));
    // Reads alone: what is asked is whether any of its tables is there.
    return db->scalar<bool>("SELECT to_regclass('schema_migration') IS NOT NULL");
}

// A site that was never started, for a trial to have something to look at; gone with it.
class EmptySite {
public:
    explicit EmptySite(config::Settings wanted) : settings_(std::move(wanted))
    {
        auto name = (fs::temp_directory_path() / "cairn-trial-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
        folder_ = name;
        settings_.server.app_data_path = folder_;
        settings_.database.db_type = config::DatabaseType::sqlite3;
        settings_.database.path = folder_ + "/cairn.db";
        settings_.repository.root = folder_ + "/repositories";
        settings_.storage.path = folder_ + "/storage";
    }
    ~EmptySite()
    {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    EmptySite(const EmptySite&) = delete;
    EmptySite& operator=(const EmptySite&) = delete;

    const config::Settings& settings() const { return settings_; }

private:
    config::Settings settings_;
    std::string folder_;
};

Result<import::Report> run(const config::Settings& settings, const import::OldSite& old, const import::Wish& wish)
{
    const auto db = wish.dry_run ? db::open(database_options(settings)) : open_site(settings);
    if (wish.dry_run && db::pending_migrations(*db) > 0)
        return fail(Errc::conflict,
                    "the site's database is older than this program: start the site once, and stop it again, before "
                    "--dry-run");
    Application application(*db, settings);
    auto report = import::move_in(application.site(), old, wish);
    end_progress();
    return report;
}

Result<import::Report> try_out(const config::Settings& settings, const import::OldSite& old, const import::Wish& wish)
{
    auto trial = settings;
    // A site that was never started has none yet, and what is sealed here is thrown away.
    if (trial.security.secret_key.empty()) trial.security.secret_key = crypto::random_hex(32);
    if (is_there(trial)) {
        const auto lock = TRY(SiteLock::take(trial.server.app_data_path, SiteLock::Use::moving_in));
        return run(trial, old, wish);
    }
    const EmptySite empty(trial);
    db::migrate(*db::open(database_options(empty.settings())));
    return run(empty.settings(), old, wish);
}

} // namespace

Result<> abandon_import(config::Loaded& loaded)
{
    TRY(check_user(loaded));
    std::vector<std::string> names;
    if (is_there(loaded.settings)) {
        const auto lock = TRY(SiteLock::take(loaded.settings.server.app_data_path, SiteLock::Use::moving_in));
        names = import::abandon_moves(*open_site(loaded.settings));
    }
    if (names.empty()) return fail(Errc::conflict, "there is no import that has begun and not ended");
    for (const auto& name : names)
        fmt::print("What has come from {} stays, and nothing more comes unless you run the import again.\n", name);
    return {};
}

Result<> import_site(config::Loaded& loaded, const ImportWish& wanted)
{
    TRY(check_user(loaded));
    const auto old = TRY(import::read_old_site(wanted.app_ini, wanted.work_path));
    std::error_code ignored;
    if (old.database.engine == db::Options::Engine::sqlite
        && fs::equivalent(old.database.path, loaded.settings.database.path, ignored))
        return fail(Errc::bad_request, "the file is the one of this very site: give the app.ini of the old one");
    const import::Wish wish{.dry_run = wanted.dry_run,
                            .store = loaded.settings.repository.root,
                            .same_people = {wanted.same_people.begin(), wanted.same_people.end()},
                            .progress = &show_progress};
    std::optional<import::Report> report;
    if (wanted.dry_run) {
        report = TRY(try_out(loaded.settings, old, wish));
    } else {
        TRY(config::ensure_secrets(loaded));
        fs::create_directories(loaded.settings.server.app_data_path);
        const auto lock = TRY(SiteLock::take(loaded.settings.server.app_data_path, SiteLock::Use::moving_in));
        report = TRY(run(loaded.settings, old, wish));
    }
    fmt::print("{}{}", wanted.json ? import::as_json(*report) : import::as_text(*report), wanted.json ? "\n" : "");
    return {};
}

} // namespace cairn::app
