#include <filesystem>

#include <fmt/chrono.h>

#include "app/doctor/check.hpp"
#include "app/open_site.hpp"
#include "config/load.hpp"
#include "db/database.hpp"
#include "storage/storage.hpp"

namespace cairn::app::doctor {

namespace fs = std::filesystem;

Examination::Examination(const config::Loaded& said, std::stop_token stop_token)
    : loaded(said), settings(said.settings), stop(std::move(stop_token))
{
}

Examination::~Examination() = default;

bool Examination::on_postgres() const { return settings.database.db_type == config::DatabaseType::postgres; }

db::Database& Examination::db()
{
    if (!db_) db_ = db::open(database_options(settings));
    return *db_;
}

bool Examination::has_tables()
{
    if (has_tables_) return *has_tables_;
    try {
        const bool is_there = on_postgres() || fs::exists(settings.database.path);
        has_tables_ = is_there && db::pending_migrations(db()) == 0;
    } catch (const std::exception&) {
        has_tables_ = false;
    }
    return *has_tables_;
}

git::Store& Examination::store()
{
    if (!store_) store_.emplace(settings.repository.root);
    return *store_;
}

git::Children& Examination::children()
{
    if (!children_)
        children_ = std::make_unique<git::Children>(
            git::Children::Options{.git = settings.git.path, .confined = settings.security.sandbox});
    return *children_;
}

storage::Storage& Examination::storage()
{
    if (!storage_) storage_ = storage::open_storage(settings.storage);
    return *storage_;
}

std::string Examination::set_aside(const std::string& root, const std::string& path) const
{
    const auto target = fs::path(root) / ".set-aside" / std::to_string(begun.seconds) / fs::relative(path, root);
    std::error_code error;
    fs::create_directories(target.parent_path(), error);
    if (!error) fs::rename(path, target, error);
    if (error) return path + " could not be moved: " + error.message();
    return path + " is now " + target.string();
}

} // namespace cairn::app::doctor
