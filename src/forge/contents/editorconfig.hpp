// What an .editorconfig says about a file (https://spec.editorconfig.org).
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace cairn::contents {

// The properties of the sections that fit the path, the later ones over the earlier; names and values in lower case.
std::map<std::string, std::string> editorconfig_for(std::string_view text, std::string_view path);

} // namespace cairn::contents
