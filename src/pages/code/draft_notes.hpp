// Notes for a release, drafted from what was merged since the one before.
#pragma once

#include "repositories/guards.hpp"

namespace cairn::pages {

// Markdown, in the reader's language: the pull requests that came since the latest release or, where there are none,
// the commits. `tag` need not be there yet: then it is what `target` names, or the default branch. Errc::not_found for
// a target that is none.
Result<std::string> draft_notes(const api::Call&, const repositories::RepositoryContext&, const std::string& tag,
                                const std::string& target);

} // namespace cairn::pages
