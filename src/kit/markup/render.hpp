// Text as HTML that can stand on a page of the site, whoever wrote it.
//
// A pure function of what it is given: it reads no database and no repository. Safe to call from any thread.
#pragma once

#include "base/result.hpp"
#include "markup/link_context.hpp"
#include "markup/sheet.hpp"

namespace cairn::markup {

// What is longer is not rendered (Errc::too_large).
inline constexpr std::size_t longest_text = 512 * 1024;

Result<std::string> render_markdown(std::string_view text, Mode, const LinkContext&, const KnownNames& = {});

// A file, by the ending of its name. Errc::unprocessable when there is no way to render such.
Result<std::string> render_file(std::string_view path, std::string_view text, const LinkContext&,
                                const KnownNames& = {});

// Whether render_file knows that kind of file.
bool can_render(std::string_view path);

} // namespace cairn::markup
