// Where projects are: in a repository, in an organization, with a person. Three doors, each with guards that find the
// home and ask what may be done there; behind them the same handlers.
#pragma once

#include "accounts/guards.hpp"
#include "issues/boards/project.hpp"
#include "organizations/guards.hpp"
#include "repositories/guards.hpp"

namespace cairn::projects {

using issues::StoredProject;

// What a guard leaves for the handler. One of the two is 0.
struct Home {
    std::int64_t repository_id = 0;
    std::int64_t owner_id = 0; // a person or an organization

    // As whom the caller looks at cards here. On boards of accounts, whoever is signed in sees only what they were let
    // into by name; others see what is public.
    access::Viewer onlooker(const api::Caller&) const;
};

template <Result<Home> (*find)(api::Call&)> Result<void> check_home(api::Call& call)
{
    call.load(TRY(find(call)));
    return {};
}

// What is asked of who reads the boards of a repository, and of who changes them.
inline constexpr repositories::Question reads_projects = repositories::question::reads_openly<access::Unit::projects>;
inline constexpr repositories::Question changes_projects =
    repositories::question::both<repositories::question::writes_unit<access::Unit::projects>,
                                 repositories::question::not_archived>;

// The account that {segment} names, for who may look at its boards: an organization's for whoever sees it, a person's
// for whoever sees them.
Result<accounts::Account> find_account_with_boards(api::Call&, std::string_view segment);
// Errc::not_found for who may not change them: oneself, and those in a team of the organization that writes to
// projects.
Result<void> check_changes_boards_of(api::Call&, const accounts::Account&);

Result<Home> find_readable_repository(api::Call&);
Result<Home> find_changeable_repository(api::Call&);
Result<Home> find_readable_organization(api::Call&);
Result<Home> find_changeable_organization(api::Call&);
Result<Home> find_oneself(api::Call&);

// Whoever reads the repository's projects.
inline constexpr api::Guard reads_in_repository{.name = "reads the repository's projects",
                                                .path = &type_of<repositories::RepositoryPath>(),
                                                .loads = &api::tag<Home>,
                                                .errors = {403, 404},
                                                .check = &check_home<find_readable_repository>};
// Whoever writes to them, unless the repository is archived.
inline constexpr api::Guard changes_in_repository{.name = "writes to the repository's projects",
                                                  .path = &type_of<repositories::RepositoryPath>(),
                                                  .loads = &api::tag<Home>,
                                                  .errors = {401, 403, 404, 423},
                                                  .check = &check_home<find_changeable_repository>};
// Whoever sees the organization.
inline constexpr api::Guard reads_in_organization{.name = "sees the organization's projects",
                                                  .path = &type_of<organizations::OrganizationPath>(),
                                                  .loads = &api::tag<Home>,
                                                  .errors = {403, 404},
                                                  .check = &check_home<find_readable_organization>};
// Those in a team that writes to projects; for others there is nothing to change.
inline constexpr api::Guard changes_in_organization{.name = "writes to the organization's projects",
                                                    .path = &type_of<organizations::OrganizationPath>(),
                                                    .loads = &api::tag<Home>,
                                                    .errors = {401, 403, 404},
                                                    .check = &check_home<find_changeable_organization>};
// One's own, to read and to change.
inline constexpr api::Guard keeps_own{.name = "signed in, as themselves",
                                      .loads = &api::tag<Home>,
                                      .errors = {401, 403},
                                      .check = &check_home<find_oneself>};

inline constexpr api::Scope in_repository = api::scope::issue;
inline constexpr api::Scope in_organization = api::scope::organization | api::scope::issue;
inline constexpr api::Scope of_person = api::scope::user | api::scope::issue;

struct ProjectPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(ProjectPath, (), (id))
constexpr auto notes(const ProjectPath*) { return std::array{Note{"id", "the project's id"}}; }

// Errc::not_found also for one that is elsewhere.
Result<StoredProject> find_project(db::Queries&, const Home&, std::int64_t id);

// The same for who wants to change its columns or cards: Errc::forbidden where it is closed.
Result<StoredProject> find_open_project(db::Queries&, const Home&, std::int64_t id);

} // namespace cairn::projects
