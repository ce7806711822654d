// Changing a pull request.
#pragma once

#include "pulls/pull.hpp"

namespace cairn::pulls {

struct EditPullRequestOption {
    std::optional<std::string> title;
    std::optional<std::string> body;
    std::optional<std::string> base;
    std::optional<std::string> assignee;
    std::optional<std::vector<std::string>> assignees;
    std::optional<std::int64_t> milestone;
    std::optional<std::vector<std::int64_t>> labels;
    std::optional<std::string> state;
    std::optional<std::string> due_date;
    std::optional<bool> unset_due_date;
    std::optional<bool> allow_maintainer_edit;
    std::optional<std::int64_t> content_version;
};
BOOST_DESCRIBE_STRUCT(EditPullRequestOption, (),
                      (title, body, base, assignee, assignees, milestone, labels, state, due_date, unset_due_date,
                       allow_maintainer_edit, content_version))
constexpr auto notes(const EditPullRequestOption*)
{
    return std::array{
        Note{"title", "an empty one changes nothing"},
        Note{"base", "the branch that it shall go to; an empty one changes nothing"},
        Note{"assignee", "the one assignee, for clients of old"},
        Note{"assignees", "all assignees"},
        Note{"milestone", "the id of a milestone; 0 for none, unless an empty base comes with it"},
        Note{"labels", "the ids of all labels"},
        Note{"state", "open or closed"},
        Note{.member = "due_date", .doc = "the day by whose end it should be done", .format = "date-time"},
        Note{"unset_due_date", "true: it need not be done at any time"},
        Note{"allow_maintainer_edit", "whoever may merge it may push to its branch; for who has opened it to say"},
        Note{"content_version", "the version of the text that you have seen; where it is another now, nothing changes"},
    };
}

// Changes what was asked for, in one transaction, and brings the pull request up to date; whoever shows it then reads
// it anew. Errc::forbidden for who has neither opened it nor may write to it, for who is blocked and does more than
// close it, and where it is for the poster alone to say; Errc::precondition_failed for what is no state, or one that it
// cannot have; Errc::conflict where the text has another version than the one that is named; Errc::unprocessable and
// Errc::not_found for a branch, assignees and a milestone that it cannot have. Of those who may not write to it, what
// only these may say is not looked at.
Result<> edit_pull(const api::Call&, const PullContext&, const EditPullRequestOption&);

} // namespace cairn::pulls
