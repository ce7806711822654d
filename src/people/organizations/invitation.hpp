// Invitations to teams by mail: a letter with a link that works once and for three days, and puts whoever opens it into
// the team. Nobody is told whether an account has the address.
#pragma once

#include "organizations/guards.hpp"

namespace cairn::organizations {

inline constexpr std::int64_t invitation_days = 3;
// How many may be open for an organization; how many letters somebody causes in an hour, and to one address in a day.
inline constexpr std::int64_t most_open_invitations = 100;
inline constexpr std::int64_t most_invitations_by_hour = 20;
inline constexpr std::int64_t most_invitations_of_address = 3;

// Whether the site sends mail, and so can invite at all.
bool can_invite(const api::Call&);

// Sends a letter to the address, in place of what was sent there for this team before. What comes of it is the same
// whether or not an account has the address. Errc::unprocessable where the site sends no mail, for what is no address,
// and beyond the limits above.
Result<void> invite(const api::Call&, const TeamAndOrganization&, const std::string& email);

// One that still waits for an answer.
struct OpenInvitation {
    std::int64_t id = 0;
    std::string email;
    std::string inviter;
    Time created_at{};
    Time expires_at{};
};
BOOST_DESCRIBE_STRUCT(OpenInvitation, (), (id, email, inviter, created_at, expires_at))

// Those of a team, the latest first. An invitation is worth what its inviter may do: one whose inviter owns the
// organization no longer is not among them, and its link leads nowhere.
std::vector<OpenInvitation> open_invitations(db::Queries&, const StoredTeam&);

// Its link works no more. Errc::not_found for what is not open for this team.
Result<void> call_off(const api::Call&, const StoredTeam&, std::int64_t invitation_id);

// What the {token} of the path invites to; the caller need not see the organization otherwise.
struct Invited {
    StoredTeam team;
    StoredOrganization organization;
    std::string inviter;
    Time expires_at{};
    std::string hash; // that it is known by
};

struct InvitationPath {
    std::string token;
};
BOOST_DESCRIBE_STRUCT(InvitationPath, (), (token))
constexpr auto notes(const InvitationPath*) { return std::array{Note{"token", "what the mail's link has"}}; }

// One and the same 404 for what was never sent, is too old, was accepted or called off.
Result<void> check_is_invited(api::Call&);
// The same for whoever accepts, and so has to be signed in.
Result<void> check_accepts_invitation(api::Call&);
inline constexpr api::Guard is_invited{.name = "bears an invitation",
                                       .path = &type_of<InvitationPath>(),
                                       .loads = &api::tag<Invited>,
                                       .errors = {404},
                                       .check = &check_is_invited};
inline constexpr api::Guard accepts_invitation{.name = "bears an invitation, signed in",
                                               .path = &type_of<InvitationPath>(),
                                               .loads = &api::tag<Invited>,
                                               .errors = {401, 404},
                                               .check = &check_accepts_invitation};

// Puts the caller into the team, as add_to_team() does, and ends the invitation. Errc::not_found if somebody was
// quicker, Errc::forbidden for whom the organization has blocked: then it stays open.
Result<void> accept(const api::Call&, const Invited&);

// Forgets those whose time is over.
void forget_expired_invitations(db::Database&);

} // namespace cairn::organizations
