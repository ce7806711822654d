// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table activity_table;        // activity.cpp
extern const api::Table blame_table;           // blame.cpp
extern const api::Table branches_table;        // branches.cpp
extern const api::Table change_files_table;    // change_files.cpp
extern const api::Table commit_table;          // commit.cpp
extern const api::Table commits_table;         // commits.cpp
extern const api::Table compare_table;         // compare.cpp
extern const api::Table edit_file_table;       // edit_file.cpp
extern const api::Table find_table;            // find_file.cpp
extern const api::Table fork_first_table;      // fork_first.cpp
extern const api::Table graph_table;           // graph.cpp
extern const api::Table insights_table;        // insights.cpp
extern const api::Table pick_commit_table;     // pick_commit.cpp
extern const api::Table refs_table;            // refs.cpp
extern const api::Table release_form_table;    // release_form.cpp
extern const api::Table releases_table;        // releases.cpp
extern const api::Table repository_home_table; // home.cpp
extern const api::Table source_table;          // source.cpp
extern const api::Table tags_table;            // tags.cpp
extern const api::Table upload_patches_table;  // upload_patches.cpp

} // namespace cairn::pages

namespace cairn::pages::code {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::code
