// Whose webhooks a page is about, as its head and its list of pages show it: a repository's, an organization's, one's
// own, or the site's. A view has it as `place`, for {% layout "hooks" %}.
#pragma once

#include "pages/places/owner_place.hpp"
#include "pages/places/repository_place.hpp"
#include "webhooks/hook_owner.hpp"

namespace cairn::pages {

struct HookPlace {
    std::optional<RepositoryPlace> repository{};
    std::optional<OwnerPlace> owner{};
    Navigation navigation{};
    std::string name{}; // "ada/tool", "acme"; empty: one's own and the site's
    std::string base{}; // the address of the list
    bool site = false;  // there are two kinds
    bool can_test = false;
};
BOOST_DESCRIBE_STRUCT(HookPlace, (), (repository, owner, navigation, name, base, site, can_test))

// What a handler needs to know of it.
struct HookHome {
    webhooks::HookOwner owner{};
    HookPlace place{};
};

HookHome hook_home(const api::Call&, const repositories::RepositoryContext&);
HookHome hook_home(const api::Call&, const organizations::StoredOrganization&);
HookHome hook_home(const api::Call&, const accounts::Account& self);
HookHome site_hook_home(const api::Call&);

} // namespace cairn::pages
