#include "markup/tokens.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "markup/references.hpp"

namespace cairn::markup {

namespace {

constexpr std::size_t most_attributes = 64;

constexpr auto opaque_elements = std::to_array<std::string_view>(
    {"script", "style", "xmp", "iframe", "noembed", "noframes", "noscript", "textarea", "title", "plaintext"});

constexpr bool ends_name(char c) { return text::is_space(c) || c == '/' || c == '>'; }

// The position of "</name", in any case, with a name that ends there.
std::size_t find_end_tag(std::string_view html, std::string_view name)
{
    for (auto at = html.find("</"); at != html.npos; at = html.find("</", at + 2)) {
        const auto after = html.substr(at + 2);
        if (text::istarts_with(after, name) && after.size() > name.size() && ends_name(after[name.size()])) return at;
    }
    return html.npos;
}

std::string_view take(std::string_view& from, std::size_t count)
{
    const auto taken = from.substr(0, count);
    from.remove_prefix(taken.size());
    return taken;
}

std::string_view take_until(std::string_view& from, std::string_view stops)
{
    return take(from, from.find_first_of(stops));
}

void skip_space(std::string_view& from)
{
    while (!from.empty() && text::is_space(from.front())) from.remove_prefix(1);
}

} // namespace

const std::string* Token::attribute(std::string_view wanted) const
{
    const auto found = std::ranges::find(attributes, wanted, &std::pair<std::string, std::string>::first);
    return found == attributes.end() ? nullptr : &found->second;
}

std::optional<Token> Tokens::next()
{
    std::size_t text = 0; // that much of rest_ is text
    while (text < rest_.size()) {
        text = rest_.find('<', text);
        if (text == rest_.npos) break;
        const char after = text + 1 < rest_.size() ? rest_[text + 1] : '\0';
        const bool markup = text::is_alpha(after) || after == '/' || after == '!' || after == '?';
        if (!markup) {
            ++text;
            continue;
        }
        if (text > 0) break;
        if (text::is_alpha(after) || (after == '/' && rest_.size() > 2 && text::is_alpha(rest_[2]))) return tag();
        if (!skip_other()) return {};
    }
    if (rest_.empty()) return {};
    const auto source = take(rest_, text);
    return Token{.kind = Token::Kind::text, .source = source, .text = decode_references(source, InText::yes)};
}

// Over a comment or what counts as one; false when that is all there is.
bool Tokens::skip_other()
{
    std::size_t end = rest_.npos;
    if (rest_.starts_with("<!--")) {
        const auto inside = rest_.substr(4);
        if (inside.starts_with('>')) end = 5;
        else if (inside.starts_with("->")) end = 6;
        else {
            for (auto at = inside.find("--"); at != inside.npos && end == rest_.npos; at = inside.find("--", at + 1)) {
                if (inside.substr(at).starts_with("-->")) end = 4 + at + 3;
                else if (inside.substr(at).starts_with("--!>")) end = 4 + at + 4;
            }
        }
    } else if (const auto closed = rest_.find('>'); closed != rest_.npos) {
        end = closed + 1;
    }
    take(rest_, end);
    return !rest_.empty();
}

std::optional<Token> Tokens::tag()
{
    const auto whole = rest_;
    Token token{.kind = rest_[1] == '/' ? Token::Kind::end : Token::Kind::start};
    take(rest_, token.kind == Token::Kind::end ? 2 : 1);
    token.name = text::to_lower(take_until(rest_, " \t\n\f\r\v/>"));
    attributes(token);
    if (rest_.empty()) return {}; // a tag that the text ends in is none
    take(rest_, 1);
    token.source = whole.substr(0, whole.size() - rest_.size());
    if (token.kind == Token::Kind::start && std::ranges::find(opaque_elements, token.name) != opaque_elements.end())
        return opaque(std::move(token));
    return token;
}

// Up to the '>' that ends the tag, or to the end of all.
void Tokens::attributes(Token& token)
{
    for (;;) {
        while (!rest_.empty() && (text::is_space(rest_.front()) || rest_.front() == '/')) rest_.remove_prefix(1);
        if (rest_.empty() || rest_.front() == '>') return;
        // An equals sign that a name begins with is part of it.
        auto name = std::string(take(rest_, 1));
        name += take_until(rest_, " \t\n\f\r\v/>=");
        std::string_view value;
        skip_space(rest_);
        if (rest_.starts_with('=')) {
            take(rest_, 1);
            skip_space(rest_);
            if (rest_.starts_with('"') || rest_.starts_with('\'')) {
                const char quote = take(rest_, 1).front();
                value = take(rest_, rest_.find(quote));
                take(rest_, 1);
            } else {
                value = take_until(rest_, " \t\n\f\r\v>");
            }
        }
        name = text::to_lower(name);
        if (token.attributes.size() < most_attributes && token.attribute(name) == nullptr)
            token.attributes.emplace_back(std::move(name), decode_references(value, InText::no));
    }
}

// What browsers read as mere text up to the end tag. Without an end tag in sight only the start tag counts: the rest of
// what somebody wrote should not vanish for a slip.
Token Tokens::opaque(Token start)
{
    if (std::ranges::find(never_ended_, start.name) != never_ended_.end()) return start;
    const auto end = find_end_tag(rest_, start.name);
    if (end == rest_.npos) {
        never_ended_.push_back(start.name);
        return start;
    }
    const char* begin = start.source.data();
    take(rest_, end);
    take(rest_, rest_.find('>') == rest_.npos ? rest_.npos : rest_.find('>') + 1);
    start.kind = Token::Kind::opaque;
    start.source = {begin, static_cast<std::size_t>(rest_.data() - begin)};
    return start;
}

} // namespace cairn::markup
