// Whose hooks an operation is about, by what its guard has found.
#pragma once

#include "accounts/guards.hpp"
#include "accounts/unlimited.hpp"
#include "organizations/guards.hpp"
#include "repositories/guards.hpp"
#include "webhooks/hook_store.hpp"

namespace cairn::webhooks {

inline constexpr api::Scope own_hooks = api::scope::closed_to_public_only(api::scope::user);

// They hear of all repositories of an account, or of the site: so they are not for tokens that are limited to some.
inline constexpr const api::Guard& keeps_own_hooks = accounts::unlimited<accounts::signed_in>;
inline constexpr const api::Guard& keeps_org_hooks = accounts::unlimited<organizations::owns_organization>;
inline constexpr const api::Guard& keeps_site_hooks = accounts::unlimited<accounts::administers_site>;

inline HookOwner whose(const repositories::RepositoryContext& place) { return {.repository_id = place.repository.id}; }
inline HookOwner whose(const organizations::StoredOrganization& organization)
{
    return {.place = HookLevel::account, .account_id = organization.id};
}
inline HookOwner whose(const accounts::Account& self) { return {.place = HookLevel::account, .account_id = self.id}; }

} // namespace cairn::webhooks
