#include "pages/actions/action_home.hpp"

#include "access/organizations.hpp"
#include "api/view.hpp"
#include "http/url.hpp"
#include "pages/places/repository_address.hpp"

namespace cairn::pages {

using api::Call;
using organizations::StoredOrganization;
using repositories::RepositoryContext;
using runners::Owner;

namespace {

const Owner& owner_of(const Call& call) { return *static_cast<const Owner*>(call.loaded(&api::tag<Owner>)); }

Result<OwnerPlace> place_of(const Call& call, const StoredOrganization& organization)
{
    const auto account = accounts::find_account(call.db(), organization.id);
    if (!account) return not_found("the organization");
    // Whoever is here is an owner, or administers the site.
    return organization_place(call, *account, {.member = true, .owner = true}, "/org/{}/settings");
}

} // namespace

std::string ActionHome::base() const
{
    if (repository) return repository_address(*repository) + "/settings/actions";
    if (organization) return "/org/" + http::encode_path_segment(organization->name) + "/settings/actions";
    return owner.is_site() ? "/-/admin/actions" : "/user/settings/actions";
}

Result<void> check_repository_home(Call& call)
{
    auto place = TRY(repositories::find_place(call));
    TRY(repositories::question::owns(call, place));
    const Owner owner{.repository_id = place.repository.id};
    call.load(ActionHome{.owner = owner, .repository = std::move(place)});
    return {};
}

Result<void> check_organization_home(Call& call)
{
    TRY(organizations::check_owns_organization(call));
    const auto& organization = *static_cast<const StoredOrganization*>(call.loaded(&api::tag<StoredOrganization>));
    call.load(ActionHome{.owner = {.account_id = organization.id}, .organization = organization});
    return {};
}

Result<void> check_own_home(Call& call)
{
    TRY(runners::check_oneself(call));
    call.load(ActionHome{.owner = owner_of(call)});
    return {};
}

Result<void> check_site_home(Call& call)
{
    TRY(runners::check_administers_site(call));
    call.load(ActionHome{.owner = owner_of(call)});
    return {};
}

Result<ActionPlace> action_place(const Call& call, const ActionHome& home)
{
    ActionPlace place{.kind = "site", .base = home.base()};
    if (home.repository) {
        place.kind = "repository";
        place.repository = repository_place(call, *home.repository, RepositoryTab::settings);
        place.name = home.repository->owner.name + "/" + home.repository->repository.name;
        place.navigation = repository_settings_navigation(call);
    } else if (home.organization) {
        place.kind = "organization";
        place.organization = TRY(place_of(call, *home.organization));
        place.name = home.organization->name;
        place.navigation = organization_settings_navigation(call);
    } else if (!home.owner.is_site()) {
        place.kind = "person";
        place.navigation = settings_navigation(call);
    } else place.navigation = administration_navigation(call);
    return place;
}

} // namespace cairn::pages
