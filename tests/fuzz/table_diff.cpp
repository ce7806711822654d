// Any bytes as two versions of a table, and of a notebook, divided by the first zero: each row, and each cell, is there
// once, in its order, and what is written of them ends.
#include <cstdint>
#include <optional>
#include <string_view>

#include "demand.hpp"
#include "git/objects/diff.hpp"
#include "pages/diff/notebook_diff.hpp"
#include "pages/diff/table_diff.hpp"
#include "pages/diff/table_rows.hpp"
#include "words/language.hpp"

namespace {

using namespace cairn;
using fuzz::demand;

// Those of one side, from the first to the last.
template <class Items, class Side> void demand_all(const Items& items, std::size_t size, Side side)
{
    std::size_t next = 0;
    for (const auto& item : items)
        if (const std::optional<std::size_t> at = side(item)) demand(*at == next++);
    demand(next == size);
}

void demand_each(const std::vector<pages::Aligned>& items, std::size_t before, std::size_t after)
{
    demand_all(items, before, [](const auto& item) { return item.before; });
    demand_all(items, after, [](const auto& item) { return item.after; });
}

void compare_tables(std::string_view before, std::string_view after)
{
    const auto hunks = git::compare_texts(before, after, 0);
    if (!hunks) return;
    pages::TableTaker taker;
    taker.begin(before, after);
    for (const auto& hunk : *hunks)
        for (const auto& line : hunk.lines)
            if (!taker.line(line.origin, line.old_number, line.new_number, line.text)) break;
    taker.end();
    const auto diff = taker.take();
    if (!diff) return;
    demand_all(diff->rows, diff->before.size(), [](const auto& row) { return row.rows.before; });
    demand_all(diff->rows, diff->after.size(), [](const auto& row) { return row.rows.after; });
    for (const auto& row : diff->rows)
        for (const auto& column : diff->columns)
            if (row.change == pages::RowChange::same && column.before && column.after)
                demand(diff->value_before(row, column) == diff->value_after(row, column));
    pages::write_table(*diff, words::english(), [](const auto&) { return true; });
}

void compare_notebooks(std::string_view before, std::string_view after)
{
    const auto diff = pages::compare_notebooks(before, after);
    if (!diff) {
        demand(!diff.error().message.empty());
        return;
    }
    demand_each(diff->cells, diff->before.cells.size(), diff->after.cells.size());
    pages::write_notebook(*diff, words::english(), [](const auto&) { return true; });
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto middle = std::min(input.find('\0'), input.size());
    const auto before = input.substr(0, middle);
    const auto after = middle < input.size() ? input.substr(middle + 1) : std::string_view();
    compare_tables(before, after);
    compare_notebooks(before, after);
    return 0;
}
