#pragma once

#include "accounts/deletion_check.hpp"
#include "api/operation.hpp"

namespace cairn::app {

// Every operation of the service; a room is a line.
std::span<const api::Table* const> catalog();

// What keeps an account from being deleted; a room's line here is all that accounts/ knows of it.
accounts::DeletionChecks deletion_checks();

} // namespace cairn::app
