// Who is asked to review some pull requests, as the API shows it with them.
#pragma once

#include "issues/show.hpp"
#include "pulls/review/review_requests.hpp"

namespace cairn::pulls {

class ShownReviewers {
public:
    ShownReviewers(const api::View&, const std::vector<std::int64_t>& issue_ids);

    // Nothing where it is nobody.
    std::optional<std::vector<accounts::User>> people_of(std::int64_t issue_id) const;
    std::optional<std::vector<organizations::Team>> teams_of(std::int64_t issue_id) const;

private:
    using ByIssue = std::map<std::int64_t, Requested>;
    ShownReviewers(const api::View&, ByIssue);

    ByIssue requested_;
    issues::People people_;
    std::map<std::int64_t, organizations::Team> teams_{};
};

} // namespace cairn::pulls
