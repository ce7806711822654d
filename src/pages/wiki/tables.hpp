// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table wiki_edit_table;    // wiki_edit.cpp
extern const api::Table wiki_history_table; // wiki_history.cpp
extern const api::Table wiki_lists_table;   // wiki_lists.cpp
extern const api::Table wiki_page_table;    // wiki_page.cpp

} // namespace cairn::pages

// Not by the name of the folder, which is that of the room whose pages these are.
namespace cairn::pages::wiki_pages {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::wiki_pages
