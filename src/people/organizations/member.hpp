// Members of organizations and teams: who they are, putting people into teams and taking them out, and who shows to be
// a member. organizations/membership.hpp has the steps inside of a transaction.
#pragma once

#include "accounts/user.hpp"
#include "api/view.hpp"
#include "organizations/team.hpp"

namespace cairn::organizations {

// The ids of a page of an organization's members, by name: of all of them for a caller who is one or administers the
// site, otherwise of those who show it.
Page<std::int64_t> members_of(const api::View&, const StoredOrganization&, const Paging&);
Page<std::int64_t> public_members_of(const api::View&, const StoredOrganization&, const Paging&);

// Whether the caller is told of all members.
bool sees_all_members(const api::Call&, const StoredOrganization&);
bool is_public_member(db::Queries&, std::int64_t organization_id, std::int64_t account_id);

// Takes somebody out of every team and so out of the organization. Errc::unprocessable for the last owner.
Result<void> remove_member(const api::Call&, const StoredOrganization&, const Account& person);

// Shows or hides that somebody is a member. Errc::forbidden for who is neither that person nor an owner, and for
// somebody who is no member.
Result<void> show_membership(const api::Call&, const StoredOrganization&, const Account& person, bool shown);

// The page of a team's members, by name.
Page<accounts::ShownAccount> members_of(const api::View&, const StoredTeam&, const Paging&);
bool is_in_team(db::Queries&, std::int64_t team_id, std::int64_t account_id);

// Puts somebody into a team; once is enough. Errc::forbidden for whom the organization has blocked.
Result<void> add_to_team(const api::Call&, const StoredTeam&, const Account& person);
// The same as a step of a transaction, for whom somebody else has let in.
Result<void> add_to_team(db::Transaction&, const api::Call&, const StoredTeam&, const Account& person);

// Takes somebody out, if in it. Errc::unprocessable for the last owner.
Result<void> remove_from_team(const api::Call&, const StoredTeam&, const Account& person);

// The organization wants nothing to do with somebody, or no longer; as accounts::block() and accounts::unblock(), and
// Errc::bad_request for a member.
Result<void> block(const api::Call&, const StoredOrganization&, const Account& other, const std::string& note);
Result<void> unblock(const api::Call&, const StoredOrganization&, const Account& other);

} // namespace cairn::organizations
