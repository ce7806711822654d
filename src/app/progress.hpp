// What commands that take long have in common.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.hpp"

namespace cairn::config {
struct Loaded;
} // namespace cairn::config

namespace cairn::app {

// On a terminal one line that changes; nothing for who keeps the output. A total of 0 is not known.
void show_progress(std::string_view kind, std::int64_t done, std::int64_t total);
void end_progress();

// What root makes, the server's own user cannot change.
Result<> check_user(const config::Loaded&);

} // namespace cairn::app
