// Who may call an operation about organizations and teams, and on which one.
//
// The order of the checks is the same for all: signed in (401), there (404, or 307 to its present name for those
// who see it), within a token that is limited to what is public (403), to be seen (404), and then what the operation
// asks of the caller (403).
#pragma once

#include "api/call.hpp"
#include "organizations/team.hpp"

namespace cairn::organizations {

struct OrganizationPath {
    std::string org;
};
BOOST_DESCRIBE_STRUCT(OrganizationPath, (), (org))
constexpr auto notes(const OrganizationPath*) { return std::array{Note{"org", "the name of the organization"}}; }

struct TeamPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(TeamPath, (), (id))
constexpr auto notes(const TeamPath*) { return std::array{Note{"id", "the team's id"}}; }

struct MemberPath {
    std::string username;
};
BOOST_DESCRIBE_STRUCT(MemberPath, (), (username))
constexpr auto notes(const MemberPath*) { return std::array{Note{"username", "the name of the person"}}; }

// A team with the organization that it belongs to.
struct TeamAndOrganization {
    StoredTeam team;
    StoredOrganization organization;
};

Result<void> check_finds_organization(api::Call&);
Result<void> check_reads_organization(api::Call&);
Result<void> check_reads_organization_signed_in(api::Call&);
Result<void> check_belongs_to_organization(api::Call&);
Result<void> check_owns_organization(api::Call&);
Result<void> check_reads_team(api::Call&);
Result<void> check_owns_team(api::Call&);

// For lists that show a stranger nothing, but do not deny that a limited organization is there. A private one is there
// for those alone who see it.
inline constexpr api::Guard finds_organization{.name = "finds the organization",
                                               .path = &type_of<OrganizationPath>(),
                                               .loads = &api::tag<StoredOrganization>,
                                               .errors = {403, 404},
                                               .check = &check_finds_organization};
// Whoever sees the organization that {org} names, signed in or not.
inline constexpr api::Guard reads_organization{.name = "reads the organization",
                                               .path = &type_of<OrganizationPath>(),
                                               .loads = &api::tag<StoredOrganization>,
                                               .errors = {403, 404},
                                               .check = &check_reads_organization};
// The same for those who are signed in.
inline constexpr api::Guard reads_organization_signed_in{.name = "reads the organization, signed in",
                                                         .path = &type_of<OrganizationPath>(),
                                                         .loads = &api::tag<StoredOrganization>,
                                                         .errors = {401, 403, 404},
                                                         .check = &check_reads_organization_signed_in};
// Its members, and administrators of the site.
inline constexpr api::Guard belongs_to_organization{.name = "belongs to the organization",
                                                    .path = &type_of<OrganizationPath>(),
                                                    .loads = &api::tag<StoredOrganization>,
                                                    .errors = {401, 403, 404},
                                                    .check = &check_belongs_to_organization};
// Its owners, and administrators of the site.
inline constexpr api::Guard owns_organization{.name = "owns the organization",
                                              .path = &type_of<OrganizationPath>(),
                                              .loads = &api::tag<StoredOrganization>,
                                              .errors = {401, 403, 404},
                                              .check = &check_owns_organization};

// Whoever sees the team that {id} names. To other members of its organization it is closed (403), to everybody else it
// is not there.
inline constexpr api::Guard reads_team{.name = "reads the team",
                                       .path = &type_of<TeamPath>(),
                                       .loads = &api::tag<TeamAndOrganization>,
                                       .errors = {401, 403, 404},
                                       .check = &check_reads_team};
// Owners of the team's organization, and administrators of the site.
inline constexpr api::Guard owns_team{.name = "owns the team",
                                      .path = &type_of<TeamPath>(),
                                      .loads = &api::tag<TeamAndOrganization>,
                                      .errors = {401, 403, 404},
                                      .check = &check_owns_team};

// The organization that {segment} of the path names, if the caller may see it; what stands above says how it is
// refused.
Result<StoredOrganization> organization_at(api::Call&, std::string_view segment);

// The person whom {username} names; the error for a name that was changed leads on. Errc::not_found for an
// organization.
Result<Account> person_at(api::Call&);

} // namespace cairn::organizations
