// Where the link of a mail leads that invites somebody to a team. Programs that look at mail open links, so that
// opening it changes nothing; whoever is not signed in learns what it is about, and comes back when they are.
#include "organizations/invitation.hpp"
#include "accounts/guards.hpp"
#include "accounts/sign_in/in_person.hpp"
#include "organizations/member.hpp"
#include "pages/organizations/organization_address.hpp"
#include "pages/organizations/tables.hpp"
#include "pages/organizations/team_units.hpp"
#include "pages/page.hpp"
#include "pages/return_address.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using organizations::Invited;
using words::Phrase;

namespace {

const Notice invitation_accepted{"invitation-accepted", Phrase("You are in the team now.")};

struct InvitationView {
    PageHead head{};
    std::string action; // the page's own address
    std::string organization;
    std::string full_name;
    std::string team;
    std::string address; // of the team
    std::string inviter;
    Time expires_at{};
    bool of_owners = false;
    bool administers = false;
    bool all_repositories = false;
    bool may_create_repositories = false;
    std::vector<TeamUnitRow> units{};
    bool joined = false;
    std::string query{}; // of the pages that stand before it for who is not signed in
};
BOOST_DESCRIBE_STRUCT(InvitationView, (),
                      (head, action, organization, full_name, team, address, inviter, expires_at, of_owners,
                       administers, all_repositories, may_create_repositories, units, joined, query))

Result<InvitationView> show(Call& call, const Invited& to)
{
    const auto action = "/org/invite/" + std::string(call.segment("token"));
    const auto& team = to.team;
    return InvitationView{.action = action,
                          .organization = to.organization.name,
                          .full_name = to.organization.full_name,
                          .team = team.name,
                          .address = team_address(to.organization, team),
                          .inviter = to.inviter,
                          .expires_at = to.expires_at,
                          .of_owners = team.is_of_owners(),
                          .administers = team.permission == access::Level::admin,
                          .all_repositories = team.includes_all_repositories,
                          .may_create_repositories = team.can_create_org_repo,
                          .units = team_unit_rows(language_of(call), team),
                          .joined = organizations::is_in_team(call.db(), team.id, call.caller.id),
                          .query = return_query(action)};
}

Result<Done> join(Call& call, const Invited& to)
{
    TRY(organizations::accept(call, to));
    return done(team_address(to.organization, to.team), invitation_accepted);
}

constexpr auto& invitation_page = shows<show, "organizations/invitation">;

using accounts::in_person;
using organizations::accepts_invitation;
using organizations::is_invited;

// clang-format off
constexpr Operation invitation_operations[] = {
    {GET,  "/org/invite/{token}", scope::none, is_invited,                    invitation_page, 200, "siteInvitation",         "Show what somebody is invited to, and ask whether to join"},
    {POST, "/org/invite/{token}", scope::none, in_person<accepts_invitation>, does<join>,      303, "siteInvitationAccepted", "Join the team that one is invited to"},
};
// clang-format on
static_assert(well_formed(invitation_operations));

} // namespace

const Table invitation_table{"site", invitation_operations, Door::site, refuse_page};

} // namespace cairn::pages
