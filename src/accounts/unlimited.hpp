// What tokens that are limited to a list of repositories may not do, whatever their scopes: make repositories, which
// would not be on the list, or homes for them; and what concerns all that somebody owns.
#pragma once

#include "api/call.hpp"

namespace cairn::accounts {

// Errc::forbidden for such a token.
Result<void> check_unlimited(const api::Caller&);

// The same guard, closed to such tokens.
template <const api::Guard& guard>
inline constexpr api::Guard unlimited{.name = guard.name,
                                      .path = guard.path,
                                      .loads = guard.loads,
                                      .errors = guard.errors | api::Errors{403},
                                      .check = [](api::Call& call) -> Result<void> {
                                          TRY(guard.check(call));
                                          return check_unlimited(call.caller);
                                      }};

} // namespace cairn::accounts
