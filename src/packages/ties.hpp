#pragma once

#include "accounts/ties.hpp"

namespace cairn::packages {

// Whoever owns packages cannot be deleted; a purge deletes them first.
extern const accounts::Ties ownership;

} // namespace cairn::packages
