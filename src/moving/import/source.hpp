// The database of the site that moves in: rows by the names of their columns. A row is a described struct, whose
// members bear those names; a column that this version of that server does not have leaves its member as it is. A
// member with the format "bytes" in its note gets, in hexadecimal, what is no text.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/reflect.hpp"
#include "db/foreign.hpp"

namespace cairn::import {

// A row beyond it is damaged. Taken over, it would leave its table no room for new ones.
inline constexpr std::int64_t largest_id = std::int64_t{1} << 53;

class Source {
public:
    explicit Source(const db::Options&);

    bool has_table(const std::string& table) const { return columns_.contains(table); }
    bool has(const std::string& table, const std::string& column) const;
    std::vector<std::string> tables() const;
    const std::set<std::string>& columns(const std::string& table) const;

    std::int64_t count(const std::string& table);
    std::int64_t count(const std::string& table, const std::string& mark); // those that have it
    std::int64_t last_id(const std::string& table);

    // At most `limit` rows whose id is greater, in the order of ids.
    template <class Row> std::vector<Row> after(const std::string& table, std::int64_t id, std::int64_t limit)
    {
        auto rows = db_->all<Row>(
            db::Sql::composed(select(table, type_of<Row>()) + " WHERE \"id\" > $1 ORDER BY \"id\" LIMIT $2"), id,
            limit);
        clean(type_of<std::vector<Row>>(), &rows);
        return rows;
    }
    // Those of the ids that are there, in their order.
    template <class Row> std::vector<Row> with_ids(const std::string& table, std::span<const std::int64_t> ids)
    {
        std::vector<Row> rows;
        for (const auto id : ids)
            for (auto& row : where<Row>(table, "id", id)) rows.push_back(std::move(row));
        return rows;
    }
    // Those whose `column`, which must be there, has this value: for few.
    template <class Row> std::vector<Row> where(const std::string& table, std::string_view column, std::int64_t value)
    {
        auto rows = db_->all<Row>(
            db::Sql::composed(select(table, type_of<Row>()) + " WHERE \"" + std::string(column) + "\" = $1"), value);
        clean(type_of<std::vector<Row>>(), &rows);
        return rows;
    }
    template <class Row>
    std::vector<Row> where(const std::string& table, std::string_view column, std::string_view value)
    {
        auto rows = db_->all<Row>(
            db::Sql::composed(select(table, type_of<Row>()) + " WHERE \"" + std::string(column) + "\" = $1"), value);
        clean(type_of<std::vector<Row>>(), &rows);
        return rows;
    }

private:
    std::string select(const std::string& table, const Type& row) const;
    std::string expression(const Field&) const;
    // Whatever is no text there becomes text: our database takes nothing else.
    static void clean(const Type& list, void* rows);

    std::unique_ptr<db::Foreign> db_;
    std::map<std::string, std::set<std::string>> columns_;
};

} // namespace cairn::import
