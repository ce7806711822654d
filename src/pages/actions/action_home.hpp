// Whose secrets, variables and runners a page is about: a repository's, an organization's, one's own or the site's. The
// guards find it and ask what the API asks; views have it as `home`, for {% layout "action_settings" %}.
#pragma once

#include "pages/places/owner_place.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/row.hpp"
#include "runners/owner.hpp"

namespace cairn::pages {

// What a guard leaves for the handler.
struct ActionHome {
    runners::Owner owner{};
    std::optional<repositories::RepositoryContext> repository{};
    std::optional<organizations::StoredOrganization> organization{};

    std::string base() const; // "/ada/tool/settings/actions"
};

Result<void> check_repository_home(api::Call&);
Result<void> check_organization_home(api::Call&);
Result<void> check_own_home(api::Call&);
Result<void> check_site_home(api::Call&);

// The owner of the repository: collaborators may not, however far their rights go.
inline constexpr api::Guard repository_home{.name = "owns the repository",
                                            .path = &type_of<repositories::RepositoryPath>(),
                                            .loads = &api::tag<ActionHome>,
                                            .errors = {401, 403, 404},
                                            .check = &check_repository_home};
inline constexpr api::Guard organization_home{.name = "owns the organization",
                                              .path = &type_of<organizations::OrganizationPath>(),
                                              .loads = &api::tag<ActionHome>,
                                              .errors = {401, 403, 404},
                                              .check = &check_organization_home};
inline constexpr api::Guard own_home{
    .name = "signed in", .loads = &api::tag<ActionHome>, .errors = {401}, .check = &check_own_home};
inline constexpr api::Guard site_home{
    .name = "administers the site", .loads = &api::tag<ActionHome>, .errors = {401, 403}, .check = &check_site_home};

struct ActionPlace {
    std::optional<RepositoryPlace> repository{};
    std::optional<OwnerPlace> organization{};
    Navigation navigation{};
    std::string kind; // repository, organization, person, site
    std::string name{};
    std::string base; // of the pages here
};
BOOST_DESCRIBE_STRUCT(ActionPlace, (), (repository, organization, navigation, kind, name, base))

Result<ActionPlace> action_place(const api::Call&, const ActionHome&);

} // namespace cairn::pages
