#include "pages/diff/table_diff.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "markup/render.hpp"

namespace cairn::pages {

using markup::CsvReader;
using markup::CsvRow;

namespace {

// Of one side.
constexpr std::size_t largest_side = markup::longest_text;
constexpr std::size_t most_rows = 10'000;
constexpr std::size_t most_columns = 200;
constexpr std::size_t most_values = 100'000;
// That are shown.
constexpr std::size_t most_changes = 2'000;

constexpr std::size_t compared_columns = 32; // for how much two rows are alike
constexpr unsigned for_the_first = 2;        // which is often a name

std::optional<std::vector<CsvRow>> read_rows(std::string_view text)
{
    std::vector<CsvRow> rows;
    std::size_t values = 0;
    for (CsvReader reader(text); !reader.at_end();) {
        if (rows.size() == most_rows || (rows.size() % 100 == 0 && !Deadline::is_ahead_now())) return std::nullopt;
        rows.push_back(reader.row());
        values += rows.back().cells.size();
        if (values > most_values || rows.back().cells.size() > most_columns) return std::nullopt;
    }
    return rows;
}

std::size_t key_of(std::string_view text) { return std::hash<std::string_view>()(text); }

std::size_t widest(const std::vector<CsvRow>& rows)
{
    std::size_t most = 0;
    for (const auto& row : rows) most = std::max(most, row.cells.size());
    return most;
}

// Columns have their names in the first row, as far as anybody knows. Where there are as many as before, each is what
// it was, whatever its name.
std::vector<Aligned> columns_of(const std::vector<CsvRow>& before, const std::vector<CsvRow>& after)
{
    std::vector<std::size_t> names[2];
    if (!before.empty() && !after.empty() && before.front().cells.size() != after.front().cells.size()) {
        for (const auto& name : before.front().cells) names[0].push_back(key_of(name));
        for (const auto& name : after.front().cells) names[1].push_back(key_of(name));
    }
    auto columns = align(names[0], names[1], [](std::size_t, std::size_t) { return 1; });
    auto one = names[0].size();
    auto other = names[1].size();
    const auto one_end = std::max(one, widest(before));
    const auto other_end = std::max(other, widest(after));
    // Of a file that is new, or gone, no column came or went.
    while (one < one_end || other < other_end) {
        columns.push_back({one, other});
        ++one, ++other;
    }
    return columns;
}

std::string_view value_at(const CsvRow& row, std::optional<std::size_t> column)
{
    return column && *column < row.cells.size() ? std::string_view(row.cells[*column]) : std::string_view();
}

bool same_but_for_blanks(std::string_view one, std::string_view other)
{
    const auto is_no_blank = [](char c) { return !text::is_space(c); };
    return std::ranges::equal(one | std::views::filter(is_no_blank), other | std::views::filter(is_no_blank));
}

class Comparing {
public:
    Comparing(TableDiff& diff, const std::vector<std::int64_t>& gone, const std::vector<std::int64_t>& come)
        : diff_(diff), gone_(gone), come_(come)
    {
    }

    void run()
    {
        std::size_t next_before = 0;
        std::size_t next_after = 0;
        for (const auto& [before, after] : kept()) {
            changed({next_before, before}, {next_after, after});
            add({before, after}, true);
            next_before = before + 1;
            next_after = after + 1;
        }
        changed({next_before, diff_.before.size()}, {next_after, diff_.after.size()});
    }

private:
    using Span = std::pair<std::size_t, std::size_t>;

    // Rows all of whose lines are there on both sides.
    std::vector<Span> kept() const
    {
        std::vector<Span> found;
        std::size_t next = 0;    // row of the new side
        std::size_t gone = 0;    // lines before this one,
        std::size_t come = 0;    // and of the new side before that
        std::int64_t behind = 0; // how much further the new side is
        for (std::size_t i = 0; i < diff_.before.size(); ++i) {
            const auto& row = diff_.before[i];
            // Where the row's first line is on the new side: past what went before it, and what came.
            while (gone < gone_.size() && gone_[gone] < row.first_line) ++gone, --behind;
            if (gone < gone_.size() && gone_[gone] <= row.last_line) continue;
            while (come < come_.size() && come_[come] <= row.first_line + behind) ++come, ++behind;
            const auto first = row.first_line + behind;
            const auto last = row.last_line + behind;
            if (come < come_.size() && come_[come] <= last) continue;
            while (next < diff_.after.size() && diff_.after[next].first_line < first) ++next;
            if (next == diff_.after.size()) break;
            const auto& other = diff_.after[next];
            if (other.first_line != first || other.last_line != last || other.cells.size() != row.cells.size())
                continue;
            found.emplace_back(i, next++);
        }
        return found;
    }

