// Regular expressions that people bring along: the one place that knows PCRE2. A search gives up before it becomes
// expensive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

struct pcre2_real_code_8; // NOLINT(readability-identifier-naming): PCRE2's own

namespace cairn::repositories {

// One that is looked for in many texts. Any thread may look.
class RegularExpression {
public:
    enum class Where : std::uint8_t { anywhere, whole }; // in the text, or as all of it

    // Nothing where it is none, or too long.
    static std::optional<RegularExpression> compile(std::string_view expression, Where = Where::anywhere);

    // What somebody looks for in the lines of a text: `^` and `$` are those of a line.
    struct Search {
        bool literal = false;  // the signs mean themselves
        bool any_case = false; // of letters, in every script
    };
    static std::optional<RegularExpression> compile(std::string_view expression, Search);

    // Nothing where it takes too long to look for.
    std::optional<bool> found_in(std::string_view text) const;

    struct Match {
        std::size_t begin = 0;
        std::size_t length = 0; // 0: there is none
    };
    // The first from `from` on that is not empty. Nothing where it takes too long to look for.
    std::optional<Match> find(std::string_view text, std::size_t from = 0) const;

private:
    struct Free {
        void operator()(pcre2_real_code_8*) const;
    };
    explicit RegularExpression(pcre2_real_code_8* code) : code_(code) { }

    std::unique_ptr<pcre2_real_code_8, Free> code_;
};

// Whether the expression is found anywhere in the text. Nothing where it is none, or takes too long to look for.
std::optional<bool> found_in(std::string_view expression, std::string_view text);

} // namespace cairn::repositories
