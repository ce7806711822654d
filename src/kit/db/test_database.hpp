// A database for a test: a file in a folder of its own, or a schema of its own in the PostgreSQL that the environment's
// CAIRN_TEST_POSTGRES names (postgres://USER:PASSWORD@HOST:PORT/NAME). It is gone with the object.
//
// What has all tables is a copy of one that was migrated once for all tests of the program: with PostgreSQL that is a
// database of its own, because no schema can be copied.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "db/database.hpp"

namespace cairn::db {

class TestDatabase {
public:
    using Engine = Options::Engine;

    static bool is_available(Engine engine) { return engine == Engine::sqlite || std::getenv("CAIRN_TEST_POSTGRES"); }

    explicit TestDatabase(Engine engine)
    {
        const char* url = std::getenv("CAIRN_TEST_POSTGRES");
        options_ = engine == Engine::sqlite ? sqlite_options() : postgres_options(url ? url : "");
        open();
    }
    ~TestDatabase()
    {
        close();
        if (options_.engine == Engine::postgres) {
            drop();
            return;
        }
        for (const char* suffix : {"", "-wal", "-shm"}) ::unlink((options_.path + suffix).c_str());
        ::rmdir(options_.path.substr(0, options_.path.rfind('/')).c_str());
    }
    TestDatabase(const TestDatabase&) = delete;
    TestDatabase& operator=(const TestDatabase&) = delete;

    // With all tables. Only for one that has none yet.
    void migrate()
    {
        close();
        const Options& migrated = migrated_once(options_);
        if (options_.engine == Engine::sqlite) {
            std::filesystem::copy_file(migrated.path, options_.path, std::filesystem::copy_options::overwrite_existing);
            for (const char* suffix : {"-wal", "-shm"}) ::unlink((options_.path + suffix).c_str());
        } else {
            drop();
            options_.schema.clear();
            options_.name = migrated.name + "_" + std::to_string(++databases);
            ask_postgres(options_, "createdb --strategy file_copy --template " + migrated.name + " " + options_.name);
        }
        open();
    }

    Database& operator*() const { return *database_; }
    Database* operator->() const { return database_.get(); }
    const Options& options() const { return options_; }

    void close() { database_.reset(); }
    void open() { database_ = db::open(options_); }

private:
    static Options sqlite_options()
    {
        char folder[] = "/tmp/cairn-test.XXXXXX";
        if (!::mkdtemp(folder)) throw DatabaseError("no folder for a test's database");
        Options options;
        options.path = std::string(folder) + "/cairn.db";
        return options;
    }

    Options postgres_options(std::string_view url)
    {
        const auto until = [&](std::string_view separator) {
            const std::size_t end = std::min(url.find(separator), url.size());
            std::string part(url.substr(0, end));
            url.remove_prefix(std::min(end + separator.size(), url.size()));
            return part;
        };
        until("://");
        options_.engine = Engine::postgres;
        options_.user = until(":");
        options_.password = until("@");
        options_.host = until("/");
        options_.name = url;
        options_.connections = 8;
        std::string schema = "test_" + std::to_string(::getpid()) + "_" + std::to_string(++schemas);
        administer("CREATE SCHEMA " + schema);
        options_.schema = std::move(schema);
        return options_;
    }

    // The one that is copied. Gone with the program.
    static const Options& migrated_once(const Options& like)
    {
        static std::optional<TestDatabase> of_sqlite;
        static std::optional<TestDatabase> of_postgres;
        auto& made = like.engine == Engine::sqlite ? of_sqlite : of_postgres;
        if (made) return made->options_;
        made.emplace(like.engine);
        if (like.engine == Engine::postgres) {
            made->close();
            made->drop();
            made->options_.schema.clear();
            made->options_.name = "test_" + std::to_string(::getpid());
            ask_postgres(like, "createdb " + made->options_.name);
            made->open();
        }
        db::migrate(**made);
        made->close(); // nothing is copied that somebody is connected to, and SQLite puts all of it into the one file
        return made->options_;
    }

    void drop() const
    {
        if (options_.schema.empty()) ask_postgres(options_, "dropdb " + options_.name);
        else administer("DROP SCHEMA " + options_.schema + " CASCADE");
    }

    // PostgreSQL's own commands, because nothing of ours makes or drops databases.
    static void ask_postgres(const Options& options, const std::string& command)
    {
        const auto colon = options.host.rfind(':');
        ::setenv("PGHOST", options.host.substr(0, colon).c_str(), 1);
        ::setenv("PGPORT", options.host.substr(colon + 1).c_str(), 1);
        ::setenv("PGUSER", options.user.c_str(), 1);
        ::setenv("PGPASSWORD", options.password.c_str(), 1);
        if (std::system(command.c_str()) != 0) throw DatabaseError("it failed: " + command); // NOLINT(cert-env33-c)
    }

    void administer(const std::string& statement) const
    {
        Options options = options_;
        options.schema.clear();
        db::open(options)->write([&](Transaction& tx) { tx.run(Sql::composed(statement)); });
    }

    static inline int schemas = 0;
    static inline int databases = 0;
    Options options_;
    std::unique_ptr<Database> database_;
};

} // namespace cairn::db
