// A database for a test: a file in a folder of its own, or a schema of its own in the PostgreSQL that the environment's
// CAIRN_TEST_POSTGRES names (postgres://USER:PASSWORD@HOST:PORT/NAME). It is gone with the object.
#pragma once

#include <unistd.h>

#include <cstdlib>
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
            administer("DROP SCHEMA " + options_.schema + " CASCADE");
            return;
        }
        for (const char* suffix : {"", "-wal", "-shm"}) ::unlink((options_.path + suffix).c_str());
        ::rmdir(options_.path.substr(0, options_.path.rfind('/')).c_str());
    }
    TestDatabase(const TestDatabase&) = delete;
    TestDatabase& operator=(const TestDatabase&) = delete;

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

    void administer(const std::string& statement) const
    {
        Options options = options_;
        options.schema.clear();
        db::open(options)->write([&](Transaction& tx) { tx.run(Sql::composed(statement)); });
    }

    static inline int schemas = 0;
    Options options_;
    std::unique_ptr<Database> database_;
};

} // namespace cairn::db
