#include "db/snapshot.hpp"

#include "db/postgres_connection.hpp"
#include "db/sqlite_connection.hpp"

namespace cairn::db {

namespace {

struct FoundColumn {
    std::string table_name;
    std::string name;
    std::string kind;
    std::int64_t key_place = 0; // from 1; 0: it is not of the primary key
};
BOOST_DESCRIBE_STRUCT(FoundColumn, (), (table_name, name, kind, key_place))

ColumnKind kind_of(const FoundColumn& column)
{
    if (column.kind == "BOOLEAN" || column.kind == "boolean") return ColumnKind::boolean;
    if (column.kind == "BIGINT" || column.kind == "INTEGER" || column.kind == "bigint" || column.kind == "integer")
        return ColumnKind::integer;
    if (column.kind == "TEXT" || column.kind == "text") return ColumnKind::text;
    throw DatabaseError("nobody knows how to copy the column " + column.table_name + "." + column.name + ", a "
                        + column.kind);
}

// `columns` are ordered by their tables.
std::vector<CopiedTable> grouped(const std::vector<FoundColumn>& columns)
{
    std::vector<CopiedTable> tables;
    std::vector<std::pair<std::int64_t, std::string>> key;
    const auto end_table = [&] {
        if (tables.empty()) return;
        std::ranges::sort(key);
        for (auto& [place, name] : key) tables.back().key.push_back(std::move(name));
        if (key.empty()) tables.back().key = names_of(tables.back());
        key.clear();
    };
    for (const auto& column : columns) {
        if (tables.empty() || tables.back().name != column.table_name) {
            end_table();
            tables.push_back({.name = column.table_name, .columns = {}, .key = {}});
        }
        tables.back().columns.push_back({column.name, kind_of(column)});
        if (column.key_place > 0) key.emplace_back(column.key_place, column.name);
    }
    end_table();
    return tables;
}

std::string select_all(const CopiedTable& table)
{
    return "SELECT " + quoted_names(names_of(table)) + " FROM " + quoted_name(table.name) + " ORDER BY "
        + quoted_names(table.key);
}

class SqliteSnapshot final : public Snapshot {
public:
    explicit SqliteSnapshot(const Options& options) : connection_(options.path, sqlite::Connection::Role::reader)
    {
        // The moment is that of the first read.
        connection_.run_script("BEGIN; SELECT count(*) FROM sqlite_schema");
    }
    ~SqliteSnapshot() override { connection_.rollback(); }

    std::vector<CopiedTable> tables() override { return tables_of_sqlite(*this); }

    void read(const CopiedTable& table, const RowTaker& take) override
    {
        std::string line;
        connection_.each_row(select_all(table), [&](std::span<const Value> row) {
            line.clear();
            for (std::size_t i = 0; i < row.size(); ++i) {
                if (i > 0) line += '\t';
                append(line, table, table.columns[i], row[i]);
            }
            line += '\n';
            take(line);
        });
    }

    std::int64_t last_number(const CopiedTable& table) override
    {
        return first<std::int64_t>("SELECT seq FROM sqlite_sequence WHERE name = $1", table.name).value_or(0);
    }

private:
    void fetch(Sql sql, Form form, std::span<const Value> values, const Type& container, void* into) override
    {
        connection_.fetch(sql, form, values, container, into);
    }

    static void append(std::string& line, const CopiedTable& table, const CopiedColumn& column, const Value& value)
    {
        const auto* number = std::get_if<std::int64_t>(&value);
        const auto* text = std::get_if<std::string_view>(&value);
        if (std::holds_alternative<std::nullptr_t>(value)) append_copied_null(line);
        else if (number != nullptr && column.kind == ColumnKind::boolean) line += *number != 0 ? 't' : 'f';
        else if (number != nullptr) line += std::to_string(*number);
        else if (text != nullptr && column.kind == ColumnKind::text) append_copied_text(line, *text);
        else throw DatabaseError("a value of another type than its column's is in " + table.name + "." + column.name);
    }

    sqlite::Connection connection_;
};

class PostgresSnapshot final : public Snapshot {
public:
    explicit PostgresSnapshot(const Options& options) : connection_(options)
    {
        connection_.run_script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1");
    }

    std::vector<CopiedTable> tables() override { return tables_of_postgres(*this); }

    void read(const CopiedTable& table, const RowTaker& take) override
    {
        connection_.copy_out("COPY (" + select_all(table) + ") TO STDOUT", take);
    }

    std::int64_t last_number(const CopiedTable& table) override
    {
        if (std::ranges::find(table.columns, "id", &CopiedColumn::name) == table.columns.end()) return 0;
        return scalar<std::int64_t>("SELECT COALESCE(pg_sequence_last_value(CAST(pg_get_serial_sequence("
                                    "quote_ident($1), 'id') AS regclass)), 0) AS value",
                                    table.name);
    }

private:
    void fetch(Sql sql, Form form, std::span<const Value> values, const Type& container, void* into) override
    {
        connection_.fetch(sql, form, values, container, into);
    }

    postgres::Connection connection_;
};

} // namespace

std::vector<CopiedTable> tables_of_sqlite(Queries& queries)
{
    return grouped(queries.all<FoundColumn>(
        "SELECT t.name AS table_name, c.name AS name, upper(c.type) AS kind, c.pk AS key_place"
        " FROM pragma_table_list t JOIN pragma_table_info(t.name) c"
        " WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        " AND t.name NOT LIKE '%\\_unindexed' ESCAPE '\\' ORDER BY t.name, c.cid"));
}

std::vector<CopiedTable> tables_of_postgres(Queries& queries)
{
    return grouped(queries.all<FoundColumn>(
        "SELECT CAST(t.relname AS TEXT) AS table_name, CAST(c.attname AS TEXT) AS name,"
        " format_type(c.atttypid, NULL) AS kind,"
        " COALESCE(CAST(array_position(CAST(k.indkey AS SMALLINT[]), c.attnum) AS BIGINT) + 1, 0) AS key_place"
        " FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace"
        " JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped"
        " LEFT JOIN pg_index k ON k.indrelid = t.oid AND k.indisprimary"
        " WHERE n.nspname = current_schema() AND t.relkind = 'r' ORDER BY t.relname COLLATE \"C\", c.attnum"));
}

std::unique_ptr<Snapshot> take_snapshot(const Options& options)
{
    if (options.engine == Options::Engine::sqlite) return std::make_unique<SqliteSnapshot>(options);
    return std::make_unique<PostgresSnapshot>(options);
}

} // namespace cairn::db
