// Who is asked for in person: an administrator who acts as somebody else in a browser gets nothing that opens the
// account, or what it owns, later, when the acting is over.
#pragma once

#include "accounts/guards.hpp"
#include "api/call.hpp"

namespace cairn::accounts {

// Refuses (403) who acts as somebody else.
Result<void> check_in_person(const api::Caller&);

// The same guard, closed to those.
template <const api::Guard& guard>
inline constexpr api::Guard in_person{.name = guard.name,
                                      .path = guard.path,
                                      .loads = guard.loads,
                                      .errors = guard.errors | api::Errors{403},
                                      .check = [](api::Call& call) -> Result<void> {
                                          TRY(guard.check(call));
                                          return check_in_person(call.caller);
                                      },
                                      .reads_body = guard.reads_body};

inline constexpr const api::Guard& signed_in_person = in_person<signed_in>;

} // namespace cairn::accounts
