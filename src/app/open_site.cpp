#include "app/open_site.hpp"

#include <filesystem>

#include "cache/result_cache.hpp"
#include "cache/verify.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::app {

db::Options database_options(const config::Settings& settings)
{
    const auto& database = settings.database;
    return {.engine = database.db_type == config::DatabaseType::postgres ? db::Options::Engine::postgres
                                                                         : db::Options::Engine::sqlite,
            .path = database.path,
            .host = database.host,
            .name = database.name,
            .user = database.user,
            .password = database.passwd,
            .ssl_mode = std::string(word_of(database.ssl_mode)),
            .schema = database.schema,
            .connections = static_cast<unsigned>(database.max_open_conns)};
}

std::unique_ptr<db::Database> open_site(const config::Settings& settings)
{
    std::filesystem::create_directories(settings.server.app_data_path);
    auto db = db::open(database_options(settings));
    db::migrate(*db);
    cache::set_verify(*db, settings.cache.verify);
    cache::keep_results(*db);
    return db;
}

} // namespace cairn::app
