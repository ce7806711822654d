// Rows as text that is the same whichever engine they come from and go to: PostgreSQL's COPY format. A row is a line,
// its columns stand between tabs, \N is NULL, t and f are the two booleans, and what would end a line or a column is
// written with a backslash.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/reflect.hpp"

namespace cairn::db {

enum class ColumnKind : std::uint8_t { boolean, integer, text };
BOOST_DESCRIBE_ENUM(ColumnKind, boolean, integer, text)

struct CopiedColumn {
    std::string name;
    ColumnKind kind = ColumnKind::text;

    bool operator==(const CopiedColumn&) const = default;
};

struct CopiedTable {
    std::string name;
    std::vector<CopiedColumn> columns;
    std::vector<std::string> key; // what its rows are ordered by

    bool operator==(const CopiedTable&) const = default;
};

// Of a line that is being written, without its end.
void append_copied_null(std::string& line);
void append_copied_text(std::string& line, std::string_view text);

// The columns of a line without its end; nothing for NULL. Throws DatabaseError for what no row is written as.
std::vector<std::optional<std::string>> read_copied_row(std::string_view line);

// Takes one row as such a line, its end included.
using RowTaker = std::function<void(std::string_view line)>;

// A name between quotes, for tables and columns that were read from the schema.
std::string quoted_name(std::string_view name);

// "a", "b"
std::string quoted_names(const std::vector<std::string>& names);
std::vector<std::string> names_of(const CopiedTable&);

} // namespace cairn::db
