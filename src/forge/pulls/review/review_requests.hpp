// Asking people and teams for their opinion of a pull request.
#pragma once

#include "issues/changes.hpp"
#include "pulls/review/review.hpp"

namespace cairn::pulls {

struct Reviewers {
    std::vector<accounts::Account> people{};
    std::vector<organizations::StoredTeam> teams{};

    bool empty() const { return people.empty() && teams.empty(); }
};

// People by their names or addresses, teams of the organization by their names; a person's repository has no teams.
// Errc::not_found for whom nobody knows.
Result<Reviewers> find_reviewers(const api::Call&, const RepositoryContext&, const std::vector<std::string>& people,
                                 const std::vector<std::string>& teams);

// Errc::unprocessable for the poster, an organization, whoever could not read the pull request, and whoever has blocked
// the one who asks.
Result<void> check_can_review(db::Queries&, const repositories::StoredRepository&, std::int64_t poster_id,
                              std::int64_t asker_id, const Reviewers&);

// The requests that are new: whoever is asked already is not asked again. Errc::forbidden for asking somebody again
// who has reviewed what is closed now.
Result<std::vector<StoredReview>> request_reviews(const issues::Change&, const repositories::StoredRepository&,
                                                  const StoredPull&, const Reviewers&);

// Nothing happens to those who are not asked.
void withdraw_requests(const issues::Change&, const Reviewers&);

// Who is shown with a pull request: those who are asked or have answered, and the teams that are asked.
struct Requested {
    std::vector<std::int64_t> people{};
    std::vector<std::int64_t> teams{};
};
std::map<std::int64_t, Requested> requested_of(db::Queries&, const std::vector<std::int64_t>& issue_ids);

struct PullReviewRequestOptions {
    std::vector<std::string> reviewers;
    std::vector<std::string> team_reviewers;
};
BOOST_DESCRIBE_STRUCT(PullReviewRequestOptions, (), (reviewers, team_reviewers))
constexpr auto notes(const PullReviewRequestOptions*)
{
    return std::array{
        Note{"reviewers", "people, by their names or addresses"},
        Note{"team_reviewers", "teams of the organization, by their names"},
    };
}

// The poster, unless the owner has blocked them, and whoever may write to pull requests. Errc::unprocessable and
// Errc::forbidden for others.
Result<void> check_may_choose(const api::Call&, const PullContext&);

// The teams of the owner that could be asked: those that the caller sees; none of a person's repository.
std::vector<organizations::StoredTeam> reviewing_teams(const api::Call&, const RepositoryContext&);

// The requests that are new. Errc::not_found for whom nobody knows, Errc::unprocessable for who may not choose and for
// who cannot review it, Errc::forbidden for who is blocked, and as request_reviews() has it.
Result<std::vector<StoredReview>> request_reviewers(const api::Call&, const PullContext&,
                                                    const PullReviewRequestOptions&);
// Everybody may decline; for others as above.
Result<> withdraw_reviewers(const api::Call&, const PullContext&, const PullReviewRequestOptions&);

} // namespace cairn::pulls
