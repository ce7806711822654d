#include "markup/math.hpp"

#include <cmark-gfm-extension_api.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/text.hpp"
#include "markup/document.hpp"

namespace cairn::markup {

namespace {

constexpr bool is_word(unsigned char c)
{
    return text::is_alpha(static_cast<char>(c)) || text::is_digit(static_cast<char>(c));
}

// Reads up to the next dollars, as many as there are in the opening. The next dollar decides: what does not close there
// is no formula. So nothing is read twice, and "$5 or $6" is money.
std::string read_formula(cmark_inline_parser* parser, int dollars)
{
    std::string formula;
    for (;;) {
        const auto c = cmark_inline_parser_peek_char(parser);
        if (c == 0) return {};
        if (c == '$') break;
        formula += static_cast<char>(c);
        cmark_inline_parser_advance_offset(parser);
        if (c != '\\') continue;
        if (const auto escaped = cmark_inline_parser_peek_char(parser); escaped != 0) {
            formula += static_cast<char>(escaped);
            cmark_inline_parser_advance_offset(parser);
        }
    }
    for (int i = 0; i < dollars; ++i) {
        if (cmark_inline_parser_peek_char(parser) != '$') return {};
        cmark_inline_parser_advance_offset(parser);
    }
    const auto after = cmark_inline_parser_peek_char(parser);
    if (dollars == 1 && (is_word(after) || after == '$')) return {};
    return formula;
}

cmark_node* match(cmark_syntax_extension*, cmark_parser*, cmark_node*, unsigned char character,
                  cmark_inline_parser* parser)
{
    if (character != '$') return nullptr; // every extension is asked about every character
    const int begin = cmark_inline_parser_get_offset(parser);
    if (begin > 0) {
        const auto before = cmark_inline_parser_peek_at(parser, begin - 1);
        if (is_word(before) || before == '$') return nullptr;
    }
    cmark_inline_parser_advance_offset(parser);
    const bool display = cmark_inline_parser_peek_char(parser) == '$';
    if (display) cmark_inline_parser_advance_offset(parser);
    std::string formula = read_formula(parser, display ? 2 : 1);
    // Markdown's own way out of doubt: $`...`$.
    if (!display && formula.size() > 2 && formula.starts_with('`') && formula.ends_with('`'))
        formula = formula.substr(1, formula.size() - 2);
    const bool spaced = !formula.empty() && (text::is_space(formula.front()) || text::is_space(formula.back()));
    if (text::trim(formula).empty() || (!display && spaced)) {
        cmark_inline_parser_set_offset(parser, begin);
        return nullptr;
    }
    cmark_node* node = cmark_node_new_with_mem(CMARK_NODE_CUSTOM_INLINE, document_memory());
    cmark_node_set_on_enter(node, formula.c_str());
    cmark_node_set_on_exit(node, display ? "display" : "");
    return node;
}

// What stands before the text of a line in a quotation or a list.
std::size_t prefix_length(std::string_view line)
{
    const auto at = line.find_first_not_of(" \t>");
    return at == line.npos ? line.size() : at;
}

// Longer than any run of tildes in the lines.
std::string fence_for(std::span<const std::string_view> lines)
{
    std::size_t longest = 2;
    for (const std::string_view line : lines) {
        std::size_t run = 0;
        for (const char c : line) {
            run = c == '~' ? run + 1 : 0;
            longest = std::max(longest, run);
        }
    }
    return std::string(longest + 1, '~');
}

} // namespace

cmark_syntax_extension* math_extension()
{
    static cmark_syntax_extension* const extension = [] {
        cmark_mem* memory = cmark_get_default_mem_allocator();
        cmark_syntax_extension* made = cmark_syntax_extension_new("math");
        cmark_syntax_extension_set_match_inline_func(made, match);
        cmark_syntax_extension_set_special_inline_chars(
            made, cmark_llist_append(memory, nullptr, reinterpret_cast<void*>(std::uintptr_t{'$'})));
        return made;
    }();
    return extension;
}

std::string fence_math(std::string_view text, const std::vector<LineSpan>& taken)
{
    const auto lines = text::split(text, '\n');
    std::vector<bool> code(lines.size(), false);
    for (const LineSpan& span : taken)
        for (int line = span.first; line <= span.last && line <= static_cast<int>(lines.size()); ++line)
            if (line > 0) code[static_cast<std::size_t>(line - 1)] = true;

    const auto content = [&](std::size_t i) { return text::trim(lines[i].substr(prefix_length(lines[i]))); };
    std::string out;
    out.reserve(text.size() + 64);
    const auto most = 1024 + 4 * text.size(); // fences make the shortest formulas three times as long
    const auto copy = [&](std::string_view line, std::size_t i) {
        out += line;
        if (i + 1 < lines.size()) out += '\n';
    };
    bool may_close = true; // false once a search has met no end: no later one would
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto opening = content(i);
        if (code[i] || !opening.starts_with("$$") || !may_close) {
            copy(lines[i], i);
            continue;
        }
        std::size_t last = i;
        const bool one_line = opening.size() > 4 && opening.ends_with("$$");
        if (!one_line)
            for (++last; last < lines.size() && (code[last] || !content(last).ends_with("$$"));) ++last;
        if (last == lines.size()) {
            may_close = false;
            copy(lines[i], i);
            continue;
        }
        std::vector<std::string_view> formula;
        for (std::size_t each = i; each <= last; ++each) {
            auto line =
                each == i ? opening : lines[each].substr(std::min(prefix_length(lines[each]), lines[each].size()));
            if (each == i) line.remove_prefix(2);
            if (each == last) line = text::trim(line).substr(0, text::trim(line).size() - 2);
            if (!text::trim(line).empty() || (each != i && each != last)) formula.push_back(line);
        }
        const auto prefix = lines[i].substr(0, prefix_length(lines[i]));
        const auto fence = fence_for(formula);
        // The prefix is written again for each line, and can be as long as the text.
        if (out.size() + prefix.size() * formula.size() > most) throw TooMuch();
        out.append(prefix).append(fence).append(" ").append(math_block_info).append("\n");
        for (const std::string_view line : formula) out.append(prefix).append(line).append("\n");
        copy(std::string(prefix).append(fence), last);
        i = last;
    }
    return out;
}

} // namespace cairn::markup
