// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table branches_table;     // branches.cpp
extern const api::Table change_files_table; // change_files.cpp
extern const api::Table edit_file_table;    // edit_file.cpp
extern const api::Table pick_commit_table;  // pick_commit.cpp
extern const api::Table release_form_table; // release_form.cpp
extern const api::Table releases_table;     // releases.cpp
extern const api::Table tags_table;         // tags.cpp

} // namespace cairn::pages

namespace cairn::pages::code {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::code
