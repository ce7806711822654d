#include "import/source.hpp"

#include "base/utf8.hpp"

namespace cairn::import {

Source::Source(const db::Options& options) : db_(db::open_foreign(options))
{
    for (const auto& table : db_->tables()) {
        const auto columns = db_->columns(table);
        columns_[table] = {columns.begin(), columns.end()};
    }
}

bool Source::has(const std::string& table, const std::string& column) const
{
    const auto found = columns_.find(table);
    return found != columns_.end() && found->second.contains(column);
}

std::vector<std::string> Source::tables() const
{
    std::vector<std::string> names;
    for (const auto& [name, columns] : columns_) names.push_back(name);
    return names;
}

const std::set<std::string>& Source::columns(const std::string& table) const { return columns_.at(table); }

std::int64_t Source::count(const std::string& table)
{
    return db_->scalar<std::int64_t>(db::Sql::composed("SELECT count(*) FROM \"" + table + "\""));
}

std::int64_t Source::count(const std::string& table, const std::string& mark)
{
    return db_->scalar<std::int64_t>(
        db::Sql::composed("SELECT count(*) FROM \"" + table + "\" WHERE \"" + mark + "\""));
}

std::int64_t Source::last_id(const std::string& table)
{
    return db_->scalar<std::int64_t>(db::Sql::composed("SELECT COALESCE(max(\"id\"), 0) FROM \"" + table
                                                       + "\" WHERE \"id\" <= " + std::to_string(largest_id)));
}

std::string Source::expression(const Field& field) const
{
    const bool sqlite = db_->engine() == db::Options::Engine::sqlite;
    auto name = '"' + std::string(field.name) + '"';
    // What one version keeps as bytes, another keeps as text.
    if (field.note.format == "bytes")
        return sqlite ? "hex(" + name + ")" : "encode(CAST(CAST(" + name + " AS TEXT) AS BYTEA), 'hex')";
    // SQLite keeps in a column whatever it was given, and PostgreSQL has types of its own for some texts.
    switch (field.type().kind) {
    case cairn::Kind::string: return "CAST(" + name + " AS TEXT)";
    case cairn::Kind::integer:
    case cairn::Kind::time:
    case cairn::Kind::boolean: return sqlite ? "CAST(" + name + " AS INTEGER)" : name;
    default: return name;
    }
}

std::string Source::select(const std::string& table, const Type& row) const
{
    std::string list;
    for (const Field& field : row.fields) {
        const std::string name(field.name);
        list += list.empty() ? "" : ", ";
        list += (has(table, name) ? expression(field) : std::string("NULL")) + " AS \"" + name + '"';
    }
    return "SELECT " + list + " FROM \"" + table + '"';
}

void Source::clean(const Type& list, void* rows)
{
    for (std::size_t i = 0; i < list.size(rows); ++i) {
        void* row = const_cast<void*>(list.at(rows, i)); // NOLINT(cppcoreguidelines-pro-type-const-cast): ours
        for (const Field& field : list.item().fields) {
            if (field.type().kind != cairn::Kind::string) continue;
            auto& text = *static_cast<std::string*>(field.of(row));
            if (!is_text(text)) text = to_text(text);
        }
    }
}

} // namespace cairn::import
