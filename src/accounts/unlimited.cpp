#include "accounts/unlimited.hpp"

namespace cairn::accounts {

Result<void> check_unlimited(const api::Caller& caller)
{
    if (!caller.limited) return {};
    return fail(Errc::forbidden, "the token is limited to the repositories that it lists, and this goes beyond them");
}

} // namespace cairn::accounts
