// Large files that a repository has and that nothing in its git points to any more: they go, once they have been here
// for a while. A client sends them before it pushes what points to them, so what is young may still be pointed to.
#pragma once

#include <stop_token>

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::lfs {

void collect_unreferenced(const api::Site&, const std::stop_token&);

} // namespace cairn::lfs
