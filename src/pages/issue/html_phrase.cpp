#include "pages/issue/html_phrase.hpp"

#include "pages/safe_html.hpp"

namespace cairn::pages {

using words::Language;
using words::Phrase;

namespace {

Html filled(std::string_view words, HtmlValues values)
{
    HtmlWriter out;
    while (!words.empty()) {
        const auto open = words.find('{');
        const auto close = open == words.npos ? words.npos : words.find('}', open);
        out.text(words.substr(0, close == words.npos ? words.npos : open));
        if (close == words.npos) break;
        const auto name = words.substr(open + 1, close - open - 1);
        for (const auto& [known, piece] : values)
            if (known == name) out.add(piece);
        words.remove_prefix(close + 1);
    }
    return out.take();
}

} // namespace

Html html_phrase(const Language& language, Phrase phrase, HtmlValues values)
{
    return filled(language.text(phrase), values);
}

Html html_phrase(const Language& language, Phrase phrase, std::int64_t count, HtmlValues values)
{
    std::string words(language.text(phrase, count));
    if (const auto at = words.find("{count}"); at != words.npos) words.replace(at, 7, language.number(count));
    return filled(words, values);
}

Html html_list(const Language& language, std::span<const Html> pieces)
{
    if (pieces.size() < 2) return pieces.empty() ? Html() : pieces.front();
    HtmlWriter first;
    for (std::size_t n = 0; const auto& piece : pieces.first(pieces.size() - 1)) {
        if (n++ > 0) first.text(", ");
        first.add(piece);
    }
    return html_phrase(language, Phrase("{list} and {last}"), {{"list", first.take()}, {"last", pieces.back()}});
}

Html html_row(std::span<const Html> pieces)
{
    HtmlWriter row;
    for (std::size_t n = 0; const auto& piece : pieces) {
        if (n++ > 0) row.text(" ");
        row.add(piece);
    }
    return row.take();
}

Html html_text(std::string_view text) { return HtmlWriter().text(text).take(); }

} // namespace cairn::pages
