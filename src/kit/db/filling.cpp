#include "db/filling.hpp"

#include "base/text.hpp"
#include "db/full_text_indexer.hpp"
#include "db/postgres_group.hpp"
#include "db/snapshot.hpp"
#include "db/sqlite_transaction.hpp"

namespace cairn::db {

namespace {

struct Named {
    std::string name;
    std::string sql;
};
BOOST_DESCRIBE_STRUCT(Named, (), (name, sql))

// Triggers keep what is derived, and are all gone until the end, but for one that tells a search of new rows.
class SqliteFilling final : public Filling {
public:
    explicit SqliteFilling(const Options& options)
        : connection_(options.path, sqlite::Connection::Role::writer), queries_(connection_)
    {
        connection_.run_script("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE");
        triggers_ = queries_.all<Named>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid");
        searches_ = queries_.all<Named>("SELECT name, sql FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE %'");
        for (const auto& trigger : triggers_) connection_.run_script("DROP TRIGGER " + quoted_name(trigger.name));
    }

    std::vector<CopiedTable> tables() override { return tables_of_sqlite(queries_); }

    void begin(const CopiedTable& table) override
    {
        table_ = table;
        connection_.run_script("DELETE FROM " + quoted_name(table.name));
        std::string places;
        for (std::size_t i = 1; i <= table.columns.size(); ++i) places += (i > 1 ? ", $" : "$") + std::to_string(i);
        insert_ = "INSERT INTO " + quoted_name(table.name) + " (" + quoted_names(names_of(table)) + ") VALUES ("
            + places + ")";
        feed_search();
    }

    void add(std::string_view lines) override
    {
        while (!lines.empty()) {
            const auto end = std::min(lines.find('\n'), lines.size());
            add_row(lines.substr(0, end));
            lines.remove_prefix(std::min(end + 1, lines.size()));
        }
    }

    void end(std::int64_t last_number) override
    {
        if (fed_) connection_.run_script("DROP TRIGGER " + quoted_name(fed_->name));
        if (last_number == 0) return;
        const auto highest = "max($2, (SELECT COALESCE(max(rowid), 0) FROM " + quoted_name(table_.name) + "))";
        const auto change = "UPDATE sqlite_sequence SET seq = " + highest + " WHERE name = $1";
        const auto make = "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, " + highest + ")";
        const std::array values{value(table_.name), value(last_number)};
        if (connection_.execute(Sql::composed(change), values) == 0) connection_.execute(Sql::composed(make), values);
    }

    void commit() override
    {
        sqlite::FullTextIndexer().index(queries_); // some rows are only noted as they come
        for (const auto& trigger : triggers_) connection_.run_script(trigger.sql);
        if (const auto broken = queries_.first<std::string>(R"(SELECT "table" FROM pragma_foreign_key_check LIMIT 1)"))
            throw DatabaseError("rows of " + *broken + " refer to rows that are not there");
        connection_.run_script("COMMIT; ANALYZE");
    }

private:
    // Makes the trigger that tells a search of a new row of the table, if there is one. It is called after the search.
    void feed_search()
    {
        fed_.reset();
        for (const auto& search : searches_)
            for (const auto& trigger : triggers_)
                if (trigger.name == search.name + "_insert"
                    && trigger.sql.find("AFTER INSERT ON " + table_.name + " ") != std::string::npos) {
                    empty_search(search);
                    connection_.run_script(trigger.sql);
                    fed_ = trigger;
                    return;
                }
    }

    // One that keeps no texts of its own cannot say what it has of a row that is gone.
    void empty_search(const Named& search)
    {
        const auto name = quoted_name(search.name);
        const bool has_texts = search.sql.find("content = ") == std::string::npos;
        connection_.run_script(has_texts ? "DELETE FROM " + name
                                         : "INSERT INTO " + name + " (" + name + ") VALUES ('delete-all')");
    }

    void add_row(std::string_view line)
    {
        const auto row = read_copied_row(line);
        if (row.size() != table_.columns.size())
            throw DatabaseError("a row of " + table_.name + " has another number of columns");
        std::vector<Value> values;
        for (std::size_t i = 0; i < row.size(); ++i) values.push_back(value_of(table_.columns[i], row[i]));
        connection_.execute(Sql::composed(insert_), values);
    }

