#include "pages/actions/log_rows.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "pages/actions/ansi.hpp"

namespace cairn::pages {

using words::Phrase;

namespace {

constexpr std::size_t longest_shown = 4096;

struct MarkRow {
    std::string_view beginning; // "##[group]" is how tools write it as well
    LogMark mark;
};
constexpr MarkRow mark_rows[] = {
    {"group", LogMark::group},     {"endgroup", LogMark::end_group}, {"error", LogMark::error},
    {"warning", LogMark::warning}, {"notice", LogMark::notice},      {"command", LogMark::command},
    {"debug", LogMark::debug},
};

LogMark mark_of(std::string_view word)
{
    const auto found = std::ranges::find(mark_rows, word, &MarkRow::beginning);
    return found == std::end(mark_rows) ? LogMark::none : found->mark;
}

std::string_view class_of(LogMark mark)
{
    switch (mark) {
    case LogMark::error: return "err";
    case LogMark::warning: return "warn";
    case LogMark::notice: return "note";
    case LogMark::command: return "cmd";
    case LogMark::debug: return "dim";
    default: return "";
    }
}

// Not in the middle of a letter.
std::string_view beginning_of(std::string_view text, std::size_t most)
{
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
    return text.substr(0, most);
}

} // namespace

LogLine read_log_line(std::string_view row)
{
    constexpr std::size_t stamp = 28; // 2026-01-01T10:20:30.1234567Z
    if (row.size() > stamp && row[10] == 'T' && row[stamp - 1] == 'Z' && row[stamp] == ' ')
        return {.time = row.substr(11, 8), .text = row.substr(stamp + 1)};
    return {.text = row};
}

MarkedLine read_mark(std::string_view text)
{
    if (text.starts_with("[command]")) return {LogMark::command, text.substr(9)};
    if (text.starts_with("##[")) {
        const auto end = text.find(']');
        const auto head = end == text.npos ? std::string_view() : text.substr(3, end - 3);
        const auto mark = mark_of(head.substr(0, head.find(' ')));
        if (mark != LogMark::none) return {mark, text.substr(end + 1)};
    }
    if (text.starts_with("::")) {
        // ::error file=app.js,line=1::what is wrong
        const auto end = text.find("::", 2);
        const auto head = end == text.npos ? std::string_view() : text.substr(2, end - 2);
        const auto mark = mark_of(head.substr(0, head.find(' ')));
        if (mark != LogMark::none) return {mark, text.substr(end + 2)};
    }
    return {LogMark::none, text};
}

std::string plain_line(std::string_view text)
{
    std::string out;
    for (const auto& piece : read_ansi(text)) out += piece.text;
    return out;
}

void LogRows::write_text(std::int64_t number, std::string_view text)
{
    const bool cut = !options_.whole && text.size() > longest_shown;
    out_.open("code");
    for (const auto& [words, classes] : read_ansi(cut ? beginning_of(text, longest_shown) : text)) {
        if (classes.empty()) out_.text(words);
        else out_.open("span", {{"class", classes}}).text(words).close("span");
    }
    out_.close("code");
    if (!cut) return;
    const auto digits = std::to_string(number);
    const auto left = static_cast<std::int64_t>(text.size() - longest_shown);
    out_.link(options_.part + "?from=" + digits + "&to=" + digits, {{"class", "more"}, {"rel", "nofollow"}})
        .text(in_.say(Phrase("… {size} more"), {{"size", in_.bytes(left)}}))
        .close("a");
}

void LogRows::add(std::int64_t number, std::string_view row)
{
    const auto line = read_log_line(row);
    const auto [mark, text] = read_mark(line.text);
    if (options_.folds && (mark == LogMark::group || mark == LogMark::end_group)) close_group();
    if (options_.folds && mark == LogMark::end_group && text::trim(text).empty()) return;
    const auto digits = std::to_string(number);
    const auto id = "step-" + options_.step + ":" + digits;
    std::string classes(class_of(mark));
    if (!options_.sought.empty() && text::to_lower(plain_line(text)).contains(options_.sought))
        classes += classes.empty() ? "chosen" : " chosen";
    if (options_.folds && mark == LogMark::group) classes += classes.empty() ? "fold" : " fold";
    if (classes.empty()) out_.open("li", {{"id", id}});
    else out_.open("li", {{"id", id}, {"class", classes}});
    if (options_.folds && mark == LogMark::group) {
        out_.open("details").open("summary");
        write_text(number, text);
        out_.close("summary").open("ol");
        in_group_ = true;
        return;
    }
    out_.link("#" + id,
              {{"tabindex", "-1"},
               {"class", "n"},
               {"aria-label", in_.say(Phrase("Line {number}"), {{"number", digits}})}})
        .text(digits)
        .close("a");
    if (options_.times && !line.time.empty()) out_.open("span", {{"class", "t"}}).text(line.time).close("span");
    write_text(number, text);
    out_.close("li");
}

void LogRows::add_gap(std::int64_t first, std::int64_t last)
{
    close_group();
    out_.open("li", {{"class", "gap"}})
        .link(options_.part + "?from=" + std::to_string(first) + "&to=" + std::to_string(last), {{"rel", "nofollow"}})
        .text(in_.say(Phrase("{count} line is left out here: show it", "{count} lines are left out here: show them"),
                      last - first + 1))
        .close("a")
        .close("li");
}

void LogRows::close_group()
{
    if (!in_group_) return;
    out_.close("ol").close("details").close("li");
    in_group_ = false;
}

void LogRows::end() { close_group(); }

} // namespace cairn::pages
