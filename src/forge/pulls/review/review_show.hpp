// The review as the API shows it.
#pragma once

#include "accounts/user.hpp"
#include "pulls/review/review.hpp"

namespace cairn::pulls {

struct PullReview {
    std::int64_t id = 0;
    std::optional<accounts::User> user;
    std::optional<organizations::Team> team;
    ReviewState state = ReviewState::pending;
    std::string body;
    std::string commit_id;
    bool stale = false;
    bool official = false;
    bool dismissed = false;
    std::int64_t comments_count = 0;
    Time submitted_at;
    Time updated_at;
    std::string html_url;
    std::string pull_request_url;
};
BOOST_DESCRIBE_STRUCT(PullReview, (),
                      (id, user, team, state, body, commit_id, stale, official, dismissed, comments_count, submitted_at,
                       updated_at, html_url, pull_request_url))
constexpr auto notes(const PullReview*)
{
    return std::array{
        Note{"", "What somebody thinks of a pull request, or that somebody is asked what they think"},
        Note{"user", "null where a team is asked"},
        Note{"team", "the team that is asked; null where it is a person"},
        Note{"commit_id", "what was reviewed; empty for a request"},
        Note{"stale", "the pull request changes other lines by now"},
        Note{"official", "it counts for what the protection of the branch demands"},
        Note{"dismissed", "it counts no longer"},
        Note{"comments_count", "how many were made on lines"},
    };
}

// All of one pull request, in a few statements.
std::vector<PullReview> show_reviews(const api::Call&, const PullContext&, std::span<const StoredReview>);
PullReview show_review(const api::Call&, const PullContext&, const StoredReview&);

} // namespace cairn::pulls
