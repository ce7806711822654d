// The operations of this room, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pulls {

extern const api::Table pull_table;               // pulls.cpp
extern const api::Table create_table;             // create.cpp
extern const api::Table list_table;               // list.cpp
extern const api::Table edit_table;               // edit.cpp
extern const api::Table file_table;               // files.cpp
extern const api::Table merge_table;              // merge.cpp
extern const api::Table update_table;             // update.cpp
extern const api::Table review_table;             // reviews.cpp
extern const api::Table dismissal_table;          // dismissals.cpp
extern const api::Table review_comment_table;     // review_comments.cpp
extern const api::Table requested_reviewer_table; // requested_reviewers.cpp

extern const api::Table text_site_table; // texts.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pulls