    Value value_of(const CopiedColumn& column, const std::optional<std::string>& text) const
    {
        if (!text) return nullptr;
        if (column.kind == ColumnKind::text) return value(*text);
        if (column.kind == ColumnKind::boolean && (*text == "t" || *text == "f")) return *text == "t";
        const auto number = column.kind == ColumnKind::integer ? text::parse_integer(*text) : std::nullopt;
        if (!number) throw DatabaseError(table_.name + "." + column.name + " cannot be " + *text);
        return *number;
    }

    sqlite::Connection connection_;
    sqlite::OpenTransaction queries_; // the one transaction
    std::vector<Named> triggers_;
    std::vector<Named> searches_;
    CopiedTable table_;
    std::string insert_;
    std::optional<Named> fed_;
};

struct Constraint {
    std::string table_name;
    std::string name;
    std::string definition;
};
BOOST_DESCRIBE_STRUCT(Constraint, (), (table_name, name, definition))

// What a table's owner may do without being a superuser: foreign keys go, and come back at the end, when each is held
// against all rows at once; triggers sleep meanwhile. Searches look at indexes, which follow by themselves.
class PostgresFilling final : public Filling {
public:
    explicit PostgresFilling(const Options& options) : connection_(options), queries_(connection_)
    {
        connection_.run_script("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE");
        references_ = queries_.all<Constraint>(
            "SELECT CAST(t.relname AS TEXT) AS table_name, CAST(c.conname AS TEXT) AS name,"
            " pg_get_constraintdef(c.oid) AS definition FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid"
            " JOIN pg_namespace n ON n.oid = t.relnamespace"
            " WHERE c.contype = 'f' AND n.nspname = current_schema() ORDER BY 1, 2");
        for (const auto& one : references_)
            connection_.run_script("ALTER TABLE " + quoted_name(one.table_name) + " DROP CONSTRAINT "
                                   + quoted_name(one.name));
        for (const auto& table : tables()) set_triggers(table.name, "DISABLE");
    }

    std::vector<CopiedTable> tables() override { return tables_of_postgres(queries_); }

    void begin(const CopiedTable& table) override
    {
        table_ = table.name;
        connection_.run_script("DELETE FROM " + quoted_name(table.name));
        connection_.begin_copy_in("COPY " + quoted_name(table.name) + " (" + quoted_names(names_of(table))
                                  + ") FROM STDIN");
    }
    void add(std::string_view lines) override { connection_.copy_in(lines); }
    void end(std::int64_t last_number) override
    {
        connection_.end_copy_in();
        if (last_number == 0) return;
        const auto change = "SELECT setval(CAST(pg_get_serial_sequence(quote_ident($1), 'id') AS regclass),"
                            " GREATEST($2, (SELECT COALESCE(max(id), 0) FROM "
            + quoted_name(table_) + "))) AS value";
        queries_.first<std::int64_t>(Sql::composed(change), table_, last_number);
    }

    void commit() override
    {
        for (const auto& one : references_)
            connection_.run_script("ALTER TABLE " + quoted_name(one.table_name) + " ADD CONSTRAINT "
                                   + quoted_name(one.name) + " " + one.definition);
        for (const auto& table : tables()) set_triggers(table.name, "ENABLE");
        connection_.run_script("COMMIT");
        connection_.run_script("SET default_transaction_read_only = off; ANALYZE");
    }

private:
    void set_triggers(const std::string& table, const std::string& how)
    {
        connection_.run_script("ALTER TABLE " + quoted_name(table) + " " + how + " TRIGGER USER");
    }

    postgres::Connection connection_;
    postgres::OpenTransaction queries_;
    std::vector<Constraint> references_;
    std::string table_;
};

} // namespace

std::unique_ptr<Filling> fill(const Options& options)
{
    if (options.engine == Options::Engine::sqlite) return std::make_unique<SqliteFilling>(options);
    return std::make_unique<PostgresFilling>(options);
}

} // namespace cairn::db
