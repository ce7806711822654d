#include "pulls/review/review_show.hpp"

#include "config/settings.hpp"
#include "db/composition.hpp"
#include "issues/show.hpp"

namespace cairn::pulls {

using api::Call;
using db::bound;
using organizations::StoredTeam;

namespace {

struct CommentCount {
    std::int64_t review_id = 0;
    std::int64_t total = 0;
};
BOOST_DESCRIBE_STRUCT(CommentCount, (), (review_id, total))

std::map<std::int64_t, std::int64_t> count_comments(const Call& call, const std::vector<std::int64_t>& review_ids)
{
    db::Composition query("SELECT review_id, COUNT(*) AS total FROM comment WHERE kind = 'code' AND review_id IN ");
    query << bound(review_ids) << " GROUP BY review_id";
    std::map<std::int64_t, std::int64_t> counts;
    for (const auto& row : call.db().all<CommentCount>(query)) counts.emplace(row.review_id, row.total);
    return counts;
}

std::map<std::int64_t, StoredTeam> load_teams(const Call& call, const std::vector<std::int64_t>& ids)
{
    std::map<std::int64_t, StoredTeam> teams;
    if (ids.empty()) return teams;
    db::Composition query("SELECT * FROM team WHERE id IN ");
    query << bound(ids);
    for (auto& team : call.db().all<StoredTeam>(query)) teams.emplace(team.id, std::move(team));
    return teams;
}

} // namespace

std::vector<PullReview> show_reviews(const Call& call, const PullContext& at, std::span<const StoredReview> rows)
{
    if (rows.empty()) return {};
    std::vector<std::int64_t> ids;
    std::vector<std::int64_t> reviewer_ids;
    std::vector<std::int64_t> team_ids;
    for (const auto& row : rows) {
        ids.push_back(row.id);
        reviewer_ids.push_back(row.reviewer_id);
        if (row.team_id != 0) team_ids.push_back(row.team_id);
    }
    const issues::People people(call, std::move(reviewer_ids));
    const auto teams = load_teams(call, team_ids);
    auto counts = count_comments(call, ids);
    const auto page = issues::page_of(call.settings(), issues::home_of(at.place), at.issue);
    std::vector<PullReview> shown;
    shown.reserve(rows.size());
    for (const auto& row : rows) {
        PullReview review{.id = row.id,
                          .user = {},
                          .team = {},
                          .state = row.state,
                          .body = row.body,
                          .commit_id = row.commit_id,
                          .stale = row.stale,
                          .official = row.official,
                          .dismissed = row.dismissed,
                          .comments_count = counts[row.id],
                          .submitted_at = row.created_at,
                          .updated_at = row.updated_at,
                          .html_url = {},
                          .pull_request_url = page};
        // What nobody has said yet is nowhere on the page.
        if (row.state != ReviewState::pending && row.state != ReviewState::request_review)
            review.html_url = page + "#pullrequestreview-" + std::to_string(row.id);
        if (const auto team = teams.find(row.team_id); team != teams.end())
            review.team = organizations::show_team(team->second);
        else review.user = accounts::show_user(people.at(row.reviewer_id), call.caller, call.settings());
        shown.push_back(std::move(review));
    }
    return shown;
}

PullReview show_review(const Call& call, const PullContext& at, const StoredReview& review)
{
    return std::move(show_reviews(call, at, {&review, 1}).front());
}

} // namespace cairn::pulls
