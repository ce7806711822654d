#include "actions/expression.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/text.hpp"

namespace cairn::actions {

namespace {

using Kind = Yaml::Kind;

constexpr int deepest = 32;
constexpr std::size_t longest_expression = 4096;

// How much the values of an expression, or of all in one text, may come to: what is copied of the contexts, what is
// read and what is put together.
constexpr std::size_t most_bytes = 256 * 1024;

class Budget {
public:
    bool take(std::size_t bytes)
    {
        left_ -= std::min(bytes, left_);
        return left_ > 0;
    }
    // Looks no further than it reaches.
    bool take(const Yaml& value)
    {
        if (!take(sizeof(Yaml) + value.text.size())) return false;
        for (const auto& item : value.items)
            if (!take(item)) return false;
        for (const auto& [name, member] : value.members)
            if (!take(name.size()) || !take(member)) return false;
        return true;
    }

private:
    std::size_t left_ = most_bytes;
};

Yaml plain(std::string text) { return {.kind = Kind::scalar, .text = std::move(text)}; }
Yaml truth(bool value) { return plain(value ? "true" : "false"); }
Yaml null() { return plain("null"); }

std::optional<double> number(const Yaml& value)
{
    if (!value.is_scalar()) return {};
    if (value.is_null()) return 0;
    if (const auto boolean = value.boolean()) return *boolean ? 1 : 0;
    double read = 0;
    const auto* end = value.text.data() + value.text.size();
    const auto [stop, error] = std::from_chars(value.text.data(), end, read);
    if (error != std::errc() || stop != end) return {};
    return read;
}

std::string text_of(const Yaml& value)
{
    if (value.is_scalar()) return value.is_null() ? std::string() : value.text;
    return value.is_list() ? "Array" : "Object";
}

bool equal(const Yaml& a, const Yaml& b)
{
    if (!a.is_scalar() || !b.is_scalar()) return false;
    if (a.is_text() && b.is_text()) return text::iequals(a.text, b.text);
    if (a.is_null() && b.is_null()) return true;
    const auto left = number(a);
    const auto right = number(b);
    return left && right && *left == *right;
}

// A value, or the place in the contexts where it stands, which is only copied when it is known which part is meant.
struct Operand {
    Yaml made{};
    const Yaml* seen = nullptr;

    const Yaml& get() const { return seen != nullptr ? *seen : made; }
};

// A recursive descent. Nothing is known any more once `known_` is false, or the budget is spent.
class Reader {
public:
    Reader(std::string_view text, const Yaml& contexts, Budget& budget)
        : rest_(text), contexts_(contexts), budget_(budget)
    {
    }

    std::optional<Yaml> read()
    {
        auto value = either();
        skip();
        if (!known_ || !rest_.empty()) return {};
        return value;
    }

private:
    Yaml unknown()
    {
        known_ = false;
        return null();
    }
    void skip() { rest_ = text::trim(rest_); }
    bool take(std::string_view word)
    {
        skip();
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }

    Yaml either()
    {
        if (++depth_ > deepest) return unknown();
        auto value = both();
        while (known_ && take("||")) {
            auto other = both();
            if (!is_true(value)) value = std::move(other);
        }
        --depth_;
        return value;
    }

    Yaml both()
    {
        auto value = comparison();
        while (known_ && take("&&")) {
            auto other = comparison();
            if (is_true(value)) value = std::move(other);
        }
        return value;
    }

    Yaml comparison()
    {
        auto value = negation();
        while (known_) {
            if (take("==")) value = truth(equal(value, negation()));
            else if (take("!=")) value = truth(!equal(value, negation()));
            else if (take("<=")) value = ordered(value, [](double a, double b) { return a <= b; });
            else if (take(">=")) value = ordered(value, [](double a, double b) { return a >= b; });
            else if (take("<")) value = ordered(value, [](double a, double b) { return a < b; });
            else if (take(">")) value = ordered(value, [](double a, double b) { return a > b; });
            else break;
        }
        return value;
    }

    template <class Order> Yaml ordered(const Yaml& left, Order order)
    {
        const auto a = number(left);
        const auto b = number(negation());
        return truth(a && b && order(*a, *b));
    }

