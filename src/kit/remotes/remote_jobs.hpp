// Remote jobs are the kinds of job (jobs/job.hpp) that wait for servers elsewhere, sometimes for hours: copies of
// repositories and mirrors. Each kind has its own share, so that none waits for another kind's slow servers; and so
// many run at a time of one owner, so that nobody's slow servers keep all others waiting.
#pragma once

namespace cairn::remotes {

inline constexpr unsigned jobs_at_once = 6;
inline constexpr unsigned jobs_of_one_owner = 2;

} // namespace cairn::remotes
