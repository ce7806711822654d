#include "pages/dashboard/dashboard.hpp"

#include "config/settings.hpp"
#include "http/url.hpp"
#include "issues/labels/milestone_list.hpp"
#include "issues/show.hpp"
#include "organizations/affiliation.hpp"
#include "organizations/team_change.hpp"
#include "pages/kit.hpp"
#include "pages/places/avatar_address.hpp"
#include "pages/places/repository_address.hpp"
#include "repositories/latest.hpp"

namespace cairn::pages {

using accounts::Account;
using api::Call;
using organizations::StoredOrganization;
using organizations::StoredTeam;

namespace {

constexpr std::int64_t deeds_shown = 20;
constexpr std::size_t repositories_shown = 8;
constexpr std::int64_t repositories_known = 30; // whose milestones are looked at
constexpr std::int64_t milestones_shown = 3;
constexpr std::int64_t seats_shown = 20;

std::string picture(const std::string& name) { return name.empty() ? "" : "/avatars/" + name; }

// Oneself first, then one's organizations.
std::vector<Seat> seats_of(const Call& call, const Account& account, std::int64_t current)
{
    std::vector<Seat> seats{
        {.name = account.name, .address = "/", .avatar = avatar_address(account), .current = current == 0}};
    for (const auto& one : organizations::organizations_of(call, account, {.page = 1, .limit = seats_shown}).items)
        seats.push_back({.name = one.name,
                         .address = "/org/" + http::encode_path_segment(one.name) + "/dashboard",
                         .avatar = picture(one.avatar),
                         .organization = true,
                         .current = current == one.id});
    return seats;
}

void show_repositories(const Call& call, const repositories::LatestOf& of, Dashboard& board)
{
    const auto found = repositories::latest_repositories(call, of, repositories_known);
    board.repository_count = found.total;
    std::vector<std::int64_t> ids;
    for (const auto& one : found.repositories) {
        ids.push_back(one.id);
        if (board.repositories.size() == repositories_shown) continue;
        board.repositories.push_back({.name = one.owner + "/" + one.name,
                                      .address = repository_address(one.owner, one.name),
                                      .avatar = picture(one.owner_avatar),
                                      .of_organization = one.of_organization,
                                      .private_ = one.private_});
    }
    // What is looked for has nothing to do with what is due.
    if (!of.words.empty()) return;
    for (const auto& milestone : issues::next_milestones(call, ids, milestones_shown)) {
        const auto at =
            std::ranges::find(found.repositories, milestone.repository_id, &repositories::LatestRepository::id);
        if (at == found.repositories.end()) continue;
        board.milestones.push_back(show_milestone(milestone, repository_address(at->owner, at->name)));
        board.milestones.back().repository = at->name;
    }
}

void show_feed(const Call& call, const feeds::RecentOf& of, const DashboardQuery& query, Dashboard& board)
{
    const auto recent = feeds::recent_activities(call, of, query.before, deeds_shown);
    board.feed = show_deeds(call, recent.activities);
    board.is_older = query.before > 0;
    if (recent.older_than != 0) board.older = board.path + "?before=" + std::to_string(recent.older_than) + "#feed";
}

bool has_feeds(const Call& call) { return call.settings().other.enable_feed; }

} // namespace

Dashboard own_dashboard(const Call& call, const Account& account, const DashboardQuery& query)
{
    Dashboard board{.path = "/",
                    .greeting = account.full_name.empty() ? account.name : account.full_name,
                    .seats = seats_of(call, account, 0),
                    .waiting = waiting_list(call, {}, ""),
                    .q = query.q};
    show_feed(call, {.account_id = account.id}, query, board);
    show_repositories(call, {.words = query.q}, board);
    const auto profile = "/" + http::encode_path_segment(account.name);
    if (has_feeds(call)) board.feed_address = profile + ".rss";
    if (call.site.get<Kit>().has_page("/{username}")) board.all_repositories = profile + "?tab=repositories";
    board.fresh = board.waiting.total == 0 && board.repository_count == 0 && query.q.empty();
    return board;
}

Dashboard organization_dashboard(const Call& call, const StoredOrganization& organization, const StoredTeam* team,
                                 const DashboardQuery& query)
{
    const auto name = http::encode_path_segment(organization.name);
    const auto path = "/org/" + name + "/dashboard";
    const auto team_id = team == nullptr ? 0 : team->id;
    Dashboard board{.path = team == nullptr ? path : path + "/" + http::encode_path_segment(team->name),
                    .organization = organization.name,
                    .team = team == nullptr ? "" : team->name,
                    .seats = seats_of(call, accounts::account_of(call.caller), organization.id),
                    .waiting = waiting_list(call, {.owner_id = organization.id, .team_id = team_id}, "/org/" + name),
                    .q = query.q};
    organizations::SearchTeams all;
    all.limit = seats_shown;
    for (const auto& one : organizations::search_teams(call, organization, all).items)
        board.teams.push_back({.name = one.name,
                               .address = path + "/" + http::encode_path_segment(one.name),
                               .current = one.id == team_id});
    show_feed(call,
              team == nullptr ? feeds::RecentOf{.owner_id = organization.id} : feeds::RecentOf{.team_id = team_id},
              query, board);
    show_repositories(call, {.owner_id = organization.id, .team_id = team_id, .words = query.q}, board);
    if (has_feeds(call) && team == nullptr) board.feed_address = "/" + name + ".rss";
    if (call.site.get<Kit>().has_page("/{username}")) board.all_repositories = "/" + name;
    return board;
}

} // namespace cairn::pages
