// Who is asked to review a pull request, and what they say: a fact beside its timeline.
#pragma once

#include "pages/issue/facts.hpp"
#include "pulls/review/review.hpp"

namespace cairn::pages {

enum class Saying : std::uint8_t { asked, approved, changes, commented };
BOOST_DESCRIBE_ENUM(Saying, asked, approved, changes, commented)

struct ShownReviewer {
    Speaker speaker{}; // or the name of a team
    bool team = false;
    Saying says = Saying::asked;
    bool stale = false;    // before the last push
    bool official = false; // it counts for the rule of the branch
    bool own = false;      // the reader's
    std::string commit{};  // that was reviewed
    std::int64_t review_id = 0;
    bool may_dismiss = false;
    bool may_ask_again = false;
};
BOOST_DESCRIBE_STRUCT(ShownReviewer, (),
                      (speaker, team, says, stale, official, own, commit, review_id, may_dismiss, may_ask_again))

struct ReviewersFact {
    std::vector<ShownReviewer> people{};
    std::optional<FactMenu> menu{};
    std::string actions{}; // where its forms are sent to
    bool may_decline = false;
};
BOOST_DESCRIBE_STRUCT(ReviewersFact, (), (people, menu, actions, may_decline))

ReviewersFact reviewers_fact(const api::Call&, const pulls::PullContext&, const ThreadRights&, std::string_view swap);

// People by their names, teams as "team:name". Those who are asked are chosen.
Choices reviewer_choices(const api::Call&, const pulls::PullContext&, std::string_view q, std::int64_t most);

} // namespace cairn::pages
