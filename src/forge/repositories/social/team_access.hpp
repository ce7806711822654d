// The repositories of teams: giving them and taking them away, from the side of the repository and from that of the
// team.
#pragma once

#include "organizations/guards.hpp"
#include "repositories/guards.hpp"

namespace cairn::repositories {

// The teams that have a repository, of which its organization's members and whoever administers it learn all, and
// anybody else those that they see; owners first, then by name. Errc::method_not_allowed where the owner is no
// organization, for these four.
Result<std::vector<organizations::StoredTeam>> teams_of(const api::Call&, const RepositoryContext&);

// Whether the caller may change which these are; nobody may where the owner is no organization.
bool may_change_teams(const api::Call&, const RepositoryContext&);

// One of these, by name. Errc::not_found.
Result<organizations::StoredTeam> find_team_of(const api::Call&, const RepositoryContext&, const std::string& name);

// Gives the repository to a team of its organization, or takes it away. Errc::forbidden where the organization leaves
// that to its owners, Errc::not_found, Errc::unprocessable where it is so already.
Result<void> add_team(const api::Call&, const RepositoryContext&, const std::string& name);
Result<void> remove_team(const api::Call&, const RepositoryContext&, const std::string& name);

// A repository that a team could have, and how far the caller's rights in it go.
struct TeamRepository {
    StoredRepository repository;
    access::Access access;
};

// The repository of that owner and name, if the team's organization owns it and the caller sees it. Errc::not_found.
Result<TeamRepository> find_repository_of(const api::Call&, const organizations::TeamAndOrganization&,
                                          const std::string& owner_name, const std::string& name);

// The ids of a page of what a team has and the caller sees, by name, for list_repositories().
Page<std::int64_t> repositories_of(const api::View&, const organizations::StoredTeam&, const Paging&);

// What owners of the organization may; and where it wants that, those of the team who administer the repository.
// Errc::forbidden. Twice is once.
Result<void> give_to_team(const api::Call&, const organizations::TeamAndOrganization&, const TeamRepository&);
Result<void> take_from_team(const api::Call&, const organizations::TeamAndOrganization&, const TeamRepository&);

// Inside of a transaction, for whom that was decided before.

bool has_repository(db::Queries&, std::int64_t team_id, std::int64_t repository_id);

// Its members watch the repository from then on, where the site wants that. Twice is once.
void give_to_team(const api::Site&, db::Transaction&, const organizations::StoredTeam&, std::int64_t repository_id);

// From a team that has all repositories none can be taken.
void take_from_team(const api::Site&, db::Transaction&, const organizations::StoredTeam&, std::int64_t repository_id);

} // namespace cairn::repositories
