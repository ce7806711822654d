// For rows that api::stays_within_list() would open to a token which is limited to a list of repositories, and that go
// beyond it nevertheless: they make a repository of one that is listed, or tell what concerns all that somebody owns.
#pragma once

#include "api/call.hpp"
#include "api/limited_tokens.hpp"

namespace cairn::accounts {

// The same guard, closed to such tokens.
template <const api::Guard& guard>
inline constexpr api::Guard unlimited{.name = guard.name,
                                      .path = guard.path,
                                      .loads = guard.loads,
                                      .errors = guard.errors | api::Errors{403},
                                      .check = [](api::Call& call) -> Result<void> {
                                          TRY(guard.check(call));
                                          return api::check_unlimited(call.caller);
                                      }};

} // namespace cairn::accounts
