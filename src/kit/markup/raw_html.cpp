// The part of Sheet that takes HTML as somebody wrote it.
#include "base/text.hpp"
#include "markup/policy.hpp"
#include "markup/sheet.hpp"

namespace cairn::markup {

void Sheet::raw(std::string_view html)
{
    Tokens tokens(html);
    while (const auto token = tokens.next()) switch (token->kind) {
        case Token::Kind::text: words(token->text); break;
        case Token::Kind::opaque:
            if (hidden_by_.empty() && mode_ != Mode::plain && is_program(token->name)) writer_.text(token->source);
            break;
        case Token::Kind::start: raw_start(*token); break;
        case Token::Kind::end:
            if (!hidden_by_.empty()) {
                if (token->name == hidden_by_ && --hidden_depth_ == 0) hidden_by_.clear();
            } else if (mode_ != Mode::plain && is_program(token->name)) {
                writer_.text(token->source);
            } else {
                writer_.end(token->name, Hand::raw);
            }
        }
}

void Sheet::raw_start(const Token& token)
{
    if (!hidden_by_.empty()) {
        if (token.name == hidden_by_) ++hidden_depth_;
        return;
    }
    if (mode_ != Mode::plain && is_program(token.name)) return writer_.text(token.source);
    switch (fate_of(token.name)) {
    case Fate::shown: return raw_tag(token);
    case Fate::dropped:
        hidden_by_ = token.name;
        hidden_depth_ = 1;
        return;
    case Fate::unwrapped: break;
    }
    if (token.name == "input") {
        const auto* type = token.attribute("type");
        if (type == nullptr || !text::iequals(*type, "checkbox")) return;
        Attributes attributes{{"type", "checkbox"}, {"disabled", ""}};
        if (token.attribute("checked") != nullptr) attributes.emplace_back("checked", "");
        return writer_.empty("input", attributes);
    }
    if (!is_void_element(token.name)) writer_.start_unseen(token.name, Hand::raw);
}

void Sheet::raw_tag(const Token& token)
{
    if (token.name == "a") return raw_link(token);
    if (token.name == "img") {
        const auto* address = token.attribute("src");
        if (address != nullptr) picture(*address, allowed_attributes(token));
        return;
    }
    if (is_void_element(token.name)) return writer_.empty(token.name, allowed_attributes(token));
    writer_.start(token.name, allowed_attributes(token), Hand::raw);
}

void Sheet::raw_link(const Token& token)
{
    const auto* address = token.attribute("href");
    if (writer_.in_link() || (address != nullptr && !is_allowed_scheme(scheme_of(*address))))
        return writer_.start_unseen("a", Hand::raw);
    auto attributes = allowed_attributes(token);
    if (address != nullptr) attributes.emplace_back("rel", "nofollow");
    writer_.start("a", attributes, Hand::raw);
}

Attributes Sheet::allowed_attributes(const Token& token) const
{
    Attributes allowed;
    for (const auto& [name, value] : token.attributes) {
        std::string shown = value;
        switch (rule_of(token.name, name)) {
        case Rule::refused: continue;
        case Rule::harmless: break;
        case Rule::id: shown = prefixed_id(value); break;
        case Rule::style: shown = allowed_style(value); break;
        case Rule::pictures: shown = allowed_pictures(value); break;
        case Rule::link:
        case Rule::picture: {
            if (token.name == "img" && name == "src") continue; // picture() has it
            if (!is_allowed_scheme(scheme_of(value))) continue;
            const bool link = rule_of(token.name, name) == Rule::link;
            shown = encode_address(link ? resolve_link(place_, mode_, value) : resolve_picture(place_, mode_, value));
        }
        }
        if (shown.empty() && !value.empty()) continue;
        allowed.emplace_back(name, std::move(shown));
    }
    return allowed;
}

// "a.png 1x, b.png 2x": each address on its own.
std::string Sheet::allowed_pictures(std::string_view srcset) const
{
    std::string allowed;
    for (const std::string_view candidate : text::split_list(srcset)) {
        const auto end = candidate.find_first_of(" \t\n\f\r");
        const auto address = candidate.substr(0, end);
        if (!is_allowed_scheme(scheme_of(address))) continue;
        if (!allowed.empty()) allowed += ", ";
        allowed += encode_address(resolve_picture(place_, mode_, address));
        if (end != candidate.npos) allowed.append(" ").append(text::trim(candidate.substr(end)));
    }
    return allowed;
}

} // namespace cairn::markup
