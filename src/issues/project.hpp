// A project as the API shows it with an issue.
#pragma once

#include "accounts/user.hpp"
#include "issues/milestone.hpp"

namespace cairn::issues {

struct Project {
    std::int64_t id = 0;
    std::string title;
    std::string description;
    std::int64_t owner_id = 0;
    std::int64_t repo_id = 0;
    std::int64_t creator_id = 0;
    accounts::User creator;
    MilestoneState state = MilestoneState::open;
    bool is_closed = false;
    std::string template_type;
    std::string card_type;
    std::string type;
    std::int64_t num_open_issues = 0;
    std::int64_t num_closed_issues = 0;
    std::int64_t num_issues = 0;
    Time created_at;
    Time updated_at;
    std::optional<Time> closed_at;
    std::string html_url;
};
BOOST_DESCRIBE_STRUCT(Project, (),
                      (id, title, description, owner_id, repo_id, creator_id, creator, state, is_closed, template_type,
                       card_type, type, num_open_issues, num_closed_issues, num_issues, created_at, updated_at,
                       closed_at, html_url))
constexpr auto notes(const Project*) { return std::array{Note{"", "A board that issues are put on"}}; }

} // namespace cairn::issues
