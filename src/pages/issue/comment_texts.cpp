#include "pages/issue/comment_texts.hpp"

#include "accounts/visibility.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "markup/safe_html.hpp"
#include "pages/safe_html.hpp"

namespace cairn::pages {

using api::View;
using repositories::RepositoryContext;

namespace {

constexpr std::size_t most_names = 500; // on one page

constexpr bool is_name(char c) { return text::is_alpha(c) || text::is_digit(c) || c == '-' || c == '_' || c == '.'; }

// More than are mentioned in the end: what is code, and what is an address, is told apart when it is rendered.
void collect_names(std::string_view text, std::set<std::string>& names)
{
    for (auto at = text.find('@'); at != text.npos && names.size() < most_names; at = text.find('@', at + 1)) {
        auto end = at + 1;
        while (end < text.size() && is_name(text[end])) ++end;
        auto name = text.substr(at + 1, end - at - 1);
        while (name.ends_with('.') || name.ends_with('-') || name.ends_with('_')) name.remove_suffix(1);
        if (!name.empty()) names.insert(text::to_lower(name));
    }
}

} // namespace

CommentTexts::CommentTexts(const View& view, const RepositoryContext& place, std::span<const std::string_view> texts)
    : site_(view.settings().server.root_url), repository_(place.owner.name + "/" + place.repository.name)
{
    std::set<std::string> named;
    for (const auto text : texts) collect_names(text, named);
    if (named.empty()) return;
    const std::vector<std::string> names(named.begin(), named.end());
    names_ = accounts::visible_names(view.db(), accounts::Viewer::of(view.caller), names);
}

Html CommentTexts::html(std::string_view text, const std::string& task_form) const
{
    return html_from(text, task_form, repository_);
}

Html CommentTexts::html_from(std::string_view text, const std::string& task_form, const std::string& repository) const
{
    const markup::LinkContext where{.site = site_, .repository = repository, .task_form = task_form};
    auto made = markup::markdown_html(text, markup::Mode::comment, where, [&](std::span<const std::string> wanted) {
        std::set<std::string> known;
        for (const auto& name : wanted)
            if (names_.contains(name)) known.insert(name);
        return known;
    });
    if (made) return std::move(*made);
    return HtmlWriter().open("pre", {{"tabindex", "0"}}).text(text).close("pre").take();
}

Html comment_html(const View& view, const RepositoryContext& place, std::string_view text)
{
    return CommentTexts(view, place, {&text, 1}).html(text);
}

std::string with_plain_line_ends(std::string_view text)
{
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at)
        if (text[at] != '\r' || !text.substr(at + 1).starts_with('\n')) plain += text[at];
    return plain;
}

std::string quoted(std::string_view text)
{
    std::string quotation;
    for (const auto line : text::split(text::trim(with_plain_line_ends(text)), '\n'))
        quotation.append(line.empty() ? ">" : "> ").append(line).append(1, '\n');
    return quotation + "\n";
}

} // namespace cairn::pages
