#pragma once

#include "accounts/ties.hpp"

namespace cairn::issues {

// What somebody has said keeps nobody from being deleted, and stays; a purge deletes it first.
extern const accounts::Ties authorship;

} // namespace cairn::issues
