#include "pulls/review/shown_reviewers.hpp"

#include <algorithm>

#include "config/settings.hpp"
#include "db/composition.hpp"

namespace cairn::pulls {

using accounts::User;
using api::View;
using db::bound;
using organizations::StoredTeam;
using organizations::Team;

namespace {

std::vector<std::int64_t> collect(const std::map<std::int64_t, Requested>& requested,
                                  std::vector<std::int64_t> Requested::* ids)
{
    std::vector<std::int64_t> all;
    for (const auto& [issue_id, asked] : requested) std::ranges::copy(asked.*ids, std::back_inserter(all));
    return all;
}

std::map<std::int64_t, Team> show_teams(const View& view, const std::vector<std::int64_t>& ids)
{
    std::map<std::int64_t, Team> shown;
    if (ids.empty()) return shown;
    db::Composition query("SELECT * FROM team WHERE id IN ");
    query << bound(ids);
    const auto teams = view.db().all<StoredTeam>(query);
    std::vector<std::int64_t> organization_ids;
    for (const auto& team : teams) organization_ids.push_back(team.organization_id);
    for (const auto& organization : organizations::find_organizations(view.db(), organization_ids))
        for (const auto& team : teams)
            if (team.organization_id == organization.id)
                shown.emplace(team.id, organizations::show_team(team, organization, view.caller, view.settings()));
    return shown;
}

} // namespace

ShownReviewers::ShownReviewers(const View& view, const std::vector<std::int64_t>& issue_ids)
    : ShownReviewers(view, requested_of(view.db(), issue_ids))
{
}

ShownReviewers::ShownReviewers(const View& view, ByIssue requested)
    : requested_(std::move(requested)), people_(view, collect(requested_, &Requested::people)),
      teams_(show_teams(view, collect(requested_, &Requested::teams)))
{
}

std::optional<std::vector<User>> ShownReviewers::people_of(std::int64_t issue_id) const
{
    const auto found = requested_.find(issue_id);
    if (found == requested_.end() || found->second.people.empty()) return {};
    std::vector<User> shown;
    for (const auto id : found->second.people) shown.push_back(people_.plainly(id));
    return shown;
}

std::optional<std::vector<Team>> ShownReviewers::teams_of(std::int64_t issue_id) const
{
    const auto found = requested_.find(issue_id);
    if (found == requested_.end() || found->second.teams.empty()) return {};
    std::vector<Team> shown;
    for (const auto id : found->second.teams)
        if (const auto team = teams_.find(id); team != teams_.end()) shown.push_back(team->second);
    return shown;
}

} // namespace cairn::pulls
