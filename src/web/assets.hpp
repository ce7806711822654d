// The files of the pages: style, scripts, pictures, as web/ has built them.
#pragma once

#include <span>

#include "base/embedded.hpp"

namespace cairn::web {

std::span<const EmbeddedFile> embedded_files();

// Null when there is no such file.
const EmbeddedFile* find_asset(std::string_view name);

// What a browser must be told that the file is.
std::string_view content_type_of(std::string_view name);

} // namespace cairn::web
