#include "pages/issue_lists/organization_head.hpp"

#include "access/organizations.hpp"
#include "api/view.hpp"

namespace cairn::pages {

Result<OwnerPlace> organization_head(const api::Call& call, const organizations::StoredOrganization& organization,
                                     std::string_view tab)
{
    const auto account = accounts::find_account(call.db(), organization.id);
    if (!account) return not_found("the organization");
    const auto standing = access::standing_in(call.db(), organization.id, call.caller.id);
    const bool admin = !call.caller.anonymous() && accounts::account_of(call.caller).is_admin;
    return organization_place(call, *account,
                              {.member = admin || standing != access::Standing::stranger,
                               .owner = admin || standing == access::Standing::owner},
                              tab);
}

} // namespace cairn::pages
