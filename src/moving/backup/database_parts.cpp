#include "backup/database_parts.hpp"

#include <algorithm>

#include "base/reflect.hpp"
#include "db/filling.hpp"
#include "db/snapshot.hpp"

namespace cairn::backup {

namespace {

// What is true of a database and not of a site: which migrations have run in it, what its engine can do, who reads it,
// and who last did.
constexpr std::string_view not_copied[] = {"schema_migration", "code_search_engine", "files_hold", "last_backup"};

bool is_copied(const db::CopiedTable& table)
{
    return std::ranges::find(not_copied, table.name) == std::end(not_copied);
}

constexpr std::size_t largest_part = 4U << 20;
constexpr std::size_t usual_part = 256U << 10;

// Parts end after rows that say so by themselves, so that the same rows are in the same parts in the next backup,
// whatever became of the rows before them.
bool ends_part(std::string_view line)
{
    std::uint64_t mixed = 14695981039346656037U;
    for (const char c : line.substr(0, line.find('\t')))
        mixed = (mixed ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return (mixed >> 32) % 64 == 0;
}

} // namespace

std::vector<Step> schema_of(db::Snapshot& snapshot)
{
    return snapshot.all<Step>("SELECT number, name FROM schema_migration ORDER BY number");
}

void write_tables(db::Snapshot& snapshot, PartWriter& parts, const std::function<void(const Line&)>& tell)
{
    for (const auto& table : snapshot.tables()) {
        if (!is_copied(table)) continue;
        Line line{.kind = LineKind::table, .name = table.name};
        for (const auto& column : table.columns)
            line.columns.push_back({column.name, std::string(word_of(column.kind))});
        std::string lines;
        snapshot.read(table, [&](std::string_view row) {
            lines += row;
            ++line.rows;
            if (lines.size() < usual_part || (lines.size() < largest_part && !ends_part(row))) return;
            line.parts.push_back(parts.keep(lines));
            lines.clear();
        });
        if (!lines.empty()) line.parts.push_back(parts.keep(lines));
        line.last_number = snapshot.last_number(table);
        tell(line);
    }
}

TableReader::TableReader(db::Filling& filling, const PartReader& parts, Rewriting rewrite)
    : filling_(filling), parts_(parts), rewrite_(std::move(rewrite)), tables_(filling.tables())
{
}

Result<> TableReader::read(const Line& line)
{
    const auto found = std::ranges::find(tables_, line.name, &db::CopiedTable::name);
    if (found == tables_.end() || !is_copied(*found))
        return fail(Errc::unprocessable, "this program knows no table " + line.name);
    db::CopiedTable table{.name = line.name, .columns = {}, .key = {}};
    for (const auto& column : line.columns) {
        const auto known = std::ranges::find(found->columns, column.name, &db::CopiedColumn::name);
        if (known == found->columns.end() || word_of(known->kind) != column.kind)
            return fail(Errc::unprocessable, "this program knows no column " + column.name + " of " + line.name);
        table.columns.push_back(*known);
    }
    filling_.begin(table);
    for (const auto& part : line.parts) {
        auto lines = parts_.read(part);
        if (rewrite_) rewrite_(line, lines);
        filling_.add(lines);
    }
    filling_.end(line.last_number);
    return {};
}

} // namespace cairn::backup
