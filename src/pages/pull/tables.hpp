// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table new_pull_table;          // new_pull.cpp
extern const api::Table pull_checks_table;       // checks.cpp
extern const api::Table pull_commits_table;      // commits.cpp
extern const api::Table pull_conflicts_table;    // conflicts.cpp
extern const api::Table pull_conversation_table; // conversation.cpp
extern const api::Table pull_forms_table;        // pull_forms.cpp
extern const api::Table pull_merge_table;        // merge_forms.cpp
extern const api::Table pull_queue_table;        // queue.cpp

} // namespace cairn::pages

namespace cairn::pages::pull {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::pull
