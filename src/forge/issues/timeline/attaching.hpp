// Files that are attached to issues and comments.
#pragma once

#include "attachments/upload.hpp"
#include "issues/timeline/comment.hpp"

namespace cairn::issues {

using attachments::StoredAttachment;

// Keeps the file that the request brings. Errc::not_found where the site has no attachments, and if the issue or the
// comment is gone by then; errors of attachments::receive().
Result<StoredAttachment> attach(const api::Call&, const IssueContext&, const api::Upload&);
Result<StoredAttachment> attach(const api::Call&, const CommentContext&, const api::Upload&);

// Errc::not_found also for one that is elsewhere.
Result<StoredAttachment> find_file(const api::Call&, const IssueContext&, std::int64_t id);
Result<StoredAttachment> find_file(const api::Call&, const CommentContext&, std::int64_t id);

// Errc::unprocessable for the name of a type that the site does not want.
Result<> check_file_name(const api::Call&, std::string_view name);

// Gives it another name, if there is one. The error of check_file_name().
Result<StoredAttachment> rename_file(const api::Call&, StoredAttachment, const attachments::EditAttachmentOptions&);

// The poster of an issue, unless they are blocked, and who may write to it.
Result<void> check_changes_files_of_issue(api::Call&);
inline constexpr api::Guard changes_files_of_issue =
    issue_guard("changes the files of the issue", &check_changes_files_of_issue, {401, 403, 404, 423});

// Its author, as far as they may write here, and whoever administers the repository.
Result<void> check_changes_files_of_comment(api::Call&);
inline constexpr api::Guard changes_files_of_comment =
    comment_guard("changes the files of the comment", &check_changes_files_of_comment, {401, 403, 404, 423});

} // namespace cairn::issues
