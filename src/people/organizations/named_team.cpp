#include "organizations/named_team.hpp"

#include "accounts/guards.hpp"
#include "base/text.hpp"
#include "db/database.hpp"

namespace cairn::organizations {

using access::Standing;
using api::Call;

namespace {

Result<TeamAndOrganization> named_team(Call& call, bool to_change)
{
    TRY(accounts::check_signed_in(call));
    auto organization = TRY(organization_at(call, "org"));
    const auto standing =
        call.caller.admin ? Standing::owner : access::standing_in(call.db(), organization.id, call.caller.id);
    auto team = call.db().first<StoredTeam>("SELECT * FROM team WHERE organization_id = $1 AND lower_name = $2",
                                            organization.id, text::to_lower(call.segment("team")));
    if (!team) return not_found("the team");
    const access::TeamFacts facts{.id = team->id, .organization = organization.facts(), .visibility = team->visibility};
    if (!access::sees_team(call.db(), access::Viewer::of(call.caller), facts)) {
        if (standing >= Standing::member) return fail(Errc::forbidden, "the team is seen by its own members alone");
        return not_found("the team");
    }
    if (to_change && standing < Standing::owner)
        return fail(Errc::forbidden, "only owners of the organization may change its teams");
    return TeamAndOrganization{.team = std::move(*team), .organization = std::move(organization)};
}

} // namespace

Result<void> check_reads_named_team(Call& call)
{
    call.load(TRY(named_team(call, false)));
    return {};
}

Result<void> check_owns_named_team(Call& call)
{
    call.load(TRY(named_team(call, true)));
    return {};
}

} // namespace cairn::organizations
