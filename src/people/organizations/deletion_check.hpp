#pragma once

#include "accounts/deletion_check.hpp"

namespace cairn::organizations {

// Whoever is in an organization cannot be deleted. A purge takes the account out of all of them first, and deletes
// those that would be left without an owner, with what they own.
extern const accounts::DeletionCheck membership;

} // namespace cairn::organizations
