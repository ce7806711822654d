#include "pages/hooks/hook_place.hpp"

#include "http/url.hpp"
#include "pages/places/repository_address.hpp"

namespace cairn::pages {

HookHome hook_home(const api::Call& call, const repositories::RepositoryContext& place)
{
    return {.owner = webhooks::whose(place),
            .place = {.repository = repository_place(call, place, RepositoryTab::settings),
                      .navigation = repository_settings_navigation(call),
                      .name = place.owner.name + "/" + place.repository.name,
                      .base = repository_address(place) + "/settings/hooks",
                      .can_test = !place.repository.empty}};
}

HookHome hook_home(const api::Call& call, const organizations::StoredOrganization& organization)
{
    HookHome home{.owner = webhooks::whose(organization),
                  .place = {.navigation = organization_settings_navigation(call),
                            .name = organization.name,
                            .base = "/org/" + http::encode_path_segment(organization.name) + "/settings/hooks"}};
    // The guard has let in nobody but owners and administrators.
    if (const auto account = accounts::find_account(call.db(), organization.id))
        home.place.owner = organization_place(call, *account, {.member = true, .owner = true}, "/org/{}/settings");
    return home;
}

HookHome hook_home(const api::Call& call, const accounts::Account& self)
{
    return {.owner = webhooks::whose(self),
            .place = {.navigation = settings_navigation(call), .base = "/user/settings/hooks"}};
}

HookHome site_hook_home(const api::Call& call)
{
    return {.owner = webhooks::of_site,
            .place = {.navigation = administration_navigation(call), .base = "/-/admin/hooks", .site = true}};
}

} // namespace cairn::pages
