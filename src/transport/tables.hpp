// The operation tables of git over HTTP and of what is taken home in one file, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::transport {

extern const api::Table smart_http_table;   // smart_http.cpp
extern const api::Table dumb_http_table;    // dumb_http.cpp
extern const api::Table archive_table;      // archives.cpp
extern const api::Table archive_page_table; // archives.cpp
extern const api::Table upstream_table;     // upstream.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::transport
