#pragma once

#include "accounts/deletion_check.hpp"

namespace cairn::issues {

// What somebody has said keeps nobody from being deleted, and stays; a purge deletes it first.
extern const accounts::DeletionCheck authorship;

} // namespace cairn::issues
