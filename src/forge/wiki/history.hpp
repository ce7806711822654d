// What became of the pages of a wiki: the commits that wrote them.
#pragma once

#include "wiki/wiki.hpp"

namespace cairn::wiki {

// The commit of a revision that an address names by its id. Errc::not_found for one that the wiki's branch does not
// lead to.
Result<git::Commit> find_revision(const OpenedWiki&, std::string_view id);

// The commit that gave a file the content it has.
Result<git::Commit> last_change(const OpenedWiki&, const std::string& file);

// The newest commit that had a page which is gone; nothing for one that was never there, or not for a long time.
Result<std::optional<git::ObjectId>> last_with(const OpenedWiki&, const PageName&);

// Whether there is a file of that path that is no page.
bool has_file(const OpenedWiki&, std::string_view path);

} // namespace cairn::wiki
