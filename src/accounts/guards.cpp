#include "accounts/guards.hpp"

namespace cairn::accounts {

Result<void> check_signed_in(api::Call& call)
{
    if (call.caller.anonymous()) return fail(Errc::unauthorized, "sign in to do this");
    call.load(call.caller.account);
    return {};
}

Result<void> check_administers_site(api::Call& call)
{
    if (call.caller.anonymous()) return fail(Errc::unauthorized, "sign in to do this");
    if (!call.caller.admin) return fail(Errc::forbidden, "only administrators of the site may do this");
    return {};
}

} // namespace cairn::accounts
