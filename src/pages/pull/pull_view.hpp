// The conversation of a pull request, for those who show it: when it is asked for, and when a form on it comes back.
#pragma once

#include "pages/issue/issue_view.hpp"
#include "pages/pull/merge_box.hpp"

namespace cairn::pages {

struct PullView {
    PageHead head{};
    RepositoryPlace place;
    PullPlace pull;
    ThreadHead thread;
    ShownComment first;
    std::vector<ThreadEntry> entries{};
    Stream<ThreadEntry> all{};
    std::vector<ShownReaction> offered{}; // reactions
    ThreadRights rights{};
    WriteView reply{};
    IssueFacts facts;
    std::vector<LinkedIssue> closes{}; // when it is merged
    ReviewersFact reviewers;
    MergeBox merge;
    bool maintainers_may_push = false; // to its branch
    bool from_fork = false;
    bool may_allow = false; // that
};
BOOST_DESCRIBE_STRUCT(PullView, (),
                      (head, place, pull, thread, first, entries, all, offered, rights, reply, facts, closes, reviewers,
                       merge, maintainers_may_push, from_fork, may_allow))

struct PullWanted {
    ThreadWanted thread{};
    MergeWanted merge{};
    const SentText* sent = nullptr; // a comment that came back; null: none
};

PullView pull_view(api::Call&, const pulls::PullContext&, PullWanted);

// The page once more, after a form of it was refused that the page does not know as one of its own: with that status,
// and what was sent where it belongs.
api::Raw pull_again(api::Call&, PullView, int status);

} // namespace cairn::pages
