// What is done in cells: the list of all trades.
#pragma once

#include <memory>
#include <span>

#include "config/settings.hpp"
#include "sandbox/cells.hpp"

namespace cairn::app {

std::span<const sandbox::Trade* const> trades();

// Cells for as long as it lives, or nothing where the settings want none.
std::unique_ptr<sandbox::Cells> open_cells(const config::Settings&);

// Tells the log what of it is not to be had, by the settings or by the kernel.
void tell_what_is_not_confined(const config::Settings&);

} // namespace cairn::app
