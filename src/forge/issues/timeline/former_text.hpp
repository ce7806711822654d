// What issues and comments said before somebody changed it: kept with each change, for whoever may read the text.
#pragma once

#include <map>

#include "issues/timeline/comment.hpp"

namespace cairn::issues {

// A version that another one has replaced.
struct FormerText {
    std::int64_t id = 0;
    std::int64_t issue_id = 0;
    std::optional<std::int64_t> comment_id; // none: the issue's own text
    std::optional<std::int64_t> editor_id;  // who replaced it; none: the account is gone
    std::string body;                       // empty where it was removed
    bool removed = false;
    Time replaced_at;
};
BOOST_DESCRIBE_STRUCT(FormerText, (), (id, issue_id, comment_id, editor_id, body, removed, replaced_at))

// Which text: of an issue, or of a comment on it.
struct TextOwner {
    std::int64_t issue_id = 0;
    std::int64_t comment_id = 0; // 0: the issue's own
};

// By which a form knows whether a text still says what it did when somebody began to change it.
std::string mark_of(std::string_view text);

// Keeps what was said before the change that is under way. Of each text the latest versions are kept, some dozens.
void keep_former(db::Transaction&, const TextOwner&, std::int64_t editor_id, const std::string& body);

// All versions of a text that were replaced, the oldest first.
std::vector<FormerText> former_texts(db::Queries&, const TextOwner&);

// How often each text of an issue was changed, by the id of the comment (0: the issue's own). What was never changed is
// not in it.
std::map<std::int64_t, std::int64_t> count_former(db::Queries&, std::int64_t issue_id);

// Whether the caller may take the words out of a version: whoever wrote the text, and who administers the repository.
bool may_remove_former(const api::Caller&, const IssueContext&, std::int64_t author_id);

// Takes the words out of a version, for good; that there was one stays told. Errc::forbidden for who may not,
// Errc::not_found for none of this text.
Result<> remove_former(const api::Call&, const IssueContext&, const TextOwner&, std::int64_t author_id,
                       std::int64_t id);

} // namespace cairn::issues
