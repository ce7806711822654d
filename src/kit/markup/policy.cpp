#include "markup/policy.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace cairn::markup {

namespace {

// Each list in the order of its words.
// clang-format off
constexpr auto text_elements = std::to_array<std::string_view>({
    "a", "abbr", "b", "bdi", "bdo", "big", "blockquote", "br", "caption", "center", "cite", "code", "col", "colgroup",
    "dd", "del", "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "font", "h1", "h2", "h3", "h4",
    "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "mark", "ol", "p", "picture", "pre", "q", "rp", "rt", "ruby",
    "s", "samp", "section", "small", "source", "span", "strike", "strong", "sub", "summary", "sup", "table", "tbody",
    "td", "tfoot", "th", "thead", "time", "tr", "tt", "u", "ul", "var", "video", "wbr"});

constexpr auto math_elements = std::to_array<std::string_view>({
    "annotation", "math", "menclose", "merror", "mfrac", "mi", "mmultiscripts", "mn", "mo", "mover", "mpadded",
    "mphantom", "mprescripts", "mroot", "mrow", "ms", "mspace", "msqrt", "mstyle", "msub", "msubsup", "msup", "mtable",
    "mtd", "mtext", "mtr", "munder", "munderover", "none", "semantics"});

constexpr auto dropped_elements = std::to_array<std::string_view>({
    "applet", "audio", "canvas", "frame", "frameset", "iframe", "noembed", "noframes", "noscript", "object",
    "plaintext", "script", "select", "style", "svg", "template", "textarea", "title", "xmp"});

constexpr auto attributes = std::to_array<std::string_view>({
    "abbr", "align", "alt", "aria-hidden", "aria-label", "axis", "bgcolor", "border", "cellpadding", "cellspacing",
    "char", "charoff", "clear", "color", "colspan", "compact", "controls", "datetime", "dir", "face", "headers",
    "height", "hreflang", "hspace", "lang", "loop", "media", "muted", "nowrap", "open", "preload", "reversed",
    "rowspan", "rules", "scope", "size", "span", "start", "summary", "title", "type", "valign", "value", "vspace",
    "width"});

constexpr auto math_attributes = std::to_array<std::string_view>({
    "accent", "accentunder", "columnalign", "columnlines", "columnspacing", "columnspan", "depth", "display",
    "displaystyle", "encoding", "fence", "frame", "height", "largeop", "linethickness", "lspace", "mathsize",
    "mathvariant", "maxsize", "minsize", "movablelimits", "notation", "rowalign", "rowlines", "rowspacing", "rowspan",
    "rspace", "scriptlevel", "separator", "stretchy", "symmetric", "voffset", "width"});
// clang-format on
static_assert(std::ranges::is_sorted(text_elements) && std::ranges::is_sorted(math_elements));
static_assert(std::ranges::is_sorted(dropped_elements) && std::ranges::is_sorted(attributes));
static_assert(std::ranges::is_sorted(math_attributes));

template <std::size_t N> bool has(const std::array<std::string_view, N>& sorted, std::string_view word)
{
    return std::ranges::binary_search(sorted, word);
}

constexpr bool is_unseen(char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F; }

// A color: a name, a number, or one of the functions for it.
bool is_color(std::string_view value)
{
    return !value.empty() && value.size() <= 64 && std::ranges::all_of(value, [](char c) {
        return text::is_alpha(c) || text::is_digit(c) || std::string_view("#(),.% -").contains(c);
    }) && !text::to_lower(value).contains("url");
}

} // namespace

Fate fate_of(std::string_view element)
{
    if (has(text_elements, element) || has(math_elements, element)) return Fate::shown;
    return has(dropped_elements, element) ? Fate::dropped : Fate::unwrapped;
}

bool is_program(std::string_view element) { return element == "script" || element == "style"; }

Rule rule_of(std::string_view element, std::string_view attribute)
{
    if (attribute == "id") return Rule::id;
    if (attribute == "style") return Rule::style;
    if (attribute == "name") return element == "a" ? Rule::id : Rule::refused;
    if (attribute == "href") return element == "a" ? Rule::link : Rule::refused;
    if (attribute == "cite") return Rule::link;
    if (attribute == "src")
        return element == "img" || element == "video" || element == "source" ? Rule::picture : Rule::refused;
    if (attribute == "poster") return element == "video" ? Rule::picture : Rule::refused;
    if (attribute == "srcset") return element == "img" || element == "source" ? Rule::pictures : Rule::refused;
    const bool known = has(math_elements, element) ? has(math_attributes, attribute) : has(attributes, attribute);
    return known ? Rule::harmless : Rule::refused;
}

std::string allowed_style(std::string_view style)
{
    std::string allowed;
    for (const std::string_view declaration : text::split_list(style, ';')) {
        const auto colon = declaration.find(':');
        if (colon == declaration.npos) continue;
        const auto property = text::to_lower(text::trim(declaration.substr(0, colon)));
        const auto value = text::trim(declaration.substr(colon + 1));
        if ((property != "color" && property != "background-color") || !is_color(value)) continue;
        if (!allowed.empty()) allowed += "; ";
        allowed.append(property).append(": ").append(value);
    }
    return allowed;
}

std::string prefixed_id(std::string_view id)
{
    static constexpr std::string_view prefix = "user-content-";
    return id.starts_with(prefix) ? std::string(id) : std::string(prefix).append(id);
}

std::string scheme_of(std::string_view address)
{
    std::string scheme;
    for (const char c : address) {
        if (is_unseen(c)) continue;
        if (c == ':') return scheme;
        const bool fits =
            text::is_alpha(c) || (!scheme.empty() && (text::is_digit(c) || c == '+' || c == '-' || c == '.'));
        if (!fits) return {};
        scheme += text::to_lower(c);
    }
    return {};
}

bool is_allowed_scheme(std::string_view scheme)
{
    return scheme != "javascript" && scheme != "vbscript" && scheme != "data";
}

std::string encode_address(std::string_view address)
{
    static constexpr std::string_view plain = "-_.+!*(),%#@?=;:/$&'~[]";
    static constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    out.reserve(address.size());
    for (const char c : text::trim(address)) {
        if (c == '\n' || c == '\r' || c == '\t') continue;
        if (text::is_alpha(c) || text::is_digit(c) || plain.contains(c)) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += digits[byte >> 4];
        out += digits[byte & 15];
    }
    return out;
}

} // namespace cairn::markup
