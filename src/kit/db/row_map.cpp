#include "db/row_map.hpp"

#include <algorithm>

#include "db/database.hpp"

namespace cairn::db {

namespace {

RowMap::Member member(int column, std::string_view name, void* (*of)(void*), const Type& declared)
{
    const bool optional = declared.kind == Kind::optional;
    const Type& type = optional ? declared.item() : declared;
    switch (type.kind) {
    case Kind::list:
    case Kind::map:
    case Kind::optional:
    case Kind::object: throw DatabaseError("the member " + std::string(name) + " of a row is not a plain value");
    default: return {column, name, of, optional ? &declared : nullptr, &type};
    }
}

int only_column(std::span<const std::string_view> columns, std::string_view name, std::string_view sql)
{
    const auto found = std::ranges::find(columns, name);
    if (found == columns.end()) throw DatabaseError("no column " + std::string(name) + " from: " + std::string(sql));
    if (std::find(found + 1, columns.end(), name) != columns.end())
        throw DatabaseError("two columns " + std::string(name) + " from: " + std::string(sql));
    return static_cast<int>(found - columns.begin());
}

} // namespace

RowMap map_row(const Type& row, std::span<const std::string_view> columns, std::string_view sql)
{
    RowMap map{&row, {}};
    if (row.kind != Kind::object) {
        if (columns.size() != 1) throw DatabaseError("not exactly one column from: " + std::string(sql));
        map.members.push_back(member(0, columns[0], [](void* value) { return value; }, row));
        return map;
    }
    for (const Field& field : row.fields)
        map.members.push_back(member(only_column(columns, field.name, sql), field.name, field.of, field.type()));
    return map;
}

void assign_text(const RowMap::Member& member, void* place, std::string_view text)
{
    switch (member.type->kind) {
    case Kind::string: *static_cast<std::string*>(place) = text; return;
    case Kind::json: static_cast<Json*>(place)->text = text; return;
    case Kind::choice: {
        const auto& choices = member.type->choices;
        const auto found = std::ranges::find(choices, text);
        if (found == choices.end()) throw_mismatch(member, text);
        member.type->choose(place, static_cast<std::size_t>(found - choices.begin()));
        return;
    }
    default: throw_mismatch(member, "text");
    }
}

void throw_mismatch(const RowMap::Member& member, std::string_view found)
{
    throw DatabaseError("the column " + std::string(member.name)
                        + " holds what its member cannot: " + std::string(found.substr(0, 80)));
}

} // namespace cairn::db