    void changed(Span before, Span after)
    {
        if (before.first == before.second && after.first == after.second) return;
        const auto keys = [&](const std::vector<CsvRow>& rows, Span span, bool old) {
            std::vector<std::size_t> made;
            for (auto i = span.first; i < span.second; ++i) made.push_back(key_of_row(rows[i], old));
            return made;
        };
        const auto found =
            align(keys(diff_.before, before, true), keys(diff_.after, after, false),
                  [&](std::size_t one, std::size_t other) { return alike(before.first + one, after.first + other); });
        for (auto [one, other] : found) {
            if (one) *one += before.first;
            if (other) *other += after.first;
            add({one, other}, false);
        }
    }

    // By what stands in the columns that both sides have.
    std::size_t key_of_row(const CsvRow& row, bool old) const
    {
        std::size_t key = 0;
        for (const auto& column : diff_.columns)
            if (column.before && column.after)
                key = key * 31 + key_of(value_at(row, old ? column.before : column.after));
        return key;
    }

    // A third of what stands there has to be the same.
    unsigned alike(std::size_t one, std::size_t other) const
    {
        const auto& before = diff_.before[one];
        const auto& after = diff_.after[other];
        unsigned same = 0;
        unsigned all = 0;
        bool first = true;
        for (const auto& column : std::span(diff_.columns).first(std::min(compared_columns, diff_.columns.size()))) {
            const auto left = value_at(before, column.before);
            const auto right = value_at(after, column.after);
            if (left.empty() && right.empty()) continue;
            const auto weight = std::exchange(first, false) ? for_the_first : 1U;
            all += weight;
            if (column.before && column.after && left == right) same += weight;
        }
        return same * 3 >= all ? same : 0;
    }

    // `kept`: its lines are there on both sides, as far as white space counts. What they say may be something else all
    // the same: which sign stands between values is found out by the first line.
    void add(const Aligned& rows, bool kept)
    {
        ComparedRow row{.rows = rows};
        if (!rows.before) row.change = RowChange::added;
        else if (!rows.after) row.change = RowChange::removed;
        else if (!same_values(diff_.before[*rows.before], diff_.after[*rows.after], kept))
            row.change = RowChange::changed;
        if (row.change != RowChange::same) ++diff_.changes;
        diff_.rows.push_back(row);
    }

    bool same_values(const CsvRow& before, const CsvRow& after, bool but_for_blanks) const
    {
        return std::ranges::all_of(diff_.columns, [&](const Aligned& column) {
            const auto one = value_at(before, column.before);
            const auto other = value_at(after, column.after);
            return one == other || (but_for_blanks && column.before && column.after && same_but_for_blanks(one, other));
        });
    }

    TableDiff& diff_;
    const std::vector<std::int64_t>& gone_;
    const std::vector<std::int64_t>& come_;
};

std::optional<std::string_view> value_in(const std::vector<CsvRow>& rows, std::optional<std::size_t> row,
                                         std::optional<std::size_t> column)
{
    if (!row || !column) return std::nullopt;
    return value_at(rows[*row], column);
}

} // namespace

std::optional<std::string_view> TableDiff::value_before(const ComparedRow& row, const Aligned& column) const
{
    return value_in(before, row.rows.before, column.before);
}

std::optional<std::string_view> TableDiff::value_after(const ComparedRow& row, const Aligned& column) const
{
    return value_in(after, row.rows.after, column.after);
}

void TableTaker::begin(std::string_view before, std::string_view after)
{
    before_ = before;
    after_ = after;
    small_ = std::max(before.size(), after.size()) <= largest_side;
}

bool TableTaker::line(char origin, std::int64_t old_number, std::int64_t new_number, std::string_view)
{
    if (origin == '-') gone_.push_back(old_number);
    if (origin == '+') come_.push_back(new_number);
    return small_;
}

void TableTaker::end()
{
    if (!small_) return;
    auto before = read_rows(before_);
    auto after = before ? read_rows(after_) : std::nullopt;
    if (!after) return;
    TableDiff diff{.before = std::move(*before), .after = std::move(*after)};
    diff.columns = columns_of(diff.before, diff.after);
    if (diff.columns.size() > most_columns) return;
    Comparing(diff, gone_, come_).run();
    if (diff.changes <= most_changes) diff_ = std::move(diff);
}

} // namespace cairn::pages
