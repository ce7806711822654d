// Labels put on issues and taken off, milestones given and taken away: the change, its place in the timeline, and who
// has to hear of it, as in changes.hpp.
#pragma once

#include "issues/changes.hpp"
#include "issues/labels/label.hpp"

namespace cairn::issues {

// Whoever opens an issue chooses its labels: all stay, rivals or not.
void begin_with_labels(const Change&, std::span<const StoredLabel>);

// Of rivals among them, which are in the order of their names, the last wins, and takes those off that the issue bears.
void add_labels(const Change&, std::span<const StoredLabel>);
void replace_labels(const Change&, std::span<const StoredLabel>);

void take_off_label(const Change&, std::int64_t label_id);
void clear_labels(const Change&);

// One of its repository; 0 for none.
void set_milestone(const Change&, std::int64_t milestone_id);

} // namespace cairn::issues
