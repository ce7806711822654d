#include "db/copied_rows.hpp"

#include "db/database.hpp"

namespace cairn::db {

namespace {

// As PostgreSQL itself writes them, so that the same rows are the same bytes.
constexpr std::string_view raw = "\b\f\n\r\t\v\\";
constexpr std::string_view letters = "bfnrtv\\";

} // namespace

void append_copied_null(std::string& line) { line += "\\N"; }

void append_copied_text(std::string& line, std::string_view text)
{
    for (std::size_t at = 0;;) {
        const auto found = text.find_first_of(raw, at);
        line += text.substr(at, found - at);
        if (found == text.npos) return;
        line += '\\';
        line += letters[raw.find(text[found])];
        at = found + 1;
    }
}

std::vector<std::optional<std::string>> read_copied_row(std::string_view line)
{
    std::vector<std::optional<std::string>> row;
    while (true) {
        const auto end = std::min(line.find('\t'), line.size());
        const auto column = line.substr(0, end);
        if (column == "\\N") {
            row.emplace_back();
        } else {
            auto& text = row.emplace_back().emplace();
            for (std::size_t i = 0; i < column.size(); ++i) {
                if (column[i] != '\\') {
                    text += column[i];
                    continue;
                }
                const auto letter = ++i < column.size() ? letters.find(column[i]) : letters.npos;
                if (letter == letters.npos) throw DatabaseError("no row is written like this: " + std::string(line));
                text += raw[letter];
            }
        }
        if (end == line.size()) return row;
        line.remove_prefix(end + 1);
    }
}

std::string quoted_name(std::string_view name)
{
    std::string quoted = "\"";
    for (const char c : name) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

std::string quoted_names(const std::vector<std::string>& names)
{
    std::string list;
    for (const auto& name : names) list += (list.empty() ? "" : ", ") + quoted_name(name);
    return list;
}

std::vector<std::string> names_of(const CopiedTable& table)
{
    std::vector<std::string> names;
    for (const auto& column : table.columns) names.push_back(column.name);
    return names;
}

} // namespace cairn::db
