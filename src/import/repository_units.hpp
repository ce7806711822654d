// What a repository's units are set to there: JSON for each unit.
#pragma once

#include "import/source.hpp"
#include "repositories/repository.hpp"

namespace cairn::import {

// Switches the units on that the old site has rows for, and sets them up as they were.
void set_units(Source&, std::int64_t old_id, repositories::StoredRepository&);

} // namespace cairn::import
