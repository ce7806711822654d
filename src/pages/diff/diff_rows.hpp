// The lines of a changed file as rows of a table, written while they are compared: unified or beside each other, with
// the words marked that have changed, and with links to more of the file where lines are left out.
//
// Lines of blocks that have moved within the file say so (tell_moved).
//
// Every line has an address: "diff-HASHL12" is line 12 of the old side of the file with that hash, "diff-HASHR12" of
// the new one, as such servers have them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "git/objects/file_diff.hpp"
#include "pages/diff/changed_words.hpp"
#include "pages/diff/diff_query.hpp"
#include "pages/diff/moved_lines.hpp"
#include "pages/safe_html.hpp"
#include "words/language.hpp"

namespace cairn::pages {

// "diff-HASH": the id of a file's section. The hash is the SHA-1 of its path.
std::string section_id(std::string_view path);

// Lines below which the page shows something of its own: talk about them. Numbers in their order, each once. They are
// shown even where nothing has changed.
struct LineStops {
    std::vector<std::int64_t> old_lines{};
    std::vector<std::int64_t> new_lines{};

    bool empty() const { return old_lines.empty() && new_lines.empty(); }
};

struct LineAt {
    char side; // 'L' or 'R'
    std::int64_t number;
};

// Rows of a file, up to a line that the page stops at.
struct DiffPiece {
    Html html;
    std::vector<LineAt> stops{}; // that its last row is
};
BOOST_DESCRIBE_STRUCT(DiffPiece, (), (html))

struct RowOptions {
    bool split = false;
    std::string section{}; // its id
    Expansion expansion{};
    LineStops stops{};
    // The page with another expansion of this file, as an address of ours. Nothing: no links.
    std::function<std::string(const Expansion&)> expand_address{};
    const words::Language* language = nullptr;
};

// For one file, in one go; give it to git::compare_file(). `give` gets the rows piece by piece and says whether it
// wants more.
class DiffRows final : public git::LineTaker {
public:
    using Give = std::function<bool(DiffPiece)>;

    DiffRows(RowOptions options, Give give);

    void begin(std::string_view before, std::string_view after) override;
    void hunk(const git::Hunk& numbers, std::string_view words) override;
    bool line(char origin, std::int64_t old_number, std::int64_t new_number, std::string_view text) override;
    void no_end() override;
    void end() override;

    // Before the lines come: which of them have moved.
    void tell_moved(MovedLines moved) { moved_ = std::move(moved); }
    // False: who gets the rows wants no more of them.
    bool wants_more() const { return wanted_; }

    std::int64_t additions() const { return additions_; }
    std::int64_t deletions() const { return deletions_; }
    std::int64_t rows() const { return rows_; }

private:
    struct Pending {
        std::int64_t number;
        std::string text;
        bool no_end = false;
    };
    struct Cell {
        char side; // 'L' or 'R'
        std::int64_t number;
        std::string_view text;
        std::string_view kind; // "add", "del" or empty
        const std::vector<WordSpan>* marks = nullptr;
        bool no_end = false;
        std::int64_t moved = 0; // where the same line is on the other side; 0: nowhere
    };

    void context(std::int64_t old_number, std::int64_t new_number, std::string_view text);
    void flush_change();
    Cell gone_cell(std::size_t i, const std::vector<ChangedWords>&) const;
    Cell come_cell(std::size_t i, const std::vector<ChangedWords>&) const;
    std::string moved_words(const Cell& cell) const;
    void unified_change(const std::vector<ChangedWords>&);
    void split_change(const std::vector<ChangedWords>&);
    void gap(std::int64_t first_new, std::int64_t last_new, std::string_view words, bool to_end);
    void gap_row(LineSpan hidden, std::string_view words, bool to_end);
    void row(const Cell* left, const Cell* right);
    void number_cell(const Cell& cell, std::string_view more_classes, bool empty);
    void code_cell(const Cell& cell);
    void code_text(const Cell& cell);
    void index_new_lines();
    std::string_view new_line(std::int64_t number) const;
    Expansion shown_in(LineSpan gap, std::int64_t old_of) const;
    std::vector<LineAt> stops_at(const Cell* left, const Cell* right) const;
    void pass_on(bool all, std::vector<LineAt> stops = {});

    RowOptions options_;
    Give give_;
    HtmlWriter out_;
    bool wanted_ = true;
    std::string label_[2][2]; // before and after the number: of the old side, of the new
    std::string_view after_;
    std::vector<std::size_t> line_starts_; // of the new side, where lines are to be shown that nobody has changed
    std::int64_t new_total_ = 0;
    std::int64_t next_old_ = 1;
    std::int64_t next_new_ = 1;
    MovedLines moved_;
    std::vector<Pending> gone_;
    std::vector<Pending> come_;
    std::size_t pending_size_ = 0;
    char last_origin_ = ' ';
    std::int64_t additions_ = 0;
    std::int64_t deletions_ = 0;
    std::int64_t rows_ = 0;
};

} // namespace cairn::pages
