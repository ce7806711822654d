#include "pages/template/html_context.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace cairn::pages {

namespace {

constexpr std::array<std::string_view, 7> address_attributes{"href",   "src",  "action",    "formaction",
                                                             "poster", "cite", "xlink:href"};

bool is_letter_or_digit(char c) { return text::is_digit(c) || (text::to_lower(c) >= 'a' && text::to_lower(c) <= 'z'); }
bool is_name_character(char c) { return is_letter_or_digit(c) || c == '-' || c == ':' || c == '_'; }

} // namespace

void HtmlContext::end_name()
{
    name_ = text::to_lower(name_);
    state_ = State::tag;
}

void HtmlContext::end_tag()
{
    state_ = State::text;
    if (closing_ || (name_ != "script" && name_ != "style")) return;
    if (name_ == "style") throw ContextError("styles are in the stylesheet");
    state_ = State::raw;
    tail_.clear();
}

void HtmlContext::begin_value()
{
    const auto name = text::to_lower(attribute_);
    if (name.starts_with("on")) throw ContextError("handlers are in modules, not in " + name);
    if (name == "style") throw ContextError("styles are in the stylesheet");
    if (name == "srcset" || name == "srcdoc") throw ContextError("the pages have no " + name);
    const bool is_address = std::ranges::find(address_attributes, name) != address_attributes.end();
    address_ = is_address ? Address::begin : Address::no;
    state_ = State::value;
}

void HtmlContext::feed(char c)
{
    const bool space = text::is_space(c);
    switch (state_) {
    case State::text:
        if (c == '<') {
            state_ = State::open;
            closing_ = false;
            name_.clear();
        }
        return;
    case State::open:
        if (c == '!') {
            state_ = State::comment;
            tail_.clear();
        } else if (c == '/') closing_ = true;
        else if (is_letter_or_digit(c)) {
            name_ += c;
            state_ = State::name;
        } else throw ContextError("a < that begins no tag is written as &lt;");
        return;
    case State::name:
        if (is_name_character(c)) name_ += c;
        else if (c == '>') {
            end_name();
            end_tag();
        } else end_name();
        return;
    case State::tag:
        if (c == '>') end_tag();
        else if (is_name_character(c)) {
            attribute_ = c;
            state_ = State::attribute;
        }
        return;
    case State::attribute:
        if (is_name_character(c)) attribute_ += c;
        else if (c == '=') state_ = State::equals;
        else if (c == '>') end_tag();
        else if (space || c == '/') state_ = State::tag;
        else throw ContextError("this is no attribute");
        return;
    case State::equals:
        if (c != '"') throw ContextError("attributes stand in double quotes");
        begin_value();
        return;
    case State::value:
        if (c == '"') state_ = State::tag;
        else if (address_ == Address::begin) address_ = c == '?' ? Address::query : Address::path;
        else if (address_ == Address::path && c == '?') address_ = Address::query;
        else if (address_ == Address::query && c == '#') address_ = Address::path;
        return;
    case State::bare: return;
    case State::comment: // also <!DOCTYPE html>
        tail_ += c;
        if (c == '>' && (!tail_.starts_with("--") || (tail_.size() >= 5 && tail_.ends_with("-->"))))
            state_ = State::text;
        return;
    case State::raw:
        if (c == '<') {
            state_ = State::open;
            closing_ = false;
            name_.clear();
        } else if (!space) throw ContextError("scripts are modules with an address");
        return;
    }
}

Place HtmlContext::place() const
{
    if (state_ == State::text) return Place::text;
    if (state_ != State::value) throw ContextError("nothing can be shown here: only between tags and in quotes");
    switch (address_) {
    case Address::no: return Place::attribute;
    case Address::begin: return Place::address;
    case Address::path: return Place::address_path;
    case Address::query: return Place::address_query;
    case Address::either: break;
    }
    throw ContextError("whether the address has begun depends on a condition: write all of it in each branch");
}

void HtmlContext::put()
{
    if (state_ == State::value && address_ == Address::begin) address_ = Address::path;
}

void HtmlContext::pause()
{
    if (state_ == State::name) end_name();
    if (state_ == State::attribute) state_ = State::tag;
}

void HtmlContext::join(const HtmlContext& other)
{
    if (state_ != other.state_ || (state_ == State::value && attribute_ != other.attribute_)
        || (state_ == State::tag && name_ != other.name_))
        throw ContextError("the branches end in different places of the HTML");
    if (state_ == State::value && address_ != other.address_) address_ = Address::either;
}

} // namespace cairn::pages
