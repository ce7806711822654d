// Who sees an organization and its teams, and what somebody is in it: decided here and nowhere else, once as a check of
// one and once as a condition for lists. A test holds the two against each other.
#pragma once

#include "access/viewer.hpp"
#include "config/account_settings.hpp"

namespace cairn::db {
class Composition;
class Queries;
} // namespace cairn::db

namespace cairn::access {

// What somebody is in an organization; each is what stands before it, too. Members are exactly those who are in a team,
// owners those who are in the team of owners.
enum class Standing : std::uint8_t { stranger, member, owner };

Standing standing_in(db::Queries&, std::int64_t organization_id, std::int64_t account_id);

// Owners, those in a team that may, and administrators of the site.
bool may_create_repository(db::Queries&, const Viewer&, std::int64_t organization_id);

// What the decision needs to know of an organization.
struct OrganizationFacts {
    std::int64_t id = 0;
    config::Visibility visibility = config::Visibility::public_;
};

// A public organization is there for everybody, a limited one for whoever is signed in and not restricted, a private
// one for its members. Members and administrators of the site see it in any case; a credential that is limited to what
// is public shows nobody any but public ones.
bool sees_organization(db::Queries&, const Viewer&, const OrganizationFacts&);

// What the decision needs to know of a team.
struct TeamFacts {
    std::int64_t id = 0;
    OrganizationFacts organization{};
    config::Visibility visibility = config::Visibility::private_;
};

// A public team is there for whoever sees its organization, a limited one for the organization's members, a private one
// for its own. Owners of the organization and administrators of the site see all.
bool sees_team(db::Queries&, const Viewer&, const TeamFacts&);

// Adds to `query` the condition that the viewer sees the organization `o`, a row of account.
void add_sees_organization(db::Composition& query, const Viewer&);

// Adds to `query` the condition that the viewer sees the team `t` of the organization `o`.
void add_sees_team(db::Composition& query, const Viewer&);

} // namespace cairn::access
