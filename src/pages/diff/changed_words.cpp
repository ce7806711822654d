#include "pages/diff/changed_words.hpp"

#include <algorithm>
#include <cstdint>

#include "base/text.hpp"

namespace cairn::pages {

namespace {

constexpr std::size_t longest_line = 2'000;
constexpr std::size_t most_pairs = 40'000; // of words that are held against each other

bool is_word(char c)
{
    return text::is_alpha(c) || text::is_digit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Words, runs of white space, and every other sign by itself.
std::vector<WordSpan> words_of(std::string_view line)
{
    std::vector<WordSpan> words;
    for (std::size_t i = 0; i < line.size();) {
        std::size_t end = i + 1;
        if (is_word(line[i]))
            while (end < line.size() && is_word(line[end])) ++end;
        else if (text::is_space(line[i]))
            while (end < line.size() && text::is_space(line[end])) ++end;
        words.push_back({i, end});
        i = end;
    }
    return words;
}

struct Line {
    std::string_view text;
    std::vector<WordSpan> words;
    std::vector<bool> same;

    explicit Line(std::string_view line) : text(line), words(words_of(line)), same(words.size()) { }
    std::string_view word(std::size_t i) const { return text.substr(words[i].begin, words[i].end - words[i].begin); }
};

// The longest list of words that both have, in their order, between `from` and the ends.
void find_same(Line& one, Line& other, std::size_t from, std::size_t one_end, std::size_t other_end)
{
    const auto rows = one_end - from;
    const auto columns = other_end - from;
    if (rows == 0 || columns == 0 || rows * columns > most_pairs) return;
    std::vector<std::uint16_t> length((rows + 1) * (columns + 1));
    const auto at = [&](std::size_t row, std::size_t column) -> std::uint16_t& {
        return length[row * (columns + 1) + column];
    };
    for (std::size_t row = rows; row-- > 0;)
        for (std::size_t column = columns; column-- > 0;)
            at(row, column) = one.word(from + row) == other.word(from + column)
                ? static_cast<std::uint16_t>(at(row + 1, column + 1) + 1)
                : std::max(at(row + 1, column), at(row, column + 1));
    for (std::size_t row = 0, column = 0; row < rows && column < columns;) {
        if (one.word(from + row) == other.word(from + column)) {
            one.same[from + row++] = true;
            other.same[from + column++] = true;
        } else if (at(row + 1, column) >= at(row, column + 1)) {
            ++row;
        } else {
            ++column;
        }
    }
}

std::vector<WordSpan> changed(const Line& line)
{
    std::vector<WordSpan> spans;
    for (std::size_t i = 0; i < line.words.size(); ++i) {
        if (line.same[i]) continue;
        if (!spans.empty() && spans.back().end == line.words[i].begin) spans.back().end = line.words[i].end;
        else spans.push_back(line.words[i]);
    }
    return spans;
}

std::size_t ink(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return !text::is_space(c); }));
}

} // namespace

ChangedWords changed_words(std::string_view before, std::string_view after)
{
    if (before.size() > longest_line || after.size() > longest_line) return {};
    Line one(before);
    Line other(after);
    std::size_t begin = 0;
    const auto shorter = std::min(one.words.size(), other.words.size());
    while (begin < shorter && one.word(begin) == other.word(begin)) one.same[begin] = other.same[begin] = true, ++begin;
    auto one_end = one.words.size();
    auto other_end = other.words.size();
    while (one_end > begin && other_end > begin && one.word(one_end - 1) == other.word(other_end - 1))
        one.same[--one_end] = other.same[--other_end] = true;
    find_same(one, other, begin, one_end, other_end);

    std::size_t kept = 0;
    for (std::size_t i = 0; i < one.words.size(); ++i)
        if (one.same[i]) kept += ink(one.word(i));
    if (kept * 3 < std::max(ink(before), ink(after)) || kept == 0) return {};
    return {.before = changed(one), .after = changed(other)};
}

} // namespace cairn::pages
