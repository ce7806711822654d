#include "organizations/guards.hpp"

#include "accounts/guards.hpp"
#include "accounts/renaming.hpp"
#include "api/routes.hpp"
#include "base/text.hpp"
#include "db/database.hpp"

namespace cairn::organizations {

using access::Standing;
using access::Viewer;
using api::Call;

namespace {

Result<StoredOrganization> find_at(Call& call, std::string_view segment)
{
    const std::string& name = call.segment(segment);
    auto organization = find_organization(call.db(), name);
    if (organization) return std::move(*organization);
    const auto renamed = accounts::find_renamed_account(call.db(), name);
    if (renamed && renamed->kind == accounts::AccountKind::organization
        && access::sees_organization(call.db(), Viewer::of(call.caller),
                                     {.id = renamed->id, .visibility = renamed->visibility}))
        return elsewhere(Errc::moved_for_now, api::address_with(call, {{segment, renamed->name}}));
    return not_found("the organization");
}

Result<void> check_is_within_credential(const Call& call, const StoredOrganization& organization)
{
    if (call.caller.public_only() && organization.visibility != Visibility::public_)
        return fail(Errc::forbidden, "the token is limited to what is public, and this organization is not");
    return {};
}

// The standing of the caller, with administrators of the site counted among the owners.
Standing standing_of(Call& call, std::int64_t organization_id)
{
    return call.caller.admin ? Standing::owner : access::standing_in(call.db(), organization_id, call.caller.id);
}

Result<void> load_organization(Call& call, Standing least, const char* refusal)
{
    TRY(accounts::check_signed_in(call));
    auto organization = TRY(organization_at(call, "org"));
    if (standing_of(call, organization.id) < least) return fail(Errc::forbidden, refusal);
    call.load(std::move(organization));
    return {};
}

Result<TeamAndOrganization> team_at(Call& call)
{
    TRY(accounts::check_signed_in(call));
    const auto id = text::parse_integer(call.segment("id"));
    auto team = id ? find_team(call.db(), *id) : std::nullopt;
    auto organization = team ? find_organization(call.db(), team->organization_id) : std::nullopt;
    if (!organization) return not_found("the team");
    TRY(check_is_within_credential(call, *organization));
    const access::TeamFacts facts{
        .id = team->id, .organization = organization->facts(), .visibility = team->visibility};
    if (!access::sees_team(call.db(), Viewer::of(call.caller), facts)) {
        if (standing_of(call, organization->id) >= Standing::member)
            return fail(Errc::forbidden, "the team is seen by its own members alone");
        return not_found("the team");
    }
    return TeamAndOrganization{std::move(*team), std::move(*organization)};
}

} // namespace

Result<StoredOrganization> organization_at(Call& call, std::string_view segment)
{
    auto organization = TRY(find_at(call, segment));
    TRY(check_is_within_credential(call, organization));
    if (!access::sees_organization(call.db(), Viewer::of(call.caller), organization.facts()))
        return not_found("the organization");
    return organization;
}

Result<Account> person_at(Call& call)
{
    auto account = TRY(accounts::account_at(call, "username"));
    if (account.kind != accounts::AccountKind::individual) return not_found("the person");
    return account;
}

Result<void> check_finds_organization(Call& call)
{
    auto organization = TRY(find_at(call, "org"));
    TRY(check_is_within_credential(call, organization));
    if (organization.visibility == Visibility::private_
        && !access::sees_organization(call.db(), Viewer::of(call.caller), organization.facts()))
        return not_found("the organization");
    call.load(std::move(organization));
    return {};
}

Result<void> check_reads_organization(Call& call)
{
    call.load(TRY(organization_at(call, "org")));
    return {};
}

Result<void> check_reads_organization_signed_in(Call& call)
{
    TRY(accounts::check_signed_in(call));
    return check_reads_organization(call);
}

Result<void> check_belongs_to_organization(Call& call)
{
    return load_organization(call, Standing::member, "only members of the organization may do this");
}

Result<void> check_owns_organization(Call& call)
{
    return load_organization(call, Standing::owner, "only owners of the organization may do this");
}

Result<void> check_reads_team(Call& call)
{
    call.load(TRY(team_at(call)));
    return {};
}

Result<void> check_owns_team(Call& call)
{
    auto found = TRY(team_at(call));
    if (standing_of(call, found.organization.id) < Standing::owner)
        return fail(Errc::forbidden, "only owners of the organization may change its teams");
    call.load(std::move(found));
    return {};
}

} // namespace cairn::organizations
