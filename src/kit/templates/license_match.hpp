// Which license a file holds: its words compared with those of the licenses that we know.
#pragma once

#include <string>
#include <string_view>

namespace cairn::templates {

// Whether a file of that name, at the top of a repository, may hold a license.
bool is_license_file(std::string_view name);

// The SPDX name; empty for a text that is none of ours.
std::string match_license(std::string_view text);

} // namespace cairn::templates
