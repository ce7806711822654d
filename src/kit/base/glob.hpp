// Patterns such as people write for branches, tags and files: `*` and `?` stop at separators, `**` does not, `[a-z]`,
// `[!a-z]`, `{one,two}`, and `\` before a sign that is meant as it is.
//
// A pattern comes from outside, and so does what it is held against: matching takes time in proportion to the product
// of the two lengths, whatever is in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cairn {

// A pattern that was compiled: it never changes, and any thread may ask.
class Glob {
public:
    // Nothing for a pattern that is broken: a bracket or brace without its other half, a `\` at the end.
    static std::optional<Glob> parse(std::string_view pattern, std::string_view separators);

    // Whether the pattern fits all of the text.
    bool matches(std::string_view text) const;

    // Whether a text has any of the signs that make it a pattern.
    static bool is_pattern(std::string_view text) { return text.find_first_of(R"(*?[]{}\)") != text.npos; }

private:
    friend class GlobParser;

    enum class Step : std::uint8_t {
        character, // this one
        other,     // any but a separator
        any,       // any at all
        set,       // one of a set
        fork,      // goes on at two places
        jump,
        end,
    };
    struct Instruction {
        Step step;
        char32_t character = 0;
        std::size_t one = 0; // a fork's and a jump's goal, or the number of a set
        std::size_t two = 0;
    };
    struct Set {
        bool negated = false;
        std::vector<std::pair<char32_t, char32_t>> ranges;

        bool has(char32_t) const;
    };

    struct Run;
    void follow(std::size_t at, std::vector<std::size_t>& places, Run&) const;
    bool accepts(const Instruction&, char32_t) const;

    std::vector<Instruction> program_;
    std::vector<Set> sets_;
    std::vector<char32_t> separators_;
};

} // namespace cairn
