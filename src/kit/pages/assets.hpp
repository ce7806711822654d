// The files of the pages: style, scripts, pictures, as web/ has built them.
#pragma once

#include <span>
#include <string>

#include "api/operation.hpp"
#include "base/embedded.hpp"

namespace cairn::api {
struct Call;
} // namespace cairn::api

namespace cairn::pages {

std::span<const EmbeddedFile> embedded_files();

// A file has two names: the one that pages say (site.css), and one with a mark of its content (site.0123456789ab.css),
// under which a browser may keep it for ever.
struct Asset {
    std::string_view marked;
    std::string_view bytes;  // empty for large ones, which are there packed alone
    std::string_view packed; // by gzip
};

// By either name; null when there is no such file.
const Asset* find_asset(std::string_view name);

// Its path, by the marked name. Throws when there is no such file.
std::string asset_address(std::string_view name);

// The file as an answer: packed for those who take that, kept for ever where it was asked for by its marked name.
Result<api::Raw> send_asset(const api::Call&, std::string_view name);

// What a browser must be told that the file is.
std::string_view content_type_of(std::string_view name);

} // namespace cairn::pages