    Yaml negation()
    {
        skip();
        if (!rest_.starts_with("!=") && take("!")) {
            if (++depth_ > deepest) return unknown();
            auto value = truth(!is_true(negation()));
            --depth_;
            return value;
        }
        return member(primary());
    }

    Yaml member(Operand value)
    {
        while (known_) {
            if (take(".")) {
                step(value, word());
            } else if (take("[")) {
                const auto key = either();
                if (!take("]")) return unknown();
                step(value, text_of(key));
            } else {
                break;
            }
        }
        if (!known_) return null();
        if (value.seen == nullptr) return std::move(value.made);
        if (!budget_.take(*value.seen)) return unknown();
        return *value.seen;
    }

    // What is not there is null, and so is what is in it.
    void step(Operand& value, std::string_view key)
    {
        if (key.empty() || key == "*") {
            known_ = false;
            return;
        }
        const Yaml* found = part_of(value.get(), key);
        if (found == nullptr) value = {.made = null()};
        else if (value.seen != nullptr) value.seen = found;
        else value.made = Yaml(*found); // a part of what is given up for it
    }

    static const Yaml* part_of(const Yaml& value, std::string_view key)
    {
        if (value.is_list()) {
            const auto index = text::parse_integer(key, 0, static_cast<std::int64_t>(value.items.size()) - 1);
            return index ? &value.items[static_cast<std::size_t>(*index)] : nullptr;
        }
        for (const auto& [name, found] : value.members)
            if (text::iequals(name, key)) return &found;
        return nullptr;
    }

    std::string_view word()
    {
        skip();
        std::size_t length = 0;
        while (length < rest_.size()
               && (text::is_alpha(rest_[length]) || text::is_digit(rest_[length]) || rest_[length] == '_'
                   || rest_[length] == '-'))
            ++length;
        const auto found = rest_.substr(0, length);
        rest_.remove_prefix(length);
        return found;
    }

    Operand primary()
    {
        skip();
        if (rest_.empty() || !budget_.take(sizeof(Yaml))) return {unknown()};
        if (take("(")) {
            auto value = either();
            return {take(")") ? std::move(value) : unknown()};
        }
        if (rest_.front() == '\'') return {quoted()};
        if (text::is_digit(rest_.front()) || rest_.front() == '-') return {digits()};
        const auto name = word();
        if (name.empty()) return {unknown()};
        if (name == "true" || name == "false" || name == "null") return {plain(std::string(name))};
        if (take("(")) return {call(name)};
        const auto* context = contexts_.member(name);
        return context != nullptr ? Operand{.seen = context} : Operand{unknown()};
    }

    Yaml quoted()
    {
        std::string value;
        for (std::size_t i = 1; i < rest_.size(); ++i) {
            if (rest_[i] != '\'') {
                value += rest_[i];
                continue;
            }
            if (i + 1 < rest_.size() && rest_[i + 1] == '\'') {
                value += rest_[i++];
                continue;
            }
            rest_.remove_prefix(i + 1);
            return text_value(std::move(value));
        }
        return unknown();
    }

    Yaml digits()
    {
        std::size_t length = 1;
        while (length < rest_.size() && (text::is_digit(rest_[length]) || rest_[length] == '.')) ++length;
        auto value = plain(std::string(rest_.substr(0, length)));
        rest_.remove_prefix(length);
        return number(value) ? value : unknown();
    }

    Yaml call(std::string_view name)
    {
        std::vector<Yaml> arguments;
        while (known_ && !take(")")) {
            if (!arguments.empty() && !take(",")) return unknown();
            arguments.push_back(either());
        }
        return known_ ? apply(name, arguments) : null();
    }

