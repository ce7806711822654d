#include "pages/diff/table_rows.hpp"

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"

namespace cairn::pages {

using words::Phrase;

namespace {

constexpr std::size_t piece = 16U << 10;
constexpr std::size_t rows_around = 3;

class TableWriting {
public:
    TableWriting(const TableDiff& diff, const words::Language& language, const DiffRows::Give& give)
        : diff_(diff), language_(language), give_(give)
    {
    }

    void run()
    {
        const auto shown = shown_rows();
        if (diff_.changes == 0) only_words(language_.say(Phrase("No value has changed.")));
        std::int64_t hidden = 0;
        for (std::size_t i = 0; i < diff_.rows.size() && wanted_; ++i) {
            if (!shown[i]) {
                ++hidden;
                continue;
            }
            gap(std::exchange(hidden, 0));
            row(diff_.rows[i]);
        }
        gap(hidden);
        pass_on(true);
    }

private:
    // What has changed, a few rows around it, and the first row, in which columns have their names.
    std::vector<bool> shown_rows() const
    {
        const auto count = diff_.rows.size();
        std::vector<bool> shown(count, false);
        for (std::size_t i = 0; i < count; ++i) {
            if (diff_.rows[i].change == RowChange::same) continue;
            for (auto near = i - std::min(i, rows_around); near < std::min(count, i + rows_around + 1); ++near)
                shown[near] = true;
        }
        for (std::size_t i = 0; i < count && diff_.changes > 0; ++i) {
            shown[i] = shown[i] || is_first(diff_.rows[i]);
            if (diff_.rows[i].rows.after == 0U) break;
        }
        return shown;
    }

    static bool is_first(const ComparedRow& row) { return row.rows.before == 0U || row.rows.after == 0U; }

    void gap(std::int64_t hidden)
    {
        if (hidden == 0) return;
        only_words(
            language_.say(Phrase("{count} row that has not changed", "{count} rows that have not changed"), hidden));
    }

    void only_words(const std::string& words)
    {
        out_.open("tr", {{"class", "gap"}})
            .open("td", {{"colspan", std::to_string(diff_.columns.size() + 3)}})
            .text(words)
            .close("td")
            .close("tr")
            .text("\n");
        pass_on(false);
    }

    void number(std::optional<std::size_t> row, std::string_view classes)
    {
        out_.open("td", {{"class", classes}});
        if (row) out_.text(std::to_string(*row + 1));
        out_.close("td");
    }

    void row(const ComparedRow& row)
    {
        const std::string kind = row.change == RowChange::added ? " add"
            : row.change == RowChange::removed                  ? " del"
                                                                : "";
        out_.open("tr");
        number(row.rows.before, "n old edge" + kind);
        number(row.rows.after, "n" + kind);
        out_.open("td", {{"class", "m" + kind}});
        if (row.change == RowChange::added) out_.text("+");
        if (row.change == RowChange::removed) out_.text("−");
        if (row.change == RowChange::changed) out_.text("±");
        out_.close("td");
        for (const auto& column : diff_.columns) value(row, column);
        out_.close("tr").text("\n");
        pass_on(false);
    }

    void value(const ComparedRow& row, const Aligned& column)
    {
        const auto before = diff_.value_before(row, column);
        const auto after = diff_.value_after(row, column);
        const std::string_view tag = is_first(row) ? "th" : "td";
        const bool came = row.change == RowChange::added || !column.before;
        const bool went = row.change == RowChange::removed || !column.after;
        const bool changed = !came && !went && row.change == RowChange::changed && before != after;
        out_.open(tag, {{"class", changed ? "v changed" : came ? "v add" : went ? "v del" : "v"}});
        if (changed) {
            if (!before->empty()) out_.open("del").text(to_text(*before)).close("del").text(" ");
            if (!after->empty()) out_.open("ins").text(to_text(*after)).close("ins");
        } else {
            out_.text(to_text(after ? *after : before.value_or(std::string_view())));
        }
        out_.close(tag);
    }

    void pass_on(bool all)
    {
        if (out_.size() == 0 || (!all && out_.size() < piece)) return;
        auto made = out_.take();
        out_ = HtmlWriter();
        if (wanted_) wanted_ = give_({.html = std::move(made)});
    }

    const TableDiff& diff_;
    const words::Language& language_;
    const DiffRows::Give& give_;
    HtmlWriter out_;
    bool wanted_ = true;
};

} // namespace

void write_table(const TableDiff& diff, const words::Language& language, const DiffRows::Give& give)
{
    TableWriting(diff, language, give).run();
}

} // namespace cairn::pages
