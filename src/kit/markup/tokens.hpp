// HTML cut into tags and text, as browsers cut it (WHATWG, "Tokenization"), in one pass and without a tree: what a
// stranger wrote costs time in proportion to its length, whatever it is. See docs/decisions on why not a library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::markup {

struct Token {
    enum class Kind : std::uint8_t {
        text,   // decoded
        start,  // <name ...>
        end,    // </name>
        opaque, // an element whose content is no markup (script, style), as a whole
    };
    Kind kind = Kind::text;
    std::string_view source{};                                     // as it was written
    std::string text{};                                            // of a text
    std::string name{};                                            // of a tag, in lower case
    std::vector<std::pair<std::string, std::string>> attributes{}; // in lower case, and decoded; the first of a name

    const std::string* attribute(std::string_view wanted) const;
};

class Tokens {
public:
    explicit Tokens(std::string_view html) : rest_(html) { }

    // The next one; nothing at the end. Comments, declarations and instructions are passed over.
    std::optional<Token> next();

private:
    std::optional<Token> tag();
    void attributes(Token&);
    bool skip_other();
    Token opaque(Token start);

    std::string_view rest_;
    std::vector<std::string> never_ended_{}; // opaque elements that nothing closes from here on
};

} // namespace cairn::markup
