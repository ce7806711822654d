// The operation tables of what is in repositories, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::contents {

extern const api::Table read_table;         // read.cpp
extern const api::Table write_table;        // write.cpp
extern const api::Table raw_table;          // raw.cpp
extern const api::Table raw_site_table;     // raw.cpp
extern const api::Table editorconfig_table; // editorconfigs.cpp
extern const api::Table blob_table;         // blobs.cpp
extern const api::Table reference_table;    // references.cpp
extern const api::Table commit_table;       // commits.cpp
extern const api::Table commit_text_table;  // commit_texts.cpp
extern const api::Table note_table;         // notes.cpp
extern const api::Table compare_table;      // compare.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::contents
