#include "pages/template/evaluation.hpp"

#include <cmath>
#include <compare>
#include <cstddef>

#include "base/html.hpp"
#include "base/text.hpp"
#include "pages/template/address.hpp"

namespace cairn::pages {

using bound::Sign;
using ExpressionKind = syntax::Expression::Kind;

namespace {

constexpr std::size_t brief_length = 10; // of an object's id

Datum of_text(std::string text)
{
    Datum made{.shape = Shape::text};
    made.owned = std::move(text);
    return made;
}

// The text is its own where it was made for it: a Datum may have been moved meanwhile.
std::string_view text_of(const Datum& datum)
{
    return datum.owned.empty() ? datum.text : std::string_view(datum.owned);
}

Datum read(const Type& type, const void* at)
{
    Datum made{.type = &type, .at = at};
    switch (type.kind) {
    case cairn::Kind::boolean:
        made.shape = Shape::boolean;
        made.number = *static_cast<const bool*>(at) ? 1 : 0;
        break;
    case cairn::Kind::integer:
        made.shape = Shape::integer;
        made.number = *static_cast<const std::int64_t*>(at);
        break;
    case cairn::Kind::number:
        made.shape = Shape::number;
        made.real = *static_cast<const double*>(at);
        break;
    case cairn::Kind::string: made.text = *static_cast<const std::string*>(at); break;
    case cairn::Kind::time:
        made.shape = Shape::time;
        made.number = static_cast<const Time*>(at)->seconds;
        break;
    case cairn::Kind::choice:
        made.shape = Shape::choice;
        made.text = type.choices[type.choice(at)];
        break;
    case cairn::Kind::list: made.shape = Shape::list; break;
    case cairn::Kind::map: made.shape = Shape::map; break;
    case cairn::Kind::json:
        made.shape = Shape::json;
        made.text = static_cast<const Json*>(at)->text;
        break;
    case cairn::Kind::object:
        made.shape = &type == &type_of<Html>() ? Shape::html : Shape::object;
        if (made.shape == Shape::html) made.text = static_cast<const Html*>(at)->text();
        break;
    case cairn::Kind::optional: break; // paths lead through them
    }
    return made;
}

// As is_true(read(type, at)), for the many conditions that are nothing but a place.
bool is_true_at(const Type& type, const void* at)
{
    switch (type.kind) {
    case cairn::Kind::boolean: return *static_cast<const bool*>(at);
    case cairn::Kind::integer: return *static_cast<const std::int64_t*>(at) != 0;
    case cairn::Kind::number: return *static_cast<const double*>(at) != 0;
    case cairn::Kind::string: return !static_cast<const std::string*>(at)->empty();
    case cairn::Kind::time: {
        const auto seconds = static_cast<const Time*>(at)->seconds;
        return seconds != 0 && seconds != Time::never().seconds;
    }
    case cairn::Kind::list:
    case cairn::Kind::map: return type.size(at) != 0;
    case cairn::Kind::object: return &type != &type_of<Html>() || !static_cast<const Html*>(at)->text().empty();
    case cairn::Kind::optional: return false; // paths lead through them
    case cairn::Kind::choice:
    case cairn::Kind::json: break;
    }
    return true;
}

bool is_true(const Datum& datum)
{
    if (!datum.there) return false;
    switch (datum.shape) {
    case Shape::boolean:
    case Shape::integer: return datum.number != 0;
    case Shape::time: return datum.number != 0 && datum.number != Time::never().seconds;
    case Shape::number: return datum.real != 0;
    case Shape::text:
    case Shape::html: return !text_of(datum).empty();
    case Shape::list:
    case Shape::map: return datum.type->size(datum.at) != 0;
    case Shape::choice:
    case Shape::object:
    case Shape::json: break;
    }
    return true;
}

// One character of UTF-8.
std::string first_character(std::string_view text)
{
    std::size_t length = text.empty() ? 0 : 1;
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) ++length;
    return text::to_upper(text.substr(0, length));
}

std::string as_sentence(std::string_view words)
{
    std::string out(words);
    if (out.empty()) return out;
    out.front() = text::to_upper(out.front());
    if (std::string_view(".!?").find(out.back()) == std::string_view::npos) out += '.';
    return out;
}

std::string plain_number(double value)
{
    char text[64];
    std::snprintf(text, sizeof text, "%.10g", value);
    return text;
}

bool holds(std::strong_ordering order, Sign sign)
{
    switch (sign) {
    case Sign::equal: return order == 0;
    case Sign::unequal: return order != 0;
    case Sign::less: return order < 0;
    case Sign::greater: return order > 0;
    case Sign::at_most: return order <= 0;
    case Sign::at_least: return order >= 0;
    case Sign::has: break;
    }
    return false;
}

// Most comparisons are for equality, which a different length decides.
bool holds(std::string_view left, std::string_view right, Sign sign)
{
    if (sign == Sign::equal || sign == Sign::unequal) return (left == right) == (sign == Sign::equal);
    return holds(left <=> right, sign);
}

} // namespace

const void* Evaluation::place(const bound::Expression& path) const
{
    const void* at = frame_[path.slot];
    for (const auto& step : path.steps) {
        if (at == nullptr) return nullptr;
        if (step.optional != nullptr) {
            if (step.optional->size(at) == 0) return nullptr;
            at = step.optional->at(at, 0);
        }
        at = static_cast<const std::byte*>(at) + step.offset;
    }
    return at;
}

