// The operation tables of tags and releases, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::releases {

extern const api::Table tag_table;           // tags.cpp
extern const api::Table release_table;       // releases.cpp
extern const api::Table asset_table;         // assets.cpp
extern const api::Table pending_asset_table; // assets.cpp
extern const api::Table download_table;      // assets.cpp
extern const api::Table latest_table;        // releases.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::releases
