// The dates of commits and tags as people wrote them: with the offset of the clock that they were read from.
#pragma once

#include "git/objects/objects.hpp"

namespace cairn::git {

// "2026-11-15T03:40:00+01:00". What no client could read is brought within the years 1970 to 9999.
std::string written_date(const Person&);

// The other way round: sets the person's time and offset. False for what is not RFC 3339.
bool read_date(std::string_view written, Person&);

} // namespace cairn::git
