#include "pages/template/tokens.hpp"

#include <array>
#include <stdexcept>

#include "base/text.hpp"

namespace cairn::pages::syntax {

namespace {

using Kind = Expression::Kind;
constexpr int deepest_expression = 32;

bool begins_name(char c) { return c == '_' || (text::to_lower(c) >= 'a' && text::to_lower(c) <= 'z'); }
bool goes_on(char c) { return begins_name(c) || text::is_digit(c); }

[[noreturn]] void fail(const std::string& what) { throw std::invalid_argument(what); }

Expression joined(Kind kind, Expression left, Expression right, std::string sign = {})
{
    Expression whole{.kind = kind, .text = std::move(sign)};
    whole.operands.push_back(std::move(left));
    whole.operands.push_back(std::move(right));
    return whole;
}

} // namespace

std::string Expression::name() const
{
    if (kind == Kind::filter) return operands.front().name();
    if (kind != Kind::path) fail("inside of words, values are members: {{issue.title}}");
    return text::join(path, ".");
}

std::optional<std::size_t> find_end(std::string_view text, std::size_t from, std::string_view sign)
{
    for (auto at = from; at < text.size(); ++at) {
        const auto rest = text.substr(at);
        if (rest.starts_with(sign)) return at;
        if (rest.starts_with('"')) at = text.find('"', at + 1);
        else if (rest.starts_with("[[")) at = text.find("]]", at + 2);
        if (at == text.npos) return {};
    }
    return {};
}

void Tokens::next()
{
    rest_ = text::trim(rest_);
    const auto take = [&](Token::Kind kind, std::size_t length, std::size_t quotes = 0) {
        now_ = {kind, rest_.substr(quotes, length - 2 * quotes)};
        rest_.remove_prefix(length);
    };
    if (rest_.empty()) return take(Token::Kind::end, 0);
    const char c = rest_.front();
    std::size_t length = 1;
    if (begins_name(c)) {
        while (length < rest_.size() && goes_on(rest_[length])) ++length;
        return take(Token::Kind::name, length);
    }
    if (text::is_digit(c)) {
        while (length < rest_.size() && text::is_digit(rest_[length])) ++length;
        return take(Token::Kind::integer, length);
    }
    if (c == '"') {
        const auto close = rest_.find('"', 1);
        if (close == rest_.npos) fail("a text has no end");
        return take(Token::Kind::text, close + 1, 1);
    }
    if (rest_.starts_with("[[")) {
        const auto close = rest_.find("]]", 2);
        if (close == rest_.npos) fail("words have no end");
        return take(Token::Kind::words, close + 2, 2);
    }
    for (const std::string_view sign : {"==", "!=", "<=", ">="})
        if (rest_.starts_with(sign)) return take(Token::Kind::sign, 2);
    if (std::string_view("<>=.,|()").find(c) == std::string_view::npos) fail("a sign that means nothing");
    take(Token::Kind::sign, 1);
}

bool Tokens::take(Token::Kind kind, std::string_view text)
{
    if (now_.kind != kind || now_.text != text) return false;
    next();
    return true;
}

std::string Tokens::name()
{
    if (now_.kind != Token::Kind::name) fail("a name is expected");
    std::string taken(now_.text);
    next();
    return taken;
}

std::string Tokens::text()
{
    if (now_.kind != Token::Kind::text) fail("a text in quotes is expected");
    std::string taken(now_.text);
    next();
    return taken;
}

void Tokens::end() const
{
    if (now_.kind != Token::Kind::end) fail("\"" + std::string(now_.text) + "\" is too much");
}

Expression Tokens::expression()
{
    if (++depth_ > deepest_expression) fail("an expression is too deep");
    auto made = disjunction();
    --depth_;
    return made;
}

Expression Tokens::disjunction()
{
    auto left = conjunction();
    while (take(Token::Kind::name, "or")) left = joined(Kind::disjunction, std::move(left), conjunction());
    return left;
}

Expression Tokens::conjunction()
{
    auto left = negation();
    while (take(Token::Kind::name, "and")) left = joined(Kind::conjunction, std::move(left), negation());
    return left;
}

Expression Tokens::negation()
{
    if (!take(Token::Kind::name, "not")) return comparison();
    Expression whole{.kind = Kind::negation};
    whole.operands.push_back(comparison());
    return whole;
}

Expression Tokens::comparison()
{
    auto left = filtered();
    for (const std::string_view sign : {"==", "!=", "<=", ">=", "<", ">"})
        if (take(Token::Kind::sign, sign))
            return joined(Kind::comparison, std::move(left), filtered(), std::string(sign));
    if (take(Token::Kind::name, "has")) return joined(Kind::comparison, std::move(left), filtered(), "has");
    return left;
}

Expression Tokens::filtered()
{
    auto inner = operand();
    while (take(Token::Kind::sign, "|")) {
        Expression whole{.kind = Kind::filter, .text = name()};
        whole.operands.push_back(std::move(inner));
        inner = std::move(whole);
    }
    return inner;
}

Expression Tokens::operand()
{
    if (take(Token::Kind::sign, "(")) {
        auto inner = expression();
        if (!take(Token::Kind::sign, ")")) fail("a ) is missing");
        return inner;
    }
    if (now_.kind == Token::Kind::text) return {.kind = Kind::text, .text = text()};
    if (now_.kind == Token::Kind::integer) {
        const auto number = text::parse_integer(now_.text);
        if (!number) fail("a number is too large");
        next();
        return {.kind = Kind::integer, .number = *number};
    }
    if (now_.kind == Token::Kind::words) {
        Expression words{.kind = Kind::words};
        words.marked.push_back(read_words_(now_.text));
        next();
        return words;
    }
    if (take(Token::Kind::name, "true")) return {.kind = Kind::boolean, .number = 1};
    if (take(Token::Kind::name, "false")) return {.kind = Kind::boolean, .number = 0};
    Expression path{.kind = Kind::path};
    path.path.push_back(name());
    while (take(Token::Kind::sign, ".")) path.path.push_back(name());
    return path;
}

std::vector<std::pair<std::string, Expression>> Tokens::arguments()
{
    std::vector<std::pair<std::string, Expression>> all;
    while (now_.kind == Token::Kind::name) {
        auto key = name();
        if (!take(Token::Kind::sign, "=")) fail("an argument is written as name=value");
        all.emplace_back(std::move(key), filtered());
    }
    return all;
}

std::vector<Parameter> Tokens::parameters()
{
    std::vector<Parameter> all;
    do {
        Parameter parameter{.name = name()};
        parameter.has_default = take(Token::Kind::sign, "=");
        if (parameter.has_default) parameter.usual = filtered();
        all.push_back(std::move(parameter));
    } while (take(Token::Kind::sign, ","));
    return all;
}

} // namespace cairn::pages::syntax
