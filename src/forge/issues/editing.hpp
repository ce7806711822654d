// Changing an issue, and what edits of issues and of pull requests have in common.
#pragma once

#include "issues/changes.hpp"
#include "issues/issue_guards.hpp"
#include "issues/timeline/references.hpp"

namespace cairn::issues {

// Whether it shall be closed. Errc::precondition_failed for what is no state.
Result<std::optional<bool>> read_state(const std::optional<std::string>& state);

// The end of the day by which it should be done; inside, nothing for no such day; outside, nothing for no change.
Result<std::optional<std::optional<Time>>> read_deadline(const std::optional<std::string>& due_date,
                                                         std::optional<bool> unset);

// New words, what they refer to and whom they mention.
struct NewWords {
    std::string title{}; // empty: as it is
    std::optional<std::string> body{};
    std::vector<Target> targets{};
    std::vector<std::int64_t> mentioned{};
};

NewWords read_words(const api::Call&, const IssueContext&, const std::string& title,
                    const std::optional<std::string>& body);
void reword(const Change&, const NewWords&);

struct EditIssueOption {
    std::optional<std::string> title;
    std::optional<std::string> body;
    std::optional<std::string> ref;
    std::optional<std::string> assignee;
    std::optional<std::vector<std::string>> assignees;
    std::optional<std::int64_t> milestone;
    std::optional<std::vector<std::int64_t>> projects;
    std::optional<std::string> state;
    std::optional<std::string> due_date;
    std::optional<bool> unset_due_date;
    std::optional<std::int64_t> content_version;
};
BOOST_DESCRIBE_STRUCT(EditIssueOption, (),
                      (title, body, ref, assignee, assignees, milestone, projects, state, due_date, unset_due_date,
                       content_version))
constexpr auto notes(const EditIssueOption*)
{
    return std::array{
        Note{"title", "an empty one changes nothing"},
        Note{"assignee", "the one assignee, for clients of old"},
        Note{"assignees", "all assignees"},
        Note{"milestone", "the id of a milestone; 0 for none"},
        Note{"projects", "the ids of all projects that it shall be on, as far as you may change them"},
        Note{"state", "open or closed"},
        Note{.member = "due_date", .doc = "the day by whose end it should be done", .format = "date-time"},
        Note{"unset_due_date", "true: it need not be done at any time"},
        Note{"content_version", "the version of the text that you have seen; where it is another now, nothing changes"},
    };
}

// Changes what was asked for, in one transaction, and tells who has to hear of it. Errc::forbidden for who has neither
// opened it nor may write to it, and for who is blocked and does more than close it; Errc::precondition_failed for what
// is no state, or one that it cannot have; Errc::conflict where the text has another version than the one that is
// named; Errc::unprocessable and Errc::not_found for assignees, a milestone and projects that it cannot have. Of those
// who may not write to it, what only these may say is not looked at. `files`: those that wait for it, by their uuids.
Result<StoredIssue> edit_issue(const api::Call&, const IssueContext&, const EditIssueOption&,
                               std::span<const std::string> files = {});

// Removes it with all that belongs to it; one that is gone already is as gone as was asked for.
void delete_issue(const api::Call&, const IssueContext&);

struct LockIssueOption {
    std::string lock_reason;
};
BOOST_DESCRIBE_STRUCT(LockIssueOption, (), (lock_reason))
constexpr auto notes(const LockIssueOption*)
{
    return std::array{Note{"lock_reason", "why, in any words; it is told in the timeline"}};
}

// From now on only those may talk about it who may write to it, and everybody again. Errc::not_found if it is gone.
Result<> lock_issue(const api::Call&, const IssueContext&, const LockIssueOption&);
Result<> unlock_issue(const api::Call&, const IssueContext&);

} // namespace cairn::issues
