// What has changed in a table of comma-separated values: rows that came and went, and values that are others. Rows
// belong together where the lines do that they stand on; of those that have changed, the ones that are most alike.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "git/objects/file_diff.hpp"
#include "markup/csv_reader.hpp"
#include "pages/diff/aligned.hpp"

namespace cairn::pages {

enum class RowChange : std::uint8_t { same, changed, added, removed };

struct ComparedRow {
    RowChange change = RowChange::same;
    Aligned rows{}; // places in the lists of both sides
};

struct TableDiff {
    std::vector<markup::CsvRow> before{};
    std::vector<markup::CsvRow> after{};
    std::vector<Aligned> columns{}; // a column that came or went is there for itself
    std::vector<ComparedRow> rows{};
    std::size_t changes = 0; // rows that are not the same

    // What stands there; nothing where the row, or the column, is not on that side.
    std::optional<std::string_view> value_before(const ComparedRow&, const Aligned& column) const;
    std::optional<std::string_view> value_after(const ComparedRow&, const Aligned& column) const;
};

// Give it to git::compare_file(), without lines around the changes.
class TableTaker final : public git::LineTaker {
public:
    void begin(std::string_view before, std::string_view after) override;
    void hunk(const git::Hunk&, std::string_view) override { }
    bool line(char origin, std::int64_t old_number, std::int64_t new_number, std::string_view) override;
    void no_end() override { }
    void end() override;

    // Nothing for more than anybody reads on a page, and where the comparison did not come to its end.
    std::optional<TableDiff> take() { return std::move(diff_); }

private:
    std::string_view before_;
    std::string_view after_;
    bool small_ = true;
    std::vector<std::int64_t> gone_; // numbers of lines, going up
    std::vector<std::int64_t> come_;
    std::optional<TableDiff> diff_;
};

} // namespace cairn::pages
