#pragma once

#include "api/operation.hpp"

namespace cairn::app {

// Every operation of the service, a line for each resource.
std::span<const api::Table* const> catalog();

} // namespace cairn::app
