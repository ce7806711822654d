// The database itself: whether it is whole, and whether its rows hold together.
#include <unistd.h>

#include <fmt/core.h>

#include "app/doctor/checks.hpp"
#include "code_search/indexer.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::app::doctor {

namespace {

// A foreign key of one column, as those of this program are.
struct ForeignKey {
    std::string child;
    std::string child_column;
    std::string parent;
    std::string parent_column;
};
BOOST_DESCRIBE_STRUCT(ForeignKey, (), (child, child_column, parent, parent_column))

struct Counted {
    std::string column_name;
    std::string table_name;
    std::string sequence;
};
BOOST_DESCRIBE_STRUCT(Counted, (), (column_name, table_name, sequence))

// The columns that PostgreSQL counts by itself, with their sequences.
std::vector<Counted> counted_columns(db::Database& db)
{
    return db.all<Counted>(
        "SELECT CAST(column_name AS TEXT) AS column_name, CAST(table_name AS TEXT) AS table_name, "
        "pg_get_serial_sequence(quote_ident(table_schema) || '.' ||"
        " quote_ident(table_name), column_name) AS sequence FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND (is_identity = 'YES' OR column_default LIKE 'nextval(%')"
        " ORDER BY table_name");
}

std::string as_name(std::string_view name) { return "\"" + std::string(name) + "\""; }

struct SequenceState {
    std::int64_t greatest = 0;
    std::int64_t next_number = 0;
};
BOOST_DESCRIBE_STRUCT(SequenceState, (), (greatest, next_number))

SequenceState state_of(db::Database& db, const Counted& counted)
{
    // Names of the catalog, which are this program's own.
    const auto sql = "SELECT COALESCE(max(" + as_name(counted.column_name)
        + "), 0) AS greatest, (SELECT last_value +"
          " CASE WHEN is_called THEN 1 ELSE 0 END FROM "
        + counted.sequence + ") AS next_number FROM " + as_name(counted.table_name);
    return db.one<SequenceState>(db::Sql::composed(sql));
}

} // namespace

Complaints look_at_database(Examination& examination)
{
    const auto& settings = examination.settings;
    if (!examination.on_postgres() && ::access(settings.database.path.c_str(), F_OK) != 0)
        return {settings.database.path + " is not there: start the server once, it makes it"};
    auto complaints = examination.db().check();
    if (complaints.empty() && examination.has_tables() && !code_search::has_pieces(examination.db()))
        complaints.emplace_back("PostgreSQL has no extension pg_trgm, so that code is looked for in the latest files"
                                " alone: CREATE EXTENSION pg_trgm as its superuser, and start the server again");
    if (!examination.on_postgres() || !examination.has_tables()) return complaints;
    for (const auto& index :
         examination.db().all<std::string>("SELECT CAST(c.relname AS TEXT) FROM pg_index i JOIN pg_class c ON c.oid = "
                                           "i.indexrelid WHERE NOT i.indisvalid"
                                           " AND c.relnamespace = current_schema()::regnamespace"))
        complaints.push_back("the index " + index + " is not valid: REINDEX INDEX " + index);
    for (const auto& name :
         examination.db().all<std::string>("SELECT CAST(conname AS TEXT) FROM pg_constraint WHERE NOT convalidated"
                                           " AND connamespace = current_schema()::regnamespace"))
        complaints.push_back("the constraint " + name + " was never checked: ALTER TABLE ... VALIDATE CONSTRAINT "
                             + name);
    return complaints;
}

Complaints look_at_migrations(Examination& examination)
{
    const auto& path = examination.settings.database.path;
    if (!examination.on_postgres() && ::access(path.c_str(), F_OK) != 0) return {}; // said of the database
    try {
        if (db::pending_migrations(examination.db()) == 0) return {};
    } catch (const db::Unavailable&) {
        return {}; // so is that nobody can connect
    }
    return {"the database is older than this program: start the server once, it brings it up to date"};
}

Complaints look_at_references(Examination& examination)
{
    Complaints complaints;
    if (!examination.on_postgres()) return complaints;
    auto& db = examination.db();
    const auto keys = db.all<ForeignKey>(
        "SELECT k.conrelid::regclass::text AS child, CAST(c.attname AS TEXT) AS child_column, "
        "k.confrelid::regclass::text AS parent,"
        " CAST(p.attname AS TEXT) AS parent_column FROM pg_constraint k JOIN pg_attribute c ON c.attrelid = k.conrelid"
        " AND c.attnum = k.conkey[1] JOIN pg_attribute p ON p.attrelid = k.confrelid AND p.attnum = k.confkey[1]"
        " WHERE k.contype = 'f' AND array_length(k.conkey, 1) = 1"
        " AND k.connamespace = current_schema()::regnamespace ORDER BY 1, 2");
    for (const auto& key : keys) {
        if (examination.stop.stop_requested()) break;
        const auto sql = "SELECT count(*) FROM " + key.child + " c WHERE c." + as_name(key.child_column)
            + " IS NOT NULL AND NOT EXISTS (SELECT 1 FROM " + key.parent + " p WHERE p." + as_name(key.parent_column)
            + " = c." + as_name(key.child_column) + ")";
        if (const auto count = db.scalar<std::int64_t>(db::Sql::composed(sql)); count > 0)
            complaints.push_back(
                fmt::format("{} rows of {} point to rows of {} that do not exist", count, key.child, key.parent));
    }
    return complaints;
}

Complaints look_at_sequences(Examination& examination)
{
    Complaints complaints;
    if (!examination.on_postgres()) return complaints;
    for (const auto& counted : counted_columns(examination.db())) {
        const auto state = state_of(examination.db(), counted);
        if (state.next_number <= state.greatest)
            complaints.push_back(fmt::format("the next {} of {} would be {}, and {} is taken", counted.column_name,
                                             counted.table_name, state.next_number, state.greatest));
    }
    return complaints;
}

Complaints mend_sequences(Examination& examination)
{
    Complaints done;
    for (const auto& counted : counted_columns(examination.db())) {
        const auto state = state_of(examination.db(), counted);
        if (state.next_number > state.greatest) continue;
        examination.db().write([&](db::Transaction& tx) {
            tx.scalar<std::int64_t>("SELECT setval(CAST($1 AS regclass), $2)", counted.sequence, state.greatest);
        });
        done.push_back(
            fmt::format("the next {} of {} is {}", counted.column_name, counted.table_name, state.greatest + 1));
    }
    return done;
}

} // namespace cairn::app::doctor
