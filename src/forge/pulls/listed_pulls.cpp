#include "pulls/listed_pulls.hpp"

#include "contents/status.hpp"
#include "db/composition.hpp"
#include "pulls/review/review.hpp"

namespace cairn::pulls {

using api::View;
using db::bound;

namespace {

struct Verdict {
    std::int64_t issue_id = 0;
    std::int64_t reviewer_id = 0;
    ReviewState state = ReviewState::comment;
    bool official = false;
    bool dismissed = false;
};
BOOST_DESCRIBE_STRUCT(Verdict, (), (issue_id, reviewer_id, state, official, dismissed))

// What one that comes later makes of it: who asks for changes is heard before all others.
ReviewSummary greater(ReviewSummary a, ReviewSummary b) { return a > b ? a : b; }

void add_reviews(const View& view, const std::vector<std::int64_t>& ids, std::map<std::int64_t, ListedPull>& pulls)
{
    db::Composition query("SELECT issue_id, reviewer_id, state, official, dismissed FROM review"
                          " WHERE state <> 'PENDING' AND issue_id IN ");
    query << bound(ids) << " ORDER BY issue_id, created_at, id";
    std::map<std::pair<std::int64_t, std::int64_t>, Verdict> last; // of each person, among what counts
    for (const auto& review : view.db().all<Verdict>(query)) {
        auto& summary = pulls[review.issue_id].review;
        if (review.state == ReviewState::request_review) summary = greater(summary, ReviewSummary::asked);
        else if (is_verdict(review.state) && review.official) last[{review.issue_id, review.reviewer_id}] = review;
        else summary = greater(summary, ReviewSummary::commented);
    }
    for (const auto& [key, review] : last) {
        auto& summary = pulls[review.issue_id].review;
        if (review.dismissed) summary = greater(summary, ReviewSummary::commented);
        else
            summary = greater(summary,
                              review.state == ReviewState::approved ? ReviewSummary::approved : ReviewSummary::changes);
    }
}

} // namespace

std::map<std::int64_t, ListedPull> listed_pulls(const View& view, const std::vector<std::int64_t>& issue_ids)
{
    std::map<std::int64_t, ListedPull> pulls;
    if (issue_ids.empty()) return pulls;
    db::Composition query("SELECT issue_id, repository_id, base_branch, head_sha, additions, deletions, changed_files,"
                          " conflict FROM pull_request WHERE issue_id IN ");
    query << bound(issue_ids);
    std::vector<contents::CommitOfRepository> heads;
    for (auto& pull : view.db().all<ListedPull>(query)) {
        heads.emplace_back(pull.repository_id, pull.head_sha);
        pulls.emplace(pull.issue_id, std::move(pull));
    }
    add_reviews(view, issue_ids, pulls);
    const auto states = contents::combined_states(view.db(), heads);
    for (auto& [id, pull] : pulls)
        if (const auto found = states.find({pull.repository_id, pull.head_sha}); found != states.end())
            pull.checks = found->second;
    return pulls;
}

std::string branch_to_propose(const View& view, const RepositoryContext& place)
{
    if (view.caller.anonymous()) return {};
    constexpr std::int64_t lately = 86'400;
    return view.db()
        .first<std::string>(
            "SELECT b.name FROM (SELECT name, pusher_id, updated_at FROM branch WHERE repository_id = $1"
            " ORDER BY committed_at DESC, arrival DESC LIMIT 20) b WHERE b.pusher_id = $2 AND b.updated_at > $3"
            " AND b.name <> $4 AND NOT EXISTS (SELECT 1 FROM pull_request p JOIN issue i"
            " ON i.id = p.issue_id WHERE p.head_repository_id = $1 AND p.head_branch = b.name"
            " AND (NOT i.closed OR i.merged_at > b.updated_at)) ORDER BY b.updated_at DESC LIMIT 1",
            place.repository.id, view.caller.id, Time::now().seconds - lately, place.repository.default_branch)
        .value_or("");
}

} // namespace cairn::pulls