    Yaml apply(std::string_view name, const std::vector<Yaml>& given)
    {
        const auto is = [&](std::string_view wanted, std::size_t count) {
            return text::iequals(name, wanted) && given.size() == count;
        };
        if (is("contains", 2)) {
            if (given[0].is_list())
                return truth(
                    std::ranges::any_of(given[0].items, [&](const Yaml& item) { return equal(item, given[1]); }));
            return truth(text::to_lower(text_of(given[0])).contains(text::to_lower(text_of(given[1]))));
        }
        if (is("startsWith", 2)) return truth(text::istarts_with(text_of(given[0]), text_of(given[1])));
        if (is("endsWith", 2))
            return truth(text::to_lower(text_of(given[0])).ends_with(text::to_lower(text_of(given[1]))));
        if (is("fromJSON", 1)) {
            auto read = markup::read_yaml(text_of(given[0]));
            return read && budget_.take(*read) ? std::move(*read) : unknown();
        }
        if (text::iequals(name, "format") && !given.empty()) return formatted(given);
        return unknown();
    }

    Yaml formatted(const std::vector<Yaml>& given)
    {
        std::string value;
        const auto pattern = text_of(given[0]);
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            const char c = pattern[i];
            if ((c == '{' || c == '}') && i + 1 < pattern.size() && pattern[i + 1] == c) {
                value += c;
                ++i;
            } else if (c == '{') {
                const auto end = pattern.find('}', i);
                const auto place = std::string_view(pattern).substr(i + 1, end == pattern.npos ? 0 : end - i - 1);
                const auto index = text::parse_integer(place, 0, static_cast<std::int64_t>(given.size()) - 2);
                if (!index) return unknown();
                const auto part = text_of(given[static_cast<std::size_t>(*index) + 1]);
                if (!budget_.take(part.size())) return unknown();
                value += part;
                i = end;
            } else {
                value += c;
            }
        }
        if (!budget_.take(pattern.size())) return unknown();
        return text_value(std::move(value));
    }

    std::string_view rest_;
    const Yaml& contexts_;
    Budget& budget_;
    bool known_ = true;
    int depth_ = 0;
};

// Where an expression begins and ends in a text, with its braces.
struct Span {
    std::size_t begin;
    std::size_t end;
    std::string_view inside;
};

std::optional<Span> next_expression(std::string_view text, std::size_t from)
{
    const auto begin = text.find("${{", from);
    if (begin == text.npos) return {};
    // A brace in quotes is none.
    bool quoted = false;
    for (auto i = begin + 3; i + 1 < text.size(); ++i) {
        if (text[i] == '\'') quoted = !quoted;
        if (!quoted && text[i] == '}' && text[i + 1] == '}')
            return Span{begin, i + 2, text.substr(begin + 3, i - begin - 3)};
    }
    return {};
}

std::optional<Yaml> evaluate_within(Budget& budget, std::string_view expression, const Yaml& contexts)
{
    if (expression.size() > longest_expression) return {};
    return Reader(expression, contexts, budget).read();
}

} // namespace

Yaml text_value(std::string text) { return {.kind = Kind::scalar, .text = std::move(text), .quoted = true}; }

bool is_true(const Yaml& value)
{
    if (!value.is_scalar()) return true;
    if (value.is_text()) return !value.text.empty();
    const auto read = number(value);
    return read && *read != 0;
}

std::optional<Yaml> evaluate(std::string_view expression, const Yaml& contexts)
{
    Budget budget;
    return evaluate_within(budget, expression, contexts);
}

bool has_expression(std::string_view text) { return next_expression(text, 0).has_value(); }

std::string interpolate(std::string_view text, const Yaml& contexts)
{
    Budget budget;
    std::string result;
    std::size_t at = 0;
    while (const auto span = next_expression(text, at)) {
        result += text.substr(at, span->begin - at);
        const auto value = evaluate_within(budget, span->inside, contexts);
        result += value ? text_of(*value) : text.substr(span->begin, span->end - span->begin);
        at = span->end;
    }
    result += text.substr(at);
    return result;
}

Yaml resolve(const Yaml& value, const Yaml& contexts)
{
    if (!value.is_scalar()) return value;
    const auto trimmed = text::trim(value.text);
    if (const auto span = next_expression(trimmed, 0); span && span->begin == 0 && span->end == trimmed.size())
        if (auto whole = evaluate(span->inside, contexts)) return std::move(*whole);
    if (!has_expression(value.text)) return value;
    return text_value(interpolate(value.text, contexts));
}

} // namespace cairn::actions
