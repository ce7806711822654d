// What people have written, as HTML for pages (base/html.hpp).
#pragma once

#include "base/html.hpp"
#include "markup/render.hpp"

namespace cairn::markup {

// As render_markdown() and render_file() say, for a template to show as it is.
Result<Html> markdown_html(std::string_view text, Mode, const LinkContext&, const KnownNames& = {});
Result<Html> file_html(std::string_view path, std::string_view text, const LinkContext&, const KnownNames& = {});

} // namespace cairn::markup
