#include "pages/diff/diff_rows.hpp"

#include <algorithm>
#include <optional>

#include "base/utf8.hpp"
#include "crypto/digest.hpp"

namespace cairn::pages {

using words::Phrase;

namespace {

constexpr std::size_t piece = 16U << 10;
// A change that is larger is shown without marks: nobody reads it word by word.
constexpr std::size_t most_pending = 2'000;
constexpr std::size_t most_pending_size = 512U << 10;
constexpr std::int64_t lines_at_once = 20;
constexpr std::int64_t lines_above_talk = 3;

std::string_view without_return(std::string_view text)
{
    if (text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

} // namespace

std::string section_id(std::string_view path) { return "diff-" + crypto::sha1_hex(path); }

DiffRows::DiffRows(RowOptions options, Give give) : options_(std::move(options)), give_(std::move(give))
{
    // Said once for all lines, and cut where the number stands.
    constexpr std::string_view place = "\x01";
    const std::string said[] = {options_.language->say(Phrase("Old line {number}"), {{"number", std::string(place)}}),
                                options_.language->say(Phrase("New line {number}"), {{"number", std::string(place)}})};
    for (std::size_t side = 0; side < 2; ++side) {
        const auto at = std::min(said[side].find(place), said[side].size());
        label_[side][0] = said[side].substr(0, at);
        label_[side][1] = at < said[side].size() ? said[side].substr(at + 1) : std::string();
    }
}

void DiffRows::begin(std::string_view, std::string_view after)
{
    after_ = after;
    new_total_ = std::ranges::count(after, '\n') + (after.empty() || after.ends_with('\n') ? 0 : 1);
    if (!options_.expansion.ranges.empty() || !options_.stops.empty()) index_new_lines();
}

void DiffRows::index_new_lines()
{
    line_starts_.push_back(0);
    for (auto at = after_.find('\n'); at != after_.npos; at = after_.find('\n', at + 1)) line_starts_.push_back(at + 1);
}

std::string_view DiffRows::new_line(std::int64_t number) const
{
    const auto i = static_cast<std::size_t>(number - 1);
    if (i >= line_starts_.size()) return {};
    const auto begin = line_starts_[i];
    const auto end = std::min(after_.find('\n', begin), after_.size());
    return after_.substr(begin, end - begin);
}

void DiffRows::hunk(const git::Hunk& numbers, std::string_view words)
{
    flush_change();
    // Of a side with no lines, the number is that of the line before.
    const auto first_new = numbers.new_count > 0 ? numbers.new_start : numbers.new_start + 1;
    const auto first_old = numbers.old_count > 0 ? numbers.old_start : numbers.old_start + 1;
    if (first_new > next_new_) gap(next_new_, first_new - 1, words, false);
    next_new_ = first_new;
    next_old_ = first_old;
}

bool DiffRows::line(char origin, std::int64_t old_number, std::int64_t new_number, std::string_view text)
{
    last_origin_ = origin;
    if (origin == '-') {
        if (!come_.empty()) flush_change();
        ++deletions_;
        next_old_ = old_number + 1;
        gone_.push_back({old_number, to_text(without_return(text))});
    } else if (origin == '+') {
        ++additions_;
        next_new_ = new_number + 1;
        come_.push_back({new_number, to_text(without_return(text))});
    } else {
        flush_change();
        next_old_ = old_number + 1;
        next_new_ = new_number + 1;
        context(old_number, new_number, text);
        return wanted_;
    }
    pending_size_ += text.size();
    if (gone_.size() + come_.size() > most_pending || pending_size_ > most_pending_size) flush_change();
    return wanted_;
}

void DiffRows::no_end()
{
    if (last_origin_ == '-' && !gone_.empty()) gone_.back().no_end = true;
    if (last_origin_ == '+' && !come_.empty()) come_.back().no_end = true;
}

void DiffRows::end()
{
    flush_change();
    // A file that is gone has no lines to show more of.
    if (next_new_ > 1 && next_new_ <= new_total_) gap(next_new_, new_total_, {}, true);
    pass_on(true);
}

void DiffRows::context(std::int64_t old_number, std::int64_t new_number, std::string_view text)
{
    const auto words = to_text(without_return(text));
    const Cell left{.side = 'L', .number = old_number, .text = words, .kind = {}};
    const Cell right{.side = 'R', .number = new_number, .text = words, .kind = {}};
    row(&left, &right);
}

void DiffRows::flush_change()
{
    if (gone_.empty() && come_.empty()) return;
    std::vector<ChangedWords> words(std::min(gone_.size(), come_.size()));
    if (gone_.size() + come_.size() <= most_pending)
        for (std::size_t i = 0; i < words.size(); ++i)
            // What has moved is the same elsewhere: beside it stands something else.
            if (!moved_.to.contains(gone_[i].number) && !moved_.from.contains(come_[i].number))
                words[i] = changed_words(gone_[i].text, come_[i].text);
    if (options_.split) split_change(words);
    else unified_change(words);
    gone_.clear();
    come_.clear();
    pending_size_ = 0;
}

DiffRows::Cell DiffRows::gone_cell(std::size_t i, const std::vector<ChangedWords>& words) const
{
    Cell cell{.side = 'L',
              .number = gone_[i].number,
              .text = gone_[i].text,
              .kind = "del",
              .marks = i < words.size() ? &words[i].before : nullptr,
              .no_end = gone_[i].no_end};
    if (const auto to = moved_.to.find(cell.number); to != moved_.to.end()) cell.moved = to->second;
    return cell;
}

DiffRows::Cell DiffRows::come_cell(std::size_t i, const std::vector<ChangedWords>& words) const
{
    Cell cell{.side = 'R',
              .number = come_[i].number,
              .text = come_[i].text,
              .kind = "add",
              .marks = i < words.size() ? &words[i].after : nullptr,
              .no_end = come_[i].no_end};
    if (const auto from = moved_.from.find(cell.number); from != moved_.from.end()) cell.moved = from->second;
    return cell;
}

void DiffRows::unified_change(const std::vector<ChangedWords>& words)
{
    for (std::size_t i = 0; i < gone_.size(); ++i) {
        const auto cell = gone_cell(i, words);
        row(&cell, nullptr);
    }
    for (std::size_t i = 0; i < come_.size(); ++i) {
        const auto cell = come_cell(i, words);
        row(nullptr, &cell);
    }
}

void DiffRows::split_change(const std::vector<ChangedWords>& words)
{
    for (std::size_t i = 0; i < std::max(gone_.size(), come_.size()); ++i) {
        const auto left = i < gone_.size() ? std::optional(gone_cell(i, words)) : std::nullopt;
        const auto right = i < come_.size() ? std::optional(come_cell(i, words)) : std::nullopt;
        row(left ? &*left : nullptr, right ? &*right : nullptr);
    }
}

std::string DiffRows::moved_words(const Cell& cell) const
{
    const std::string number = std::to_string(cell.moved);
    return cell.side == 'R' ? options_.language->say(Phrase("moved from line {number}"), {{"number", number}})
                            : options_.language->say(Phrase("moved to line {number}"), {{"number", number}});
}

void DiffRows::number_cell(const Cell& cell, std::string_view more_classes, bool empty)
{
    const std::string classes = "n" + std::string(more_classes) + (cell.kind.empty() ? "" : " ")
        + std::string(cell.kind) + (cell.moved != 0 ? " moved" : "");
    const auto moved = cell.moved != 0 ? moved_words(cell) : std::string();
    if (moved.empty()) out_.open("td", {{"class", classes}});
    else out_.open("td", {{"class", classes}, {"title", moved}});
    if (!empty) {
        const auto number = std::to_string(cell.number);
        const auto id = options_.section + cell.side + number;
        const auto& label = label_[cell.side == 'L' ? 0 : 1];
        const auto said = label[0] + number + label[1] + (moved.empty() ? "" : ", " + moved);
        out_.link("#" + id, {{"id", id}, {"tabindex", "-1"}, {"aria-label", said}});
        out_.text(number).close("a");
    }
    out_.close("td");
}

void DiffRows::code_text(const Cell& cell)
{
    const std::string_view tag = cell.kind == "add" ? "ins" : "del";
    std::size_t done = 0;
    if (cell.marks != nullptr)
        for (const auto& span : *cell.marks) {
            out_.text(cell.text.substr(done, span.begin - done));
            out_.open(tag).text(cell.text.substr(span.begin, span.end - span.begin)).close(tag);
            done = span.end;
        }
    out_.text(cell.text.substr(done));
    if (cell.no_end)
        out_.open("span", {{"class", "soft no-end"}}).text(options_.language->say(Phrase("no line end"))).close("span");
}

void DiffRows::code_cell(const Cell& cell)
{
    const std::string kind = (cell.kind.empty() ? "" : " ") + std::string(cell.kind);
    out_.open("td", {{"class", "m" + kind}});
    if (cell.kind == "add") out_.text("+");
    if (cell.kind == "del") out_.text("−");
    out_.close("td").open("td", {{"class", "c" + kind}});
    code_text(cell);
    out_.close("td");
}

// Unified: the line, with the numbers of both sides where it has them. Split: both sides, where there may be nothing.
void DiffRows::row(const Cell* left, const Cell* right)
{
    ++rows_;
    out_.open("tr");
    if (!options_.split) {
        const Cell& shown = right != nullptr ? *right : *left;
        number_cell(left != nullptr ? *left : shown, " old edge", left == nullptr);
        number_cell(right != nullptr ? *right : shown, "", right == nullptr);
        code_cell(shown);
    } else {
        for (const Cell* cell : {left, right}) {
            const std::string_view more = cell == right && cell != nullptr ? " right edge" : " edge";
            if (cell != nullptr) {
                number_cell(*cell, more, false);
                code_cell(*cell);
                continue;
            }
            const bool is_right = left != nullptr;
            out_.open("td", {{"class", is_right ? "n right none" : "n none"}}).close("td");
            out_.open("td", {{"class", "m none"}}).close("td").open("td", {{"class", "c none"}}).close("td");
        }
    }
    out_.close("tr").text("\n");
    if (options_.stops.empty()) return pass_on(false);
    auto stops = stops_at(left, right);
    const bool ends_here = !stops.empty();
    pass_on(ends_here, std::move(stops));
}

std::vector<LineAt> DiffRows::stops_at(const Cell* left, const Cell* right) const
{
    std::vector<LineAt> found;
    if (left != nullptr && std::ranges::binary_search(options_.stops.old_lines, left->number))
        found.push_back({'L', left->number});
    if (right != nullptr && std::ranges::binary_search(options_.stops.new_lines, right->number))
        found.push_back({'R', right->number});
    return found;
}

// What is shown of lines that have not changed: what the reader wants, and what there is something to say about.
Expansion DiffRows::shown_in(LineSpan gap, std::int64_t old_of) const
{
    auto shown = options_.expansion;
    const auto add = [&](std::int64_t number) {
        if (number >= gap.first && number <= gap.last)
            shown = shown.with({std::max(gap.first, number - lines_above_talk), number});
    };
    for (const auto number : options_.stops.new_lines) add(number);
    for (const auto number : options_.stops.old_lines) add(number - old_of);
    return shown;
}

// Lines that have not changed: those that the reader wants are shown, the others are named.
void DiffRows::gap(std::int64_t first_new, std::int64_t last_new, std::string_view words, bool to_end)
{
    const auto old_of = next_old_ - next_new_; // both sides are the same there
    auto hidden_from = first_new;
    const auto shown = shown_in({first_new, last_new}, old_of);
    for (const auto& range : shown.ranges) {
        const auto from = std::max(range.first, first_new);
        const auto to = std::min(range.last, last_new);
        if (from > to) continue;
        if (from > hidden_from) gap_row({hidden_from, from - 1}, {}, false);
        for (auto number = from; number <= to && wanted_; ++number) context(number + old_of, number, new_line(number));
        hidden_from = to + 1;
    }
    if (hidden_from <= last_new) gap_row({hidden_from, last_new}, words, to_end);
}

void DiffRows::gap_row(LineSpan hidden, std::string_view words, bool to_end)
{
    out_.open("tr", {{"class", "gap"}}).open("td", {{"colspan", options_.split ? "6" : "4"}});
    const auto count = hidden.last - hidden.first + 1;
    if (options_.expand_address) {
        const auto shown = std::min(count, lines_at_once);
        // Those next to the change; of a gap in front of one, these are the last.
        const LineSpan more =
            to_end ? LineSpan{hidden.first, hidden.first + shown - 1} : LineSpan{hidden.last - shown + 1, hidden.last};
        const auto said = options_.language->say(Phrase("{count} more line", "{count} more lines"), shown);
        out_.link(options_.expand_address(options_.expansion.with(more)), {{"data-expand", ""}}).text(said).close("a");
        const auto whole = options_.language->say(Phrase("Whole file"));
        out_.link(options_.expand_address({.whole = true}), {{"data-expand", ""}}).text(whole).close("a");
    }
    out_.open("span");
    if (!words.empty()) out_.text("@@ " + to_text(words));
    out_.close("span").close("td").close("tr").text("\n");
    pass_on(false);
}

void DiffRows::pass_on(bool all, std::vector<LineAt> stops)
{
    if (out_.size() == 0 || (!all && out_.size() < piece)) return;
    auto made = out_.take();
    out_ = HtmlWriter();
    if (wanted_) wanted_ = give_({.html = std::move(made), .stops = std::move(stops)});
}

} // namespace cairn::pages
