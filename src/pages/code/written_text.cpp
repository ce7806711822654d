#include "pages/code/written_text.hpp"

#include "accounts/visibility.hpp"
#include "config/settings.hpp"
#include "contents/revision.hpp"
#include "db/database.hpp"
#include "markup/safe_html.hpp"

namespace cairn::pages {

using api::Call;
using repositories::RepositoryContext;

namespace {

markup::KnownNames known_to(const Call& call)
{
    return [&](std::span<const std::string> names) {
        return accounts::visible_names(call.db(), accounts::Viewer::of(call.caller), names);
    };
}

std::optional<Html> either(Result<Html> html) { return html ? std::optional(std::move(*html)) : std::nullopt; }

} // namespace

std::optional<Html> file_text(const Call& call, const RepositoryContext& place, const FilePlace& file,
                              std::string_view text)
{
    if (!markup::can_render(file.path)) return {};
    const auto slash = file.path.rfind('/');
    const markup::LinkContext where{.site = call.settings().server.root_url,
                                    .repository = place.owner.name + "/" + place.repository.name,
                                    .ref = "branch/" + contents::escape_path(file.branch),
                                    .folder = slash == file.path.npos ? std::string() : file.path.substr(0, slash)};
    return either(markup::file_html(file.path, text, where, known_to(call)));
}

std::optional<Html> notes_text(const Call& call, const RepositoryContext& place, std::string_view text)
{
    const markup::LinkContext where{.site = call.settings().server.root_url,
                                    .repository = place.owner.name + "/" + place.repository.name};
    return either(markup::markdown_html(text, markup::Mode::comment, where, known_to(call)));
}

} // namespace cairn::pages
