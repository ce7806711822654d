#include "markup/words.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "markup/emoji.hpp"

namespace cairn::markup {

namespace {

constexpr std::size_t longest_emoji_name = 64;
constexpr std::size_t longest_page = 512;
constexpr std::size_t longest_number = 18;

constexpr bool is_word(char c)
{
    return text::is_alpha(c) || text::is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool is_name(char c) { return text::is_alpha(c) || text::is_digit(c) || c == '-' || c == '_' || c == '.'; }

// Whether something may begin at `at`: behind a blank, a bracket, a quote; not in a word or an address.
bool begins(std::string_view text, std::size_t at)
{
    return at == 0 || text::is_space(text[at - 1]) || std::string_view("([{'\",;:>*|").contains(text[at - 1]);
}

std::size_t name_end(std::string_view text, std::size_t from)
{
    while (from < text.size() && is_name(text[from])) ++from;
    return from;
}

// As people end sentences with them, these do not belong to an address at whose end they stand.
std::size_t without_punctuation(std::string_view text, std::size_t begin, std::size_t end)
{
    const auto address = text.substr(begin, end - begin);
    auto open = std::ranges::count(address, '(');
    auto closed = std::ranges::count(address, ')');
    for (; end > begin; --end) {
        const char last = text[end - 1];
        if (last == ')') {
            if (closed <= open) break;
            --closed;
        } else if (!std::string_view("?!.,:;*_~'\"]").contains(last)) {
            break;
        }
    }
    return end;
}

std::optional<Find> address_at(std::string_view text, std::size_t at)
{
    const auto rest = text.substr(at);
    const std::size_t scheme = text::istarts_with(rest, "https://") ? 8 : text::istarts_with(rest, "http://") ? 7 : 0;
    if (scheme == 0 || (at > 0 && is_word(text[at - 1]))) return {};
    auto end = at + scheme;
    if (end >= text.size() || !(is_word(text[end]) || text[end] == '[')) return {};
    while (end < text.size() && !text::is_space(text[end]) && text[end] != '<' && text[end] != '>') ++end;
    end = without_punctuation(text, at + scheme, end);
    if (end == at + scheme) return {};
    return Find{.kind = Find::Kind::address, .begin = at, .end = end, .subject = text.substr(at, end - at)};
}

// name@host.tld around the @ at `at`.
std::optional<Find> mail_at(std::string_view text, std::size_t from, std::size_t at)
{
    const auto is_local = [](char c) { return is_name(c) || c == '+' || c == '%'; };
    auto begin = at;
    while (begin > from && is_local(text[begin - 1])) --begin;
    while (begin < at && !text::is_alpha(text[begin]) && !text::is_digit(text[begin])) ++begin;
    if (begin == at || (begin > 0 && text[begin - 1] == '/')) return {};
    auto end = name_end(text, at + 1);
    while (end > at + 1 && std::string_view(".-_").contains(text[end - 1])) --end;
    const auto host = text.substr(at + 1, end - at - 1);
    if (!host.contains('.') || host.starts_with('.') || host.contains("..") || host.contains('_')) return {};
    if (end < text.size() && (text[end] == '@' || text[end] == '/')) return {};
    return Find{.kind = Find::Kind::mail, .begin = begin, .end = end, .subject = text.substr(begin, end - begin)};
}

std::optional<Find> mention_at(std::string_view text, std::size_t at)
{
    if (!begins(text, at)) return {};
    auto end = name_end(text, at + 1);
    // A team is named behind a slash; there is no page for it to lead to.
    if (end < text.size() && (text[end] == '/' || text[end] == '@')) return {};
    while (end > at + 1 && std::string_view(".-_").contains(text[end - 1])) --end;
    if (end == at + 1) return {};
    return Find{.kind = Find::Kind::mention, .begin = at, .end = end, .subject = text.substr(at + 1, end - at - 1)};
}

// #1 or owner/name#1, with the sign at `at`.
std::optional<Find> reference_at(std::string_view text, std::size_t from, std::size_t at, bool short_references)
{
    auto end = at + 1;
    while (end < text.size() && text::is_digit(text[end])) ++end;
    if (end == at + 1 || end - at > longest_number || text[at + 1] == '0') return {};
    if (end < text.size() && (is_word(text[end]) || std::string_view("_-/").contains(text[end]))) return {};
    if (end + 1 < text.size() && text[end] == '.' && text::is_digit(text[end + 1])) return {};
    auto begin = at;
    while (begin > from && (is_name(text[begin - 1]) || text[begin - 1] == '/')) --begin;
    const auto repository = text.substr(begin, at - begin);
    const bool has_two_names =
        std::ranges::count(repository, '/') == 1 && !repository.starts_with('/') && !repository.ends_with('/');
    if (!begins(text, begin) || (repository.empty() ? !short_references : !has_two_names)) return {};
    return Find{.kind = text[at] == '#' ? Find::Kind::issue : Find::Kind::pull,
                .begin = begin,
                .end = end,
                .subject = text.substr(at + 1, end - at - 1),
                .repository = repository};
}

std::optional<Find> emoji_at(std::string_view text, std::size_t at)
{
    const auto end = text.substr(0, at + longest_emoji_name).find(':', at + 1);
    if (end == text.npos) return {};
    const auto characters = find_emoji(text.substr(at + 1, end - at - 1));
    if (characters.empty()) return {};
    return Find{.kind = Find::Kind::emoji, .begin = at, .end = end + 1, .subject = characters};
}

// [[Page]] or [[Text|Page]].
std::optional<Find> page_at(std::string_view text, std::size_t at)
{
    const auto inside = text.substr(at, longest_page);
    if (!inside.starts_with("[[")) return {};
    const auto close = inside.find("]]");
    if (close == inside.npos) return {};
    const auto content = inside.substr(2, close - 2);
    if (content.contains('[') || content.contains('\n')) return {};
    const auto bar = content.find('|');
    const auto page = text::trim(bar == content.npos ? content : content.substr(bar + 1));
    if (page.empty()) return {};
    const auto label = bar == content.npos ? page : text::trim(content.substr(0, bar));
    return Find{.kind = Find::Kind::page,
                .begin = at,
                .end = at + close + 2,
                .subject = page,
                .label = label.empty() ? page : label};
}

} // namespace

std::optional<Find> find_next(std::string_view text, std::size_t from, bool short_references)
{
    for (auto at = text.find_first_of("hH@#!:[", from); at != text.npos; at = text.find_first_of("hH@#!:[", at + 1)) {
        std::optional<Find> found;
        switch (text[at]) {
        case '@':
            found = mail_at(text, from, at);
            if (!found) found = mention_at(text, at);
            break;
        case '#':
        case '!': found = reference_at(text, from, at, short_references); break;
        case ':': found = emoji_at(text, at); break;
        case '[': found = page_at(text, at); break;
        default: found = address_at(text, at);
        }
        if (found) return found;
    }
    return {};
}

} // namespace cairn::markup
