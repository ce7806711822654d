#include "db/foreign.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "db/postgres_connection.hpp"
#include "db/sqlite_connection.hpp"

namespace cairn::db {

namespace {

namespace fs = std::filesystem;

// The second byte of two in the header that tell how it is written.
bool has_write_ahead_log(const std::string& path)
{
    constexpr std::streamoff reading_version = 19;
    constexpr char write_ahead = 2;
    std::ifstream file(path, std::ios::binary);
    file.seekg(reading_version);
    return file.get() == write_ahead;
}

// How a file of another program is read without anything being left beside it. With a write-ahead log, SQLite wants to
// have an index of the log there, and to make it if there is none; whoever may only read cannot. Where no program has
// the file open there is none: then either the log is empty, or both are read as copies.
class Executor {
public:
    explicit Executor(const std::string& path) : path_(path)
    {
        std::error_code error;
        if (!has_write_ahead_log(path) || fs::exists(path + "-shm", error)) return;
        role_ = sqlite::Connection::Role::archivist;
        const auto log = path + "-wal";
        if (!fs::exists(log, error) || fs::file_size(log, error) == 0) return;
        role_ = sqlite::Connection::Role::visitor;
        copy(log);
    }
    ~Executor()
    {
        std::error_code ignored;
        if (!folder_.empty()) fs::remove_all(folder_, ignored);
    }
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;

    const std::string& path() const { return path_; }
    sqlite::Connection::Role role() const { return role_; }

private:
    void copy(const std::string& log)
    {
        auto folder = (fs::temp_directory_path() / "cairn-source-XXXXXX").string();
        if (mkdtemp(folder.data()) == nullptr)
            throw DatabaseError("there is no place for a copy of " + path_ + ": "
                                + std::system_category().message(errno));
        folder_ = folder;
        std::error_code error;
        fs::copy_file(path_, folder_ + "/copy.db", error);
        if (!error) fs::copy_file(log, folder_ + "/copy.db-wal", error);
        if (error) {
            std::error_code ignored;
            fs::remove_all(folder_, ignored);
            throw DatabaseError(path_ + " was not closed by its server and cannot be copied to " + folder_ + ": "
                                + error.message());
        }
        path_ = folder_ + "/copy.db";
    }

    std::string path_;
    std::string folder_;
    sqlite::Connection::Role role_ = sqlite::Connection::Role::visitor;
};

class ForeignSqlite final : public Foreign {
public:
    explicit ForeignSqlite(const Options& options) : desk_(options.path), connection_(desk_.path(), desk_.role()) { }

    Options::Engine engine() const override { return Options::Engine::sqlite; }
    std::vector<std::string> tables() override
    {
        return all<std::string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
                                " ORDER BY name");
    }
    std::vector<std::string> columns(const std::string& table) override
    {
        return all<std::string>("SELECT name FROM pragma_table_info($1)", table);
    }

private:
    void fetch(Sql sql, Form form, std::span<const Value> values, const Type& container, void* into) override
    {
        connection_.fetch(sql, form, values, container, into);
    }

    Executor desk_;
    sqlite::Connection connection_;
};

class ForeignPostgres final : public Foreign {
public:
    explicit ForeignPostgres(const Options& options) : connection_(options) { }

    Options::Engine engine() const override { return Options::Engine::postgres; }
    std::vector<std::string> tables() override
    {
        return all<std::string>("SELECT CAST(table_name AS TEXT) FROM information_schema.tables"
                                " WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1");
    }
    std::vector<std::string> columns(const std::string& table) override
    {
        return all<std::string>("SELECT CAST(column_name AS TEXT) FROM information_schema.columns"
                                " WHERE table_schema = current_schema() AND table_name = $1",
                                table);
    }

private:
    void fetch(Sql sql, Form form, std::span<const Value> values, const Type& container, void* into) override
    {
        connection_.fetch(sql, form, values, container, into);
    }

    postgres::Connection connection_;
};

} // namespace

std::unique_ptr<Foreign> open_foreign(const Options& options)
{
    if (options.engine == Options::Engine::sqlite) return std::make_unique<ForeignSqlite>(options);
    return std::make_unique<ForeignPostgres>(options);
}

} // namespace cairn::db
