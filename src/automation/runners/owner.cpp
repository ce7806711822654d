#include "runners/owner.hpp"

#include "accounts/guards.hpp"

namespace cairn::runners {

using api::Call;

Result<void> check_owns_repository(Call& call)
{
    const auto place = TRY(repositories::find_place(call));
    TRY(repositories::question::owns(call, place));
    call.load(Owner{.repository_id = place.repository.id});
    return {};
}

Result<void> check_owns_organization(Call& call)
{
    TRY(organizations::check_owns_organization(call));
    const auto& organization = *static_cast<const organizations::StoredOrganization*>(
        call.loaded(&api::tag<organizations::StoredOrganization>));
    call.load(Owner{.account_id = organization.id});
    return {};
}

Result<void> check_oneself(Call& call)
{
    TRY(accounts::check_signed_in(call));
    call.load(Owner{.account_id = call.caller.id});
    return {};
}

Result<void> check_administers_site(Call& call)
{
    TRY(accounts::check_administers_site(call));
    call.load(Owner{});
    return {};
}

} // namespace cairn::runners
