// What a repository's units are set to there: JSON for each unit.
#pragma once

#include "import/source.hpp"
#include "repositories/repository.hpp"

namespace cairn::import {

// The units that are open to those whom nobody has let in by name.
struct Opened {
    access::Levels anonymous{};
    access::Levels everyone{};
};

// Switches the units on that the old site has rows for, and sets them up as they were.
Opened set_units(Source&, std::int64_t old_id, repositories::StoredRepository&);

} // namespace cairn::import
