// A cell from inside: a process of this program that does one trade for the server and can do nothing else. It has one
// descriptor, over which requests come and answers go; no files, no network, and no other processes; and limits of
// memory and time. It is started as `PROGRAM --cell TRADE`, which is nothing for people.
#pragma once

#include <span>
#include <string_view>

#include "sandbox/trade.hpp"

namespace cairn::sandbox {

inline constexpr std::string_view cell_argument = "--cell";

// How a cell has ended that says why.
enum CellExit : int { exit_unknown_trade = 2, exit_out_of_memory = 3, exit_not_confined = 4, exit_failed = 5 };

// The first thing in main(): does not return where the line says that this process is a cell, but works and exits.
void become_cell_if_told(int argc, char** argv, std::span<const Trade* const> trades);

} // namespace cairn::sandbox
