// Whose hooks an operation is about, by what its guard has found.
#pragma once

#include "accounts/guards.hpp"
#include "organizations/guards.hpp"
#include "repositories/guards.hpp"
#include "webhooks/hook_store.hpp"

namespace cairn::webhooks {

inline constexpr api::Scope own_hooks = api::scope::closed_to_public_only(api::scope::user);

inline HookOwner whose(const repositories::Place& place) { return {.repository_id = place.repository.id}; }
inline HookOwner whose(const organizations::StoredOrganization& organization)
{
    return {.place = HookPlace::account, .account_id = organization.id};
}
inline HookOwner whose(const accounts::Account& self) { return {.place = HookPlace::account, .account_id = self.id}; }

} // namespace cairn::webhooks
