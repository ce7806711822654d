// The page of a pull request's conversation, for the rows of forms that come back to it.
#pragma once

#include "pages/pull/pull_view.hpp"

namespace cairn::pages {

struct PullQuery {
    std::int64_t comment = 0;
    std::string quote;
    std::string way;
};
BOOST_DESCRIBE_STRUCT(PullQuery, (), (comment, quote, way))
constexpr auto notes(const PullQuery*)
{
    return std::array{Note{"comment", "the id of an entry that must be shown"},
                      Note{"quote", "the id of a comment, or issue: what the answer begins with"},
                      Note{"way", "how to merge: what the form begins with"}};
}

Result<PullView> show_pull_page(api::Call&, const pulls::PullContext&, api::Query<PullQuery>,
                                Form<pulls::MergePullRequestOption>, Form<PullAct>);

inline constexpr auto& pull_page =
    shows<show_pull_page, "pull/conversation",
          "repoGetPullRequest issueGetCommentsAndTimeline repoGetCombinedStatusByRef repoMergePullRequest">;

} // namespace cairn::pages
