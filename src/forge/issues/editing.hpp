// What edits of issues and of pull requests have in common.
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

} // namespace cairn::issues
