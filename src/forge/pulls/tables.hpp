// The operations of this room, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pulls {

extern const api::Table pull_table;           // pulls.cpp
extern const api::Table file_table;           // files.cpp
extern const api::Table merge_table;          // merge.cpp
extern const api::Table review_table;         // reviews.cpp
extern const api::Table review_comment_table; // review_comments.cpp

extern const api::Table text_site_table; // texts.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pulls