std::optional<std::string_view> Evaluation::text_at(const bound::Expression& path) const
{
    const void* at = place(path);
    if (at == nullptr) return {};
    if (path.shape == Shape::text) return *static_cast<const std::string*>(at);
    if (path.shape == Shape::choice) return path.type->choices[path.type->choice(at)];
    return {};
}

Datum Evaluation::value(const bound::Expression& expression) const
{
    switch (expression.kind) {
    case ExpressionKind::path: {
        const void* at = place(expression);
        if (at != nullptr) return read(*expression.type, at);
        return {.shape = expression.shape, .there = false, .type = expression.type};
    }
    case ExpressionKind::text: return {.shape = Shape::text, .text = expression.text};
    case ExpressionKind::integer: return {.shape = Shape::integer, .number = expression.number};
    case ExpressionKind::boolean: return {.shape = Shape::boolean, .number = expression.flag ? 1 : 0};
    case ExpressionKind::words: return of_text(said(*expression.words));
    case ExpressionKind::filter: return filtered(expression);
    default: return {.shape = Shape::boolean, .number = truth(expression) ? 1 : 0};
    }
}

bool Evaluation::truth(const bound::Expression& expression) const
{
    switch (expression.kind) {
    case ExpressionKind::negation: return !truth(expression.operands[0]);
    case ExpressionKind::conjunction: return truth(expression.operands[0]) && truth(expression.operands[1]);
    case ExpressionKind::disjunction: return truth(expression.operands[0]) || truth(expression.operands[1]);
    case ExpressionKind::comparison: return compared(expression);
    case ExpressionKind::path: {
        const void* at = place(expression);
        return at != nullptr && is_true_at(*expression.type, at);
    }
    default: return is_true(value(expression));
    }
}

bool Evaluation::compared(const bound::Expression& expression) const
{
    const auto sign = expression.sign;
    const auto& first = expression.operands[0];
    const auto& second = expression.operands[1];
    if (first.kind == ExpressionKind::path && second.kind == ExpressionKind::text && sign != Sign::has)
        if (const auto text = text_at(first)) return holds(*text, second.text, sign);
    const auto left = value(first);
    const auto right = value(second);
    if (!left.there || !right.there) return sign == Sign::unequal && left.there != right.there;
    if (sign == Sign::has) {
        for (std::size_t i = 0; i < left.type->size(left.at); ++i)
            if (*static_cast<const std::string*>(left.type->at(left.at, i)) == text_of(right)) return true;
        return false;
    }
    if (left.shape == Shape::text || left.shape == Shape::choice) return holds(text_of(left), text_of(right), sign);
    if (left.shape == Shape::number)
        return holds(left.real < right.real       ? std::strong_ordering::less
                         : left.real > right.real ? std::strong_ordering::greater
                                                  : std::strong_ordering::equal,
                     sign);
    return holds(left.number <=> right.number, sign);
}

Datum Evaluation::filtered(const bound::Expression& expression) const
{
    const auto inner = value(expression.operands.front());
    if (!inner.there) {
        if (expression.filter == Filter::count) return {.shape = Shape::integer};
        return of_text("");
    }
    const auto& language = around_.language;
    const auto text = text_of(inner);
    switch (expression.filter) {
    case Filter::number:
        return of_text(inner.shape == Shape::number ? language.decimal(inner.real) : language.number(inner.number));
    case Filter::bytes: return of_text(language.bytes(inner.number));
    case Filter::ago: return of_text(language.ago({inner.number}, around_.now));
    case Filter::iso: return of_text(to_rfc3339({inner.number}));
    case Filter::day: return of_text(language.day({inner.number}));
    case Filter::moment: return of_text(language.moment({inner.number}));
    case Filter::count:
        return {.shape = Shape::integer, .number = static_cast<std::int64_t>(inner.type->size(inner.at))};
    case Filter::brief: return of_text(std::string(text.substr(0, brief_length)));
    case Filter::initial: return of_text(first_character(text));
    case Filter::lower: return of_text(text::to_lower(text));
    case Filter::sentence: return of_text(as_sentence(text));
    case Filter::encoded: return of_text(encoded_value(text));
    case Filter::url:
    case Filter::foreign:
    case Filter::none: break;
    }
    return of_text(std::string(text));
}

std::string Evaluation::shown(const Datum& datum) const
{
    if (!datum.there) return {};
    switch (datum.shape) {
    case Shape::integer: return std::to_string(datum.number);
    case Shape::number: return plain_number(datum.real);
    case Shape::time: return around_.language.moment({datum.number});
    default: return std::string(text_of(datum));
    }
}

const std::vector<syntax::Piece>& Evaluation::form_of(const bound::Words& words) const
{
    const auto& forms = words.forms[around_.language_number];
    if (!words.plural) return forms.front();
    const auto* counted = &words.values.front();
    while (counted->kind == ExpressionKind::filter && counted->filter != Filter::count)
        counted = &counted->operands.front();
    const auto number = value(*counted).number;
    const bool translated = words.translated[around_.language_number];
    const auto form = translated ? around_.language.form(number) : std::size_t{number == 1 ? 0U : 1U};
    return forms[std::min(form, forms.size() - 1)];
}

std::string Evaluation::said(const bound::Words& words) const
{
    std::string out;
    for (const auto& piece : form_of(words))
        if (piece.kind == syntax::Piece::Kind::literal) out += piece.text;
        else if (piece.kind == syntax::Piece::Kind::value) out += shown(value(words.values[piece.number]));
    return out;
}

} // namespace cairn::pages
