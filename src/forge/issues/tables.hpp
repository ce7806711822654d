// The operations of this room, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::issues {

extern const api::Table issue_table;              // issues.cpp
extern const api::Table assignee_table;           // assignees.cpp
extern const api::Table pin_table;                // pins.cpp
extern const api::Table pinned_table;             // pins.cpp
extern const api::Table subscription_table;       // subscriptions.cpp
extern const api::Table comment_table;            // comments.cpp
extern const api::Table reaction_table;           // reactions.cpp
extern const api::Table dependency_table;         // dependencies.cpp
extern const api::Table attachment_table;         // attachments.cpp
extern const api::Table template_table;           // templates.cpp
extern const api::Table label_table;              // labels.cpp
extern const api::Table organization_label_table; // labels.cpp
extern const api::Table issue_label_table;        // labels.cpp
extern const api::Table milestone_table;          // milestones.cpp
extern const api::Table time_table;               // times.cpp
extern const api::Table repository_time_table;    // times.cpp
extern const api::Table user_time_table;          // times.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::issues
