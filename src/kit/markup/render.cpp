#include "markup/render.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "markup/csv.hpp"
#include "markup/document.hpp"
#include "markup/markdown.hpp"
#include "markup/org.hpp"

namespace cairn::markup {

namespace {

enum class Language : std::uint8_t { none, markdown, csv, org };

Language language_of(std::string_view path)
{
    static constexpr auto markdown =
        std::to_array<std::string_view>({".md", ".mkd", ".mkdn", ".mdown", ".mdwn", ".markdown", ".livemd"});
    static constexpr auto csv = std::to_array<std::string_view>({".csv", ".tsv"});
    const auto dot = path.rfind('.');
    const auto ending = dot == path.npos ? std::string() : text::to_lower(path.substr(dot));
    if (std::ranges::find(markdown, ending) != markdown.end()) return Language::markdown;
    if (std::ranges::find(csv, ending) != csv.end()) return Language::csv;
    return ending == ".org" ? Language::org : Language::none;
}

Result<void> check_length(std::string_view text)
{
    if (text.size() > longest_text) return fail(Errc::too_large, "the text is too long to be rendered");
    return {};
}

Result<std::string> render(void (*write)(std::string_view, Sheet&), std::string_view text, Mode mode,
                           const LinkContext& place, const KnownNames& known)
{
    TRY(check_length(text));
    Sheet sheet(mode, place);
    try {
        write(text, sheet);
    } catch (const TooMuch&) {
        return fail(Errc::too_large, "the text comes to too much to be rendered");
    }
    auto html = sheet.finish(known);
    if (text::trim(html).empty()) html.clear(); // all of it was hidden
    return html;
}

} // namespace

Result<std::string> render_markdown(std::string_view text, Mode mode, const LinkContext& place, const KnownNames& known)
{
    return render(&write_markdown, text, mode, place, known);
}

Result<std::string> render_file(std::string_view path, std::string_view text, const LinkContext& place,
                                const KnownNames& known)
{
    TRY(check_length(text));
    switch (language_of(path)) {
    case Language::markdown: return render_markdown(text, Mode::file, place, known);
    case Language::csv: return render_csv(text);
    case Language::org: return render(&write_org, text, Mode::file, place, known);
    case Language::none: break;
    }
    return fail(Errc::unprocessable, "there is no way to render such a file");
}

bool can_render(std::string_view path) { return language_of(path) != Language::none; }

} // namespace cairn::markup
