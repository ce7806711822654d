#include "markup/outline.hpp"

#include <utility>

#include "base/text.hpp"

namespace cairn::markup {

namespace {

// What our own writer has escaped.
std::string unescaped(std::string_view html)
{
    static constexpr std::pair<std::string_view, char> names[] = {{"&amp;", '&'},  {"&lt;", '<'},  {"&gt;", '>'},
                                                                  {"&quot;", '"'}, {"&#34;", '"'}, {"&#39;", '\''}};
    std::string text;
    for (std::size_t at = 0; at < html.size();) {
        bool found = false;
        if (html[at] == '&')
            for (const auto& [name, sign] : names)
                if (!found && html.substr(at).starts_with(name)) {
                    text += sign;
                    at += name.size();
                    found = true;
                }
        if (!found) text += html[at++];
    }
    return text;
}

std::string without_tags(std::string_view html)
{
    std::string text;
    bool inside = false;
    for (const char c : html) {
        if (c == '<') inside = true;
        else if (c == '>') inside = false;
        else if (!inside) text += c;
    }
    return unescaped(text);
}

} // namespace

std::vector<Heading> outline_of(const Html& rendered, std::size_t most)
{
    constexpr std::string_view id_mark = " id=\"";
    const std::string_view html = rendered.text();
    std::vector<Heading> headings;
    for (auto at = html.find("<h"); at != html.npos && headings.size() < most; at = html.find("<h", at + 2)) {
        const char level = at + 2 < html.size() ? html[at + 2] : ' ';
        if (level < '1' || level > '6' || !html.substr(at + 3).starts_with(id_mark)) continue;
        const auto id_begin = at + 3 + id_mark.size();
        const auto id_end = html.find('"', id_begin);
        const auto tag_end = html.find('>', id_end);
        const auto end = html.find(std::string("</h") + level + ">", tag_end);
        if (id_end == html.npos || tag_end == html.npos || end == html.npos) break;
        auto words = std::string(text::trim(without_tags(html.substr(tag_end + 1, end - tag_end - 1))));
        if (!words.empty())
            headings.push_back({level - '0', unescaped(html.substr(id_begin, id_end - id_begin)), std::move(words)});
    }
    return headings;
}

bool has_drawings(const Html& html) { return html.text().contains("language-mermaid"); }
bool has_code(const Html& html) { return html.text().contains("class=\"language-"); }

} // namespace cairn::markup
