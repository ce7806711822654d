#include "db/foreign.hpp"

#include "db/postgres_connection.hpp"
#include "db/sqlite_connection.hpp"

namespace cairn::db {

namespace {

class ForeignSqlite final : public Foreign {
public:
    explicit ForeignSqlite(const Options& options) : connection_(options.path, sqlite::Connection::Role::visitor) { }

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
