// How the pages look for somebody, beside the theme and the language, which the account itself has.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::accounts {

struct Appearance {
    std::string density{};      // "compact" or "roomy"; empty: neither
    std::int64_t tab_width = 0; // 1, 2, 4 or 8 columns; 0: as the browser has it
    std::string wrap_lines{};   // "on" or "off": long lines of code; empty: by the width of the window
    bool single_keys = true;    // pressing a letter does something
};
BOOST_DESCRIBE_STRUCT(Appearance, (), (density, tab_width, wrap_lines, single_keys))

Appearance appearance_of(db::Queries&, std::int64_t account_id);

// Errc::unprocessable for what is none of the choices.
Result<void> choose_appearance(const api::Call&, const Account&, const Appearance&);

} // namespace cairn::accounts
