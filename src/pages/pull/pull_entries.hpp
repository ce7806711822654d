// What the timeline of a pull request has beside what all issues have: commits that were pushed, what reviews came to,
// and what was said about lines.
#pragma once

#include "pages/issue/thread_entries.hpp"
#include "pulls/pull.hpp"

namespace cairn::pages {

// Holds on to no call.
ExtendEntries pull_entries(const api::Call&, const pulls::PullContext&, const ThreadRights&);

} // namespace cairn::pages
