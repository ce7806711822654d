// What stands between the braces of a template, in words: names, texts, numbers, signs. And the expressions that they
// make.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "pages/template/syntax.hpp"

namespace cairn::pages::syntax {

struct Token {
    enum class Kind : std::uint8_t { end, name, text, integer, words, sign };
    Kind kind = Kind::end;
    std::string_view text{}; // of a text without its quotes, of words without their brackets
};

// Throws std::invalid_argument with what is wrong; the parser adds where.
class Tokens {
public:
    using ReadWords = std::function<Marked(std::string_view)>;

    Tokens(std::string_view text, ReadWords read_words) : rest_(text), read_words_(std::move(read_words)) { next(); }

    const Token& now() const { return now_; }
    void next();
    bool take(Token::Kind kind, std::string_view text);
    // The name, or the text, that must come now.
    std::string name();
    std::string text();
    void end() const;

    Expression expression();

    // name=expression, as many as there are
    std::vector<std::pair<std::string, Expression>> arguments();
    std::vector<Parameter> parameters();

private:
    Expression disjunction();
    Expression conjunction();
    Expression negation();
    Expression comparison();
    Expression filtered();
    Expression operand();

    std::string_view rest_;
    ReadWords read_words_;
    Token now_{};
    int depth_ = 0;
};

// Where what begins at `from` (behind the opening sign) ends: the next `sign` that is in no text and in no words.
std::optional<std::size_t> find_end(std::string_view text, std::size_t from, std::string_view sign);

} // namespace cairn::pages::syntax
