#pragma once

#include "accounts/deletion_check.hpp"

namespace cairn::repositories {

// Whoever owns repositories cannot be deleted; a purge deletes them first.
extern const accounts::DeletionCheck ownership;

} // namespace cairn::repositories
