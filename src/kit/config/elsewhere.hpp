// Keys that app.ini files of other servers have and this one does not, because what they set is decided differently
// here. Whoever brings such a file along is told what became of them.
#pragma once

#include <string_view>

namespace cairn::config {

// Why the key, or with an empty one the whole section, has no effect; empty when it is not known elsewhere either.
std::string_view why_not_here(std::string_view section, std::string_view key);

} // namespace cairn::config
