// What this room does when something has happened elsewhere. app/consequences.cpp lets it hear of that.
#pragma once

#include "events/events.hpp"

namespace cairn::issues {

// Gives a new repository the set of labels that was chosen for it, and those of its template.
void begin_with_labels(db::Transaction&, const events::RepositoryCreated&);

} // namespace cairn::issues
