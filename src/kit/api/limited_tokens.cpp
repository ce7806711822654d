#include "api/limited_tokens.hpp"

namespace cairn::api {

Result<void> check_unlimited(const Caller& caller)
{
    if (!caller.limited) return {};
    return fail(Errc::forbidden, "the token is limited to the repositories that it lists, and this goes beyond them");
}

} // namespace cairn::api
