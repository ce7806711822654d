#include "words/plural_rule.hpp"

#include <array>
#include <stdexcept>

#include "base/text.hpp"

namespace cairn::words {

namespace {

constexpr std::size_t most_forms = 8;
constexpr int deepest = 64;

// Evaluates while it reads. The expressions are a few dozen characters, and are asked once for a number on a page.
class Evaluation {
public:
    Evaluation(std::string_view expression, std::int64_t number) : rest_(expression), number_(number) { }

    std::int64_t result()
    {
        const auto value = choice();
        skip();
        if (!rest_.empty()) fail();
        return value;
    }

private:
    [[noreturn]] static void fail() { throw std::invalid_argument("this is no plural rule"); }

    void skip()
    {
        while (!rest_.empty() && text::is_space(rest_.front())) rest_.remove_prefix(1);
    }
    bool take(std::string_view sign)
    {
        skip();
        if (!rest_.starts_with(sign)) return false;
        rest_.remove_prefix(sign.size());
        return true;
    }

    std::int64_t choice()
    {
        if (++depth_ > deepest) fail();
        const auto condition = binary(0);
        std::int64_t value = condition;
        if (take("?")) {
            const auto yes = choice();
            if (!take(":")) fail();
            const auto no = choice();
            value = condition != 0 ? yes : no;
        }
        --depth_;
        return value;
    }

    // The operators from the weakest to the strongest; a longer sign stands before its beginning.
    static constexpr std::array<std::array<std::string_view, 4>, 6> levels{
        {{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}}};

    static std::int64_t apply(std::string_view sign, std::int64_t a, std::int64_t b)
    {
        if (sign == "||") return static_cast<std::int64_t>(a != 0 || b != 0);
        if (sign == "&&") return static_cast<std::int64_t>(a != 0 && b != 0);
        if (sign == "==") return static_cast<std::int64_t>(a == b);
        if (sign == "!=") return static_cast<std::int64_t>(a != b);
        if (sign == "<=") return static_cast<std::int64_t>(a <= b);
        if (sign == ">=") return static_cast<std::int64_t>(a >= b);
        if (sign == "<") return static_cast<std::int64_t>(a < b);
        if (sign == ">") return static_cast<std::int64_t>(a > b);
        if (sign == "+") return a + b;
        if (sign == "-") return a - b;
        if (sign == "*") return a * b;
        if (b == 0) fail();
        return sign == "/" ? a / b : a % b;
    }

    std::int64_t binary(std::size_t level)
    {
        if (level == levels.size()) return unary();
        auto value = binary(level + 1);
        for (bool more = true; more;) {
            more = false;
            for (const auto sign : levels[level])
                if (!sign.empty() && take(sign)) {
                    value = apply(sign, value, binary(level + 1));
                    more = true;
                    break;
                }
        }
        return value;
    }

    std::int64_t unary()
    {
        if (++depth_ > deepest) fail();
        std::int64_t value = 0;
        if (take("!")) value = static_cast<std::int64_t>(unary() == 0);
        else if (take("(")) {
            value = choice();
            if (!take(")")) fail();
        } else if (take("n")) value = number_;
        else value = literal();
        --depth_;
        return value;
    }

    std::int64_t literal()
    {
        skip();
        std::size_t digits = 0;
        while (digits < rest_.size() && text::is_digit(rest_[digits])) ++digits;
        const auto value = text::parse_integer(rest_.substr(0, digits), 0, 1'000'000'000);
        if (!value) fail();
        rest_.remove_prefix(digits);
        return *value;
    }

    std::string_view rest_;
    std::int64_t number_;
    int depth_ = 0;
};

std::string_view value_of(std::string_view header, std::string_view name)
{
    for (const auto part : text::split_list(header, ';'))
        if (part.starts_with(name) && part.substr(name.size()).starts_with('=')) return part.substr(name.size() + 1);
    throw std::invalid_argument("Plural-Forms has no " + std::string(name));
}

} // namespace

PluralRule::PluralRule(std::string_view header) : expression_(text::trim(value_of(header, "plural")))
{
    const auto forms = text::parse_integer(text::trim(value_of(header, "nplurals")), 1, most_forms);
    if (!forms) throw std::invalid_argument("nplurals is a small number");
    forms_ = static_cast<std::size_t>(*forms);
    // Rules go by the last two digits, so that this asks for all that they tell apart.
    for (std::int64_t number = 0; number <= 1000; ++number)
        if (const auto found = Evaluation(expression_, number).result(); found < 0 || found >= *forms)
            throw std::invalid_argument("the plural rule gives a form that there is not");
}

std::size_t PluralRule::form(std::int64_t number) const
{
    // A rule is about how many there are. The largest numbers would only overflow in it.
    constexpr std::int64_t large = 1'000'000;
    if (number < 0) number = number == INT64_MIN ? 0 : -number;
    if (number > large) number = large + number % large;
    const auto found = static_cast<std::size_t>(Evaluation(expression_, number).result());
    return found < forms_ ? found : forms_ - 1;
}

} // namespace cairn::words
