#include "pages/profiles/organization_home.hpp"

#include "access/organizations.hpp"
#include "accounts/profile/block.hpp"
#include "accounts/profile/follow.hpp"
#include "api/view.hpp"
#include "http/url.hpp"
#include "organizations/member.hpp"
#include "organizations/team_change.hpp"

namespace cairn::pages {

using access::Standing;
using accounts::Account;
using accounts::AccountKind;
using api::Call;

namespace {

constexpr std::int64_t members_shown = 18;
constexpr std::int64_t teams_shown = 8;

} // namespace

OrganizationHome organization_home(const Call& call, const Account& account, const ProfileQuery& query)
{
    const auto path = "/" + http::encode_path_segment(account.name);
    OrganizationHome home{.followers = account.followers_count,
                          .readme = profile_readme(call, account),
                          .list = owner_repositories(call, {.owner_id = account.id}, query, path, "")};
    if (!call.caller.anonymous()) {
        const auto standing =
            call.caller.admin ? Standing::owner : access::standing_in(call.db(), account.id, call.caller.id);
        home.belongs = standing >= Standing::member;
        home.owns = standing >= Standing::owner;
        home.email = account.email;
        home.may_create = access::may_create_repository(call.db(), access::Viewer::of(call.caller), account.id);
        home.followed = !accounts::followed_among(call.db(), call.caller.id, {account.id}).empty();
        home.can_follow = !accounts::is_blocked_either_way(call.db(), call.caller.id, account.id);
    }
    const auto organization = organizations::find_organization(call.db(), account.id);
    if (!organization) return home; // deleted a moment ago
    const auto members = organizations::members_of(call, *organization, {.page = 1, .limit = members_shown});
    home.members = show_account_rows(call, members.items, AccountKind::individual);
    home.member_count = members.total;
    if (!home.belongs) return home;
    organizations::SearchTeams wanted;
    wanted.limit = teams_shown;
    for (auto& team : organizations::search_teams(call, *organization, wanted).items)
        home.teams.push_back({.name = std::move(team.name), .description = std::move(team.description)});
    return home;
}

} // namespace cairn::pages
