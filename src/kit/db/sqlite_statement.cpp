#include "db/sqlite_statement.hpp"

#include <sqlite3.h>

#include <cerrno>
#include <charconv>

#include "db/engines.hpp"
#include "db/statement_cache.hpp"

namespace cairn::db::sqlite {

namespace {

// "$3" is the third value, 2. Anything else is not of the dialect that both engines share.
std::size_t value_index(const char* parameter, std::size_t values, std::string_view text)
{
    const std::string_view name = parameter ? parameter : "?";
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
    if (name[0] != '$' || error != std::errc() || end != name.data() + name.size() || number == 0 || number > values)
        throw DatabaseError("no value for the placeholder " + std::string(name) + " of: " + std::string(text));
    return number - 1;
}

int bind_one(sqlite3_stmt* s, int parameter, std::nullptr_t) { return sqlite3_bind_null(s, parameter); }
int bind_one(sqlite3_stmt* s, int parameter, bool v) { return sqlite3_bind_int(s, parameter, v); }
int bind_one(sqlite3_stmt* s, int parameter, std::int64_t v) { return sqlite3_bind_int64(s, parameter, v); }
int bind_one(sqlite3_stmt* s, int parameter, double v) { return sqlite3_bind_double(s, parameter, v); }
int bind_one(sqlite3_stmt* s, int parameter, std::string_view v)
{
    if (v.find('\0') != std::string_view::npos) return SQLITE_MISMATCH; // PostgreSQL has no such text either
    const char* text = v.data() ? v.data() : "";                        // a null pointer would be NULL
    return sqlite3_bind_text64(s, parameter, text, v.size(), SQLITE_STATIC, SQLITE_UTF8);
}

std::string_view text_of(sqlite3_value* value)
{
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
    if (!text) throw DatabaseError("no memory for a column's text");
    return {text, static_cast<std::size_t>(sqlite3_value_bytes(value))};
}

std::int64_t integer_of(const RowMap::Member& member, sqlite3_value* value)
{
    if (sqlite3_value_type(value) != SQLITE_INTEGER) throw_mismatch(member, text_of(value));
    return sqlite3_value_int64(value);
}

double number_of(const RowMap::Member& member, sqlite3_value* value)
{
    const int found = sqlite3_value_type(value);
    if (found != SQLITE_FLOAT && found != SQLITE_INTEGER) throw_mismatch(member, text_of(value));
    return sqlite3_value_double(value);
}

} // namespace

void throw_error(sqlite3* connection, std::string_view doing)
{
    const auto words = std::string("SQLite: ") + sqlite3_errmsg(connection) + "; in: " + std::string(doing);
    const int code = sqlite3_extended_errcode(connection);
    if (code == SQLITE_CONSTRAINT_FOREIGNKEY) throw_open_reference(words, doing);
    const int primary = code & 0xff;
    const int system = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN ? sqlite3_system_errno(connection) : 0;
    if (primary == SQLITE_FULL || system == ENOSPC || system == EDQUOT) throw StorageFull(words);
    if (primary == SQLITE_BUSY || primary == SQLITE_LOCKED) throw Unavailable(words);
    throw DatabaseError(words);
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(sqlite3* connection, Sql sql, Form form, std::size_t values)
    : source(sql.text()), connection_(connection), values_(values)
{
    const std::string text = text_in_form(source, form, values);
    sqlite3_stmt* raw = nullptr;
    const char* rest = nullptr;
    if (sqlite3_prepare_v3(connection, text.c_str(), static_cast<int>(text.size() + 1), SQLITE_PREPARE_PERSISTENT, &raw,
                           &rest)
        != SQLITE_OK)
        throw_error(connection, text);
    handle_.reset(raw);
    if (!raw || std::string_view(rest).find_first_not_of(" \n;") != std::string_view::npos)
        throw DatabaseError("not exactly one statement: " + text);

    // A name that comes twice is one parameter, so there are as many as there are different placeholders.
    for (int i = 1; i <= sqlite3_bind_parameter_count(raw); ++i)
        value_of_parameter_.push_back(value_index(sqlite3_bind_parameter_name(raw, i), values, text));
    // PostgreSQL cannot know the type of a value that is not used, so neither engine takes one.
    if (value_of_parameter_.size() != values) throw DatabaseError("a value without its placeholder for: " + text);
}

Statement::~Statement() = default;

void Statement::bind(std::span<const Value> values)
{
    if (values.size() != values_) throw DatabaseError("another number of values than before for: " + source);
    int parameter = 0;
    for (const std::size_t index : value_of_parameter_) {
        ++parameter;
        const int code = std::visit([&](auto v) { return bind_one(handle_.get(), parameter, v); }, values[index]);
        if (code == SQLITE_MISMATCH) throw DatabaseError("text with a NUL byte for: " + source);
        if (code != SQLITE_OK) throw_error(connection_, source);
    }
}

bool Statement::next()
{
    const int code = sqlite3_step(handle_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    throw_error(connection_, source);
}

bool Statement::finish()
{
    int code = SQLITE_ROW;
    while (code == SQLITE_ROW) code = sqlite3_step(handle_.get());
    switch (code) {
    case SQLITE_DONE: return true;
    case SQLITE_CONSTRAINT_UNIQUE:
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID: return false;
    default: throw_error(connection_, source);
    }
}

void Statement::reset() { sqlite3_reset(handle_.get()); }

const RowMap& Statement::map(const Type& row)
{
    const int anew = sqlite3_stmt_status(handle_.get(), SQLITE_STMTSTATUS_REPREPARE, 0);
    if (anew != prepared_anew_) {
        maps_.clear();
        prepared_anew_ = anew;
    }
    if (const RowMap* known = maps_.find(row)) return *known;
    const int count = sqlite3_column_count(handle_.get());
    std::vector<std::string_view> columns;
    columns.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) columns.emplace_back(sqlite3_column_name(handle_.get(), i));
    return maps_.keep(map_row(row, columns, source));
}

void Statement::read(const RowMap& map, void* row) const
{
    for (const RowMap::Member& member : map.members) {
        // Without mutexes (SQLITE_CONFIG_MULTITHREAD) a column's value may be looked at as it is, which costs a third
        // of what asking the statement for its type, its text and its length does.
        sqlite3_value* value = sqlite3_column_value(handle_.get(), member.column);
        if (sqlite3_value_type(value) == SQLITE_NULL) {
            member.set_null(row);
            continue;
        }
        void* place = member.place(row);
        switch (member.type->kind) {
        case Kind::boolean: *static_cast<bool*>(place) = integer_of(member, value) != 0; break;
        case Kind::integer: *static_cast<std::int64_t*>(place) = integer_of(member, value); break;
        case Kind::time: static_cast<Time*>(place)->seconds = integer_of(member, value); break;
        case Kind::number: *static_cast<double*>(place) = number_of(member, value); break;
        default: assign_text(member, place, text_of(value));
        }
    }
}

void Statement::read_all(std::vector<Value>& row) const
{
    row.clear();
    for (int column = 0; column < sqlite3_column_count(handle_.get()); ++column) {
        sqlite3_value* value = sqlite3_column_value(handle_.get(), column);
        switch (sqlite3_value_type(value)) {
        case SQLITE_NULL: row.emplace_back(nullptr); break;
        case SQLITE_INTEGER: row.emplace_back(std::int64_t{sqlite3_value_int64(value)}); break;
        case SQLITE_FLOAT: row.emplace_back(sqlite3_value_double(value)); break;
        default: row.emplace_back(text_of(value));
        }
    }
}

bool Statement::only_reads() const { return sqlite3_stmt_readonly(handle_.get()); }

} // namespace cairn::db::sqlite
