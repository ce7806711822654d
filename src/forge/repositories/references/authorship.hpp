// As whom Cairn writes into git what an account does through the API or the pages.
#pragma once

#include "accounts/account.hpp"
#include "git/objects/objects.hpp"

namespace cairn::repositories {

// The full name, or the name where there is none that git could write down; the primary address, or a placeholder where
// it is hidden or there is none.
git::Person author_of(const accounts::Account&, const config::Settings&);

} // namespace cairn::repositories
