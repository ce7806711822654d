#pragma once

#include "accounts/deletion_check.hpp"

namespace cairn::packages {

// Whoever owns packages cannot be deleted; a purge deletes them first.
extern const accounts::DeletionCheck ownership;

} // namespace cairn::packages
