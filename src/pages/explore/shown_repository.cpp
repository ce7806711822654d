#include "pages/explore/shown_repository.hpp"

#include <algorithm>
#include <numeric>

#include "api/view.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "contents/statistics.hpp"
#include "languages/color.hpp"
#include "pages/kit.hpp"
#include "repositories/listed.hpp"

namespace cairn::pages {

namespace {

// A line in a box of 96 by 26, the most commits at its top.
std::string line_through(const std::vector<std::int64_t>& weeks)
{
    const auto most = std::max<std::int64_t>(std::ranges::max(weeks), 1);
    std::string points;
    for (std::size_t i = 0; i < weeks.size(); ++i) {
        const auto x = 96 * i / std::max<std::size_t>(weeks.size() - 1, 1);
        const auto y = 24 - 22 * weeks[i] / most;
        points += (i > 0 ? " " : "") + std::to_string(x) + "," + std::to_string(y);
    }
    return points;
}

} // namespace

std::vector<ShownRepository> show_repository_rows(const api::Call& call, std::span<const std::int64_t> ids)
{
    const auto listed = repositories::listed_repositories(call, ids);
    std::vector<std::int64_t> readable;
    for (const auto& one : listed)
        if (one.access.reads(access::Unit::code)) readable.push_back(one.row.id);
    const auto commits = contents::recent_commits(call.db(), readable, Time::now());
    const bool can_star = !call.caller.anonymous() && !call.settings().repository.disable_stars
        && call.site.get<Kit>().has_action("/{owner}/{repo}/action/star");

    std::vector<ShownRepository> shown;
    for (const auto& one : listed) {
        const auto& row = one.row;
        ShownRepository made{.owner = row.owner,
                             .owner_avatar = row.owner_avatar.empty() ? "" : "/avatars/" + row.owner_avatar,
                             .of_organization = row.of_organization,
                             .name = row.name,
                             .description = row.description,
                             .private_ = row.private_,
                             .internal = !row.private_ && row.audience != 0,
                             .fork = row.fork,
                             .mirror = row.mirror,
                             .template_ = row.template_,
                             .archived = row.archived,
                             .language = row.language,
                             .language_color = std::string(languages::color_of(row.language)),
                             .stars = row.stars_count,
                             .forks = row.forks_count,
                             .updated_at = row.updated_at,
                             .starred = one.starred,
                             .can_star = can_star};
        for (const auto topic : text::split_list(row.topics)) made.topics.emplace_back(topic);
        if (const auto weeks = commits.find(row.id); weeks != commits.end()) {
            made.commits = std::reduce(weeks->second.begin(), weeks->second.end());
            if (made.commits > 0) made.activity = line_through(weeks->second);
        }
        shown.push_back(std::move(made));
    }
    return shown;
}

} // namespace cairn::pages
