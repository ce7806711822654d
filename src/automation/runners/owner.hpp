// Whose a secret, a variable or a runner is: of a repository, of an account (a person or an organization) for all its
// repositories, or of the site. The guards of this room all end in one of these, so that there is one set of handlers.
#pragma once

#include "api/call.hpp"
#include "organizations/guards.hpp"
#include "repositories/guards.hpp"

namespace cairn::runners {

// At most one of the two is not 0; the site's has neither.
struct Owner {
    std::int64_t account_id = 0;
    std::int64_t repository_id = 0;

    bool is_site() const { return account_id == 0 && repository_id == 0; }
    // As the tables have them, where 0 is NULL.
    std::optional<std::int64_t> account() const { return account_id != 0 ? std::optional(account_id) : std::nullopt; }
    std::optional<std::int64_t> repository() const
    {
        return repository_id != 0 ? std::optional(repository_id) : std::nullopt;
    }
};

Result<void> check_owns_repository(api::Call&);
Result<void> check_owns_organization(api::Call&);
Result<void> check_oneself(api::Call&);
Result<void> check_administers_site(api::Call&);

// The owner of the repository: collaborators may not, however far their rights go.
inline constexpr api::Guard owns_repository{.name = "owns the repository",
                                            .path = &type_of<repositories::RepositoryPath>(),
                                            .loads = &api::tag<Owner>,
                                            .errors = {401, 403, 404},
                                            .check = &check_owns_repository};
inline constexpr api::Guard owns_organization{.name = "owns the organization",
                                              .path = &type_of<organizations::OrganizationPath>(),
                                              .loads = &api::tag<Owner>,
                                              .errors = {401, 403, 404},
                                              .check = &check_owns_organization};
inline constexpr api::Guard oneself{
    .name = "signed in", .loads = &api::tag<Owner>, .errors = {401}, .check = &check_oneself};
inline constexpr api::Guard administers_site{
    .name = "administers the site", .loads = &api::tag<Owner>, .errors = {401, 403}, .check = &check_administers_site};

inline constexpr api::Scope own_things = api::scope::closed_to_public_only(api::scope::user);

} // namespace cairn::runners
