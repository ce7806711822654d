#pragma once

#include "accounts/ties.hpp"

namespace cairn::repositories {

// Whoever owns repositories cannot be deleted; a purge deletes them first.
extern const accounts::Ties ownership;

} // namespace cairn::repositories
