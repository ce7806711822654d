// Lines of a log as rows of a list: a number that links to its line, the time on wish, and what it says, with its
// colors. Groups are folds. A log is text of strangers: all of it is escaped.
#pragma once

#include "pages/safe_html.hpp"
#include "words/language.hpp"

namespace cairn::pages {

// A row as it is stored: "2026-01-01T10:20:30.1234567Z what it says".
struct LogLine {
    std::string_view time{}; // "10:20:30"; empty: it has none
    std::string_view text;
};
LogLine read_log_line(std::string_view row);

// What a line means to those who read logs.
enum class LogMark : std::uint8_t { none, group, end_group, error, warning, notice, command, debug };
struct MarkedLine {
    LogMark mark = LogMark::none;
    std::string_view text; // without the mark
};
MarkedLine read_mark(std::string_view text);

// The line without colors and control signs, for who looks for something in it.
std::string plain_line(std::string_view text);

class LogRows {
public:
    struct Options {
        std::string step{}; // "4": rows are step-4:1, step-4:2 ...
        std::string part{}; // the address at which a part of the step is shown: "?from=" and so on follow
        bool times = false;
        bool whole = false;   // also of lines that are longer than one reads
        std::string sought{}; // lines that have this, in any case, are marked
        bool folds = true;    // groups are folds
    };
    LogRows(Options options, const words::Language& in) : options_(std::move(options)), in_(in) { }

    void add(std::int64_t number, std::string_view row);
    // A row that leads to those that are left out.
    void add_gap(std::int64_t first, std::int64_t last);
    // Groups that are open are closed.
    void end();

    std::size_t size() const { return out_.size(); }
    Html take() { return out_.take(); }

private:
    void write_text(std::int64_t number, std::string_view text);
    void close_group();

    const Options options_;
    const words::Language& in_;
    HtmlWriter out_{};
    bool in_group_ = false;
};

} // namespace cairn::pages
