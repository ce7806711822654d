// What an account says of itself at length: the README of its repository .profile.
#pragma once

#include "pages/code/readme.hpp"

namespace cairn::pages {

// Nothing where there is none, or where the caller may not read it.
std::optional<ShownReadme> profile_readme(const api::Call&, const accounts::Account&);

} // namespace cairn::pages
