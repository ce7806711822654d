#include "pages/diff/notebook_diff.hpp"

#include <algorithm>
#include <utility>

#include "base/deadline.hpp"
#include "base/shortened.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "git/objects/diff.hpp"

namespace cairn::pages {

using contents::NotebookCell;
using contents::NotebookOutput;
using words::Phrase;

namespace {

constexpr std::size_t most_cells = 1'000;   // of one side
constexpr std::size_t compared_words = 400; // of a cell, for how much two are alike
constexpr std::size_t most_types = 8;       // that are named of one output
constexpr std::size_t longest_name = 120;

std::size_t key_of(std::string_view text) { return std::hash<std::string_view>()(text); }

bool is_word(char c)
{
    return text::is_alpha(c) || text::is_digit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// The words of a cell, sorted, so that two can be held against each other in one go.
std::vector<std::size_t> words_of(const NotebookCell& cell)
{
    std::vector<std::size_t> found;
    const std::string_view source = cell.source;
    for (std::size_t i = 0; i < source.size() && found.size() < compared_words;) {
        auto end = i;
        while (end < source.size() && is_word(source[end])) ++end;
        if (end > i) found.push_back(key_of(source.substr(i, end - i)));
        i = end + 1;
    }
    std::ranges::sort(found);
    return found;
}

std::size_t in_both(const std::vector<std::size_t>& one, const std::vector<std::size_t>& other)
{
    std::size_t count = 0;
    for (std::size_t i = 0, j = 0; i < one.size() && j < other.size();) {
        if (one[i] == other[j]) ++count, ++i, ++j;
        else if (one[i] < other[j]) ++i;
        else ++j;
    }
    return count;
}

class Alike {
public:
    Alike(const std::vector<NotebookCell>& before, const std::vector<NotebookCell>& after)
        : before_(before), after_(after)
    {
        for (const auto& cell : before) words_before_.push_back(words_of(cell));
        for (const auto& cell : after) words_after_.push_back(words_of(cell));
    }

    // A third of the words has to be the same.
    unsigned operator()(std::size_t one, std::size_t other) const
    {
        const auto& left = before_[one];
        const auto& right = after_[other];
        constexpr unsigned one_id = 900;
        if (!left.id.empty() && left.id == right.id) return one_id;
        if (left.type != right.type) return 0;
        const auto most = std::max(words_before_[one].size(), words_after_[other].size());
        const auto same = in_both(words_before_[one], words_after_[other]);
        return same * 3 < most || same == 0 ? 0 : static_cast<unsigned>(same * 800 / most);
    }

private:
    const std::vector<NotebookCell>& before_;
    const std::vector<NotebookCell>& after_;
    std::vector<std::vector<std::size_t>> words_before_;
    std::vector<std::vector<std::size_t>> words_after_;
};

Phrase cell_words(const NotebookCell& cell)
{
    if (cell.type == "code") return Phrase("Cell {number}, code");
    if (cell.type == "markdown") return Phrase("Cell {number}, text");
    return Phrase("Cell {number}");
}

std::string name_of(const NotebookOutput& output)
{
    std::string name = shortened(output.name, longest_name);
    for (std::size_t i = 0; i < std::min(output.types.size(), most_types); ++i)
        name += (name.empty() ? "" : ", ") + shortened(output.types[i], longest_name);
    return name.empty() ? shortened(output.kind, longest_name) : name;
}

class NotebookWriting {
public:
    NotebookWriting(const NotebookDiff& diff, const words::Language& language, const DiffRows::Give& give)
        : diff_(diff), language_(language), give_(give)
    {
    }

    void run()
    {
        std::int64_t hidden = 0;
        const bool all_same =
            std::ranges::all_of(diff_.cells, [&](const Aligned& cell) { return diff_.is_same(cell); });
        if (all_same) said(language_.say(Phrase("No cell has changed: only what stands around them has.")));
        for (const auto& cell : diff_.cells) {
            if (!wanted_ || !Deadline::is_ahead_now()) return;
            if (diff_.is_same(cell)) {
                ++hidden;
                continue;
            }
            unchanged(std::exchange(hidden, 0));
            write(cell);
        }
        unchanged(hidden);
    }

private:
    struct Line {
        std::int64_t number;
        std::string text;
    };

    void said(const std::string& words)
    {
        out_.open("p", {{"class", "cells-gap"}}).text(words).close("p").text("\n");
        pass_on();
    }

    void unchanged(std::int64_t count)
    {
        if (count > 0)
            said(language_.say(Phrase("{count} cell that has not changed", "{count} cells that have not changed"),
                               count));
    }

    void write(const Aligned& at)
    {
        const auto* before = at.before ? &diff_.before.cells[*at.before] : nullptr;
        const auto* after = at.after ? &diff_.after.cells[*at.after] : nullptr;
        const auto& cell = after != nullptr ? *after : *before;
        const auto number = std::to_string((after != nullptr ? *at.after : *at.before) + 1);
        const auto name = language_.say(cell_words(cell), {{"number", number}});
        const auto& language = after != nullptr ? diff_.after.language : diff_.before.language;
        if (cell.type == "code")
            out_.open("table", {{"class", "code diff cell"}, {"aria-label", name}, {"data-language", language}});
        else out_.open("table", {{"class", "code diff cell"}, {"aria-label", name}});
        out_.open("tbody").open("tr", {{"class", "gap"}}).open("th", {{"colspan", "4"}}).text(name);
        if (before == nullptr) tag("tag good", Phrase("Added"));
        if (after == nullptr) tag("tag bad", Phrase("Removed"));
        out_.close("th").close("tr").text("\n");
        source(before != nullptr ? before->source : std::string(), after != nullptr ? after->source : std::string());
        outputs(before, after);
        out_.close("tbody").close("table").text("\n");
        pass_on();
    }

    void tag(std::string_view classes, Phrase words)
    {
        out_.text(" ").open("span", {{"class", classes}}).text(language_.say(words)).close("span");
    }

    void source(const std::string& before, const std::string& after)
    {
        if (before == after) return;
        const auto hunks = git::compare_texts(before, after);
        if (!hunks) {
            only_words(language_.say(Phrase("Too large to be compared line by line.")));
            return;
        }
        std::int64_t next = 1;
        for (const auto& hunk : *hunks) {
            const auto first = hunk.new_count > 0 ? hunk.new_start : hunk.new_start + 1;
            if (first > next) only_words("…");
            for (const auto& line : hunk.lines) take(line);
            flush();
            next = first + hunk.new_count;
        }
    }

    void take(const git::DiffLine& line)
    {
        auto words = to_text(line.text.ends_with('\r') ? std::string_view(line.text).substr(0, line.text.size() - 1)
                                                       : std::string_view(line.text));
        if (line.origin == '-') {
            if (!come_.empty()) flush();
            gone_.push_back({line.old_number, std::move(words)});
        } else if (line.origin == '+') {
            come_.push_back({line.new_number, std::move(words)});
        } else if (line.origin == ' ') {
            flush();
            row("", line.old_number, line.new_number, words, nullptr);
        }
    }

    void flush()
    {
        std::vector<ChangedWords> words(std::min(gone_.size(), come_.size()));
        for (std::size_t i = 0; i < words.size(); ++i) words[i] = changed_words(gone_[i].text, come_[i].text);
        for (std::size_t i = 0; i < gone_.size(); ++i)
            row("del", gone_[i].number, 0, gone_[i].text, i < words.size() ? &words[i].before : nullptr);
        for (std::size_t i = 0; i < come_.size(); ++i)
            row("add", 0, come_[i].number, come_[i].text, i < words.size() ? &words[i].after : nullptr);
        gone_.clear();
        come_.clear();
    }

    void begin_row(std::string_view kind, std::int64_t old_number, std::int64_t new_number)
    {
        const auto with_kind = [&](std::string_view classes) {
            return std::string(classes) + (kind.empty() ? "" : " ") + std::string(kind);
        };
        out_.open("tr").open("td", {{"class", with_kind("n old edge")}});
        if (old_number > 0) out_.text(std::to_string(old_number));
        out_.close("td").open("td", {{"class", with_kind("n")}});
        if (new_number > 0) out_.text(std::to_string(new_number));
        out_.close("td").open("td", {{"class", with_kind("m")}});
        if (kind == "add") out_.text("+");
        if (kind == "del") out_.text("−");
        out_.close("td");
    }

    void row(std::string_view kind, std::int64_t old_number, std::int64_t new_number, std::string_view words,
             const std::vector<WordSpan>* marks)
    {
        begin_row(kind, old_number, new_number);
        out_.open("td", {{"class", kind.empty() ? "c" : kind == "add" ? "c add" : "c del"}});
        const std::string_view tag = kind == "add" ? "ins" : "del";
        std::size_t done = 0;
        if (marks != nullptr)
            for (const auto& span : *marks) {
                out_.text(words.substr(done, span.begin - done));
                out_.open(tag).text(words.substr(span.begin, span.end - span.begin)).close(tag);
                done = span.end;
            }
        out_.text(words.substr(done)).close("td").close("tr").text("\n");
        pass_on_if_long();
    }

    void only_words(const std::string& words)
    {
        out_.open("tr", {{"class", "gap"}}).open("td", {{"colspan", "4"}}).text(words);
        out_.close("td").close("tr").text("\n");
    }

    // What it has put out is named: pictures and HTML are a stranger's.
    void outputs(const NotebookCell* before, const NotebookCell* after)
    {
        static const std::vector<NotebookOutput> none;
        const auto& left = before != nullptr ? before->outputs : none;
        const auto& right = after != nullptr ? after->outputs : none;
        std::vector<std::size_t> keys[2];
        for (const auto& one : left) keys[0].push_back(key_of(one.content));
        for (const auto& one : right) keys[1].push_back(key_of(one.content));
        for (const auto& [one, other] : align(keys[0], keys[1], [](std::size_t, std::size_t) { return 0U; })) {
            if (one && other) continue;
            const std::string_view kind = other ? "add" : "del";
            begin_row(kind, 0, 0);
            out_.open("td", {{"class", other ? "o add" : "o del"}});
            out_.text(language_.say(Phrase("Output: {name}"), {{"name", name_of(other ? right[*other] : left[*one])}}));
            out_.close("td").close("tr").text("\n");
        }
    }

    void pass_on_if_long()
    {
        constexpr std::size_t piece = 16U << 10;
        if (out_.size() >= piece) pass_on();
    }

    void pass_on()
    {
        auto made = out_.take();
        out_ = HtmlWriter();
        if (wanted_) wanted_ = give_({.html = std::move(made)});
    }

    const NotebookDiff& diff_;
    const words::Language& language_;
    const DiffRows::Give& give_;
    HtmlWriter out_;
    bool wanted_ = true;
    std::vector<Line> gone_;
    std::vector<Line> come_;
};

std::size_t key_of_cell(const NotebookCell& cell)
{
    auto all = cell.type + '\0' + cell.source;
    for (const auto& output : cell.outputs) all += '\0' + output.content;
    return key_of(all);
}

bool same_outputs(const std::vector<NotebookOutput>& one, const std::vector<NotebookOutput>& other)
{
    return std::ranges::equal(one, other, {}, &NotebookOutput::content, &NotebookOutput::content);
}

} // namespace

bool NotebookDiff::is_same(const Aligned& cell) const
{
    if (!cell.before || !cell.after) return false;
    const auto& one = before.cells[*cell.before];
    const auto& other = after.cells[*cell.after];
    return one.type == other.type && one.source == other.source && same_outputs(one.outputs, other.outputs);
}

Result<NotebookDiff> compare_notebooks(std::string_view before, std::string_view after)
{
    NotebookDiff diff;
    if (!before.empty()) diff.before = TRY(contents::read_notebook(before));
    if (!after.empty()) diff.after = TRY(contents::read_notebook(after));
    if (std::max(diff.before.cells.size(), diff.after.cells.size()) > most_cells)
        return fail(Errc::too_large, "there are too many cells");
    std::vector<std::size_t> keys[2];
    for (const auto& cell : diff.before.cells) keys[0].push_back(key_of_cell(cell));
    for (const auto& cell : diff.after.cells) keys[1].push_back(key_of_cell(cell));
    const Alike alike(diff.before.cells, diff.after.cells);
    diff.cells = align(keys[0], keys[1], alike);
    return diff;
}

void write_notebook(const NotebookDiff& diff, const words::Language& language, const DiffRows::Give& give)
{
    NotebookWriting(diff, language, give).run();
}

} // namespace cairn::pages
