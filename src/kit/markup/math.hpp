// Formulas in Markdown: $inline$, $$on a line of their own$$, and in blocks between lines of $$.
#pragma once

#include <string>
#include <string_view>
#include <vector>

struct cmark_syntax_extension;

namespace cairn::markup {

// Makes of $...$ a custom inline whose on_enter is the formula, and whose on_exit says "display" for $$...$$.
cmark_syntax_extension* math_extension();

// What the info string of a code block says that was a block of $$.
inline constexpr std::string_view math_block_info = "math $$";

// The text with its blocks of $$ written as fenced code. Lines `first` to `last` of each span are code or HTML already.
// Throws TooMuch.
struct LineSpan {
    int first;
    int last;
};
std::string fence_math(std::string_view text, const std::vector<LineSpan>& taken);

} // namespace cairn::markup
