#include "accounts/sign_in/in_person.hpp"

namespace cairn::accounts {

Result<void> check_in_person(const api::Caller& caller)
{
    if (caller.credential == api::Credential::session && caller.on_behalf_of != 0)
        return fail(Errc::forbidden,
                    "nobody does this while acting as somebody else: it would open the account for longer");
    return {};
}

} // namespace cairn::accounts
