// The files of the pages: style, scripts, pictures, as web/ has built them.
#pragma once

#include <span>
#include <string>

#include "base/embedded.hpp"

namespace cairn::pages {

std::span<const EmbeddedFile> embedded_files();

// Null when there is no such file.
const EmbeddedFile* find_asset(std::string_view name);

// Its path with a mark of its content, so that a browser may keep it until it changes. Throws when there is no such
// file.
std::string asset_address(std::string_view name);
// That mark: twelve hexadecimal digits.
const std::string& asset_mark(const EmbeddedFile&);

// What a browser must be told that the file is.
std::string_view content_type_of(std::string_view name);

} // namespace cairn::pages
