#include "base/html_escape.hpp"

#include "base/byte_scan.hpp"

namespace cairn::text {

namespace {

std::string_view instead_of(char sign)
{
    switch (sign) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return "\xef\xbf\xbd"; // for a NUL
    }
}

} // namespace

void append_escaped_html(std::string& to, std::string_view text)
{
    const auto is_special = [](auto c) {
        return (c == '&') | (c == '<') | (c == '>') | (c == '"') | (c == '\'') | (c == 0);
    };
    std::size_t done = 0;
    for (auto at = find_sign(text, 0, is_special); at < text.size(); at = find_sign(text, done, is_special)) {
        to.append(text, done, at - done).append(instead_of(text[at]));
        done = at + 1;
    }
    to.append(text, done);
}

} // namespace cairn::text
