// The files of issues and comments.
#include "accounts/account.hpp"
#include "attachments/media_type.hpp"
#include "attachments/upload.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "issues/tables.hpp"
#include "issues/timeline/comment.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;
using attachments::Attachment;
using attachments::EditAttachmentOptions;
using attachments::StoredAttachment;
using attachments::UploadQuery;

namespace {

struct AttachmentPath {
    std::int64_t attachment_id = 0;
};
BOOST_DESCRIBE_STRUCT(AttachmentPath, (), (attachment_id))
constexpr auto notes(const AttachmentPath*)
{
    return std::array{Note{.member = "attachment_id", .doc = "the file's id", .format = "int64"}};
}

Result<void> check_changes_files_of_issue(Call& call)
{
    auto place = TRY(repositories::find_place(call));
    TRY(question::changeable(call, place));
    IssueContext at{.place = std::move(place), .issue = {}};
    at.issue = TRY(find_readable_issue(call, at.place));
    if (!at.is_poster(call.caller) && !at.may_write())
        return fail(Errc::forbidden, "you may not change the files of this issue");
    if (!at.may_write()) TRY(check_not_blocked(call, at));
    call.load(std::move(at));
    return {};
}
constexpr Guard changes_files_of_issue =
    issue_guard("changes the files of the issue", &check_changes_files_of_issue, {401, 403, 404, 423});

// Its author, as far as they may write here, and whoever administers the repository.
Result<void> check_changes_files_of_comment(Call& call)
{
    auto place = TRY(repositories::find_place(call));
    TRY(question::changeable(call, place));
    auto at = TRY(find_readable_comment(call, std::move(place)));
    if (!at.place.access.administers() && !(at.may_write() && at.is_author(call.caller)))
        return fail(Errc::forbidden, "you may not change the files of this comment");
    call.load(std::move(at));
    return {};
}
constexpr Guard changes_files_of_comment =
    comment_guard("changes the files of the comment", &check_changes_files_of_comment, {401, 403, 404, 423});

Result<StoredAttachment> find_file(const Call& call, const IssueContext& at, const AttachmentPath& path)
{
    auto file = attachments::find_attachment(call.db(), path.attachment_id);
    if (!file || file->issue_id != std::optional(at.issue.id)) return not_found("the file");
    return std::move(*file);
}

Result<StoredAttachment> find_file(const Call& call, const CommentContext& at, const AttachmentPath& path)
{
    auto file = attachments::find_attachment(call.db(), path.attachment_id);
    if (!file || file->comment_id != std::optional(at.comment.id)) return not_found("the file");
    return std::move(*file);
}

Result<attachments::Received> receive(const Call& call, const Upload& upload)
{
    const auto& rules = call.settings().attachment;
    if (!rules.enabled) return not_found("attachments");
    return attachments::receive(call, *upload.body, {.largest = rules.max_size, .allowed_types = rules.allowed_types});
}

Result<Attachment> create_of_issue(Call& call, const IssueContext& at, Query<UploadQuery>, Upload upload)
{
    const auto received = TRY(receive(call, upload));
    const auto kept = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredAttachment> {
        // An upload takes long enough for the issue to be gone.
        if (tx.run("UPDATE issue SET content_version = content_version + 1, updated_at = $2 WHERE id = $1", at.issue.id,
                   Time::now())
            == 0)
            return not_found("the issue");
        return attachments::keep(
            tx, received,
            {.repository_id = at.place.repository.id, .issue_id = at.issue.id, .uploader_id = call.caller.id});
    }));
    return attachments::show_attachment(kept, call.settings());
}

Result<Attachment> create_of_comment(Call& call, const CommentContext& at, Query<UploadQuery>, Upload upload)
{
    const auto received = TRY(receive(call, upload));
    const auto kept = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredAttachment> {
        if (!find_comment(tx, at.comment.id)) return not_found("the comment");
        touch_issue(tx, at.issue);
        return attachments::keep(tx, received,
                                 {.repository_id = at.place.repository.id,
                                  .issue_id = at.issue.id,
                                  .comment_id = at.comment.id,
                                  .uploader_id = call.caller.id});
    }));
    return attachments::show_attachment(kept, call.settings());
}

Result<Attachment> rename(const Call& call, StoredAttachment file, const std::string& name)
{
    if (!name.empty() && name != file.name) {
        if (!attachments::is_allowed(call.settings().attachment.allowed_types, name, ""))
            return fail(Errc::unprocessable, "files of this type are not wanted here");
        attachments::rename(call.db(), file, name);
    }
    return attachments::show_attachment(file, call.settings());
}

Result<std::vector<Attachment>> list_of_issue(Call& call, const IssueContext& at)
{
    return attachments::attachments_of_issues(call.db(), call.settings(), {at.issue.id})[at.issue.id];
}

Result<std::vector<Attachment>> list_of_comment(Call& call, const CommentContext& at)
{
    return attachments::attachments_of_comments(call.db(), call.settings(), {at.comment.id})[at.comment.id];
}

template <class At> Result<Attachment> get(Call& call, const At& at, Path<AttachmentPath> path)
{
    return attachments::show_attachment(TRY(find_file(call, at, path.value)), call.settings());
}

template <class At>
Result<Attachment> edit(Call& call, const At& at, Path<AttachmentPath> path, Body<EditAttachmentOptions> body)
{
    return rename(call, TRY(find_file(call, at, path.value)), body->name);
}

template <class At> Result<> remove(Call& call, const At& at, Path<AttachmentPath> path)
{
    if (!attachments::remove(call.site, TRY(find_file(call, at, path.value)))) return not_found("the file");
    return {};
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/issues/{index}/assets",                       scope::issue, reads_issue,              handle<list_of_issue>,     200, "issueListIssueAttachments",         "List the files of an issue"},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/assets",                       scope::issue, changes_files_of_issue,   handle<create_of_issue>,   201, "issueCreateIssueAttachment",        "Attach a file to an issue", {400, 413, 422}},
    {GET,    "/repos/{owner}/{repo}/issues/{index}/assets/{attachment_id}",       scope::issue, reads_issue,              handle<get<IssueContext>>,      200, "issueGetIssueAttachment",           "Get a file of an issue"},
    {PATCH,  "/repos/{owner}/{repo}/issues/{index}/assets/{attachment_id}",       scope::issue, changes_files_of_issue,   handle<edit<IssueContext>>,     201, "issueEditIssueAttachment",          "Rename a file of an issue", {422}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/assets/{attachment_id}",       scope::issue, changes_files_of_issue,   handle<remove<IssueContext>>,   204, "issueDeleteIssueAttachment",        "Delete a file of an issue"},
    {GET,    "/repos/{owner}/{repo}/issues/comments/{id}/assets",                 scope::issue, reads_comment,            handle<list_of_comment>,   200, "issueListIssueCommentAttachments",  "List the files of a comment"},
    {POST,   "/repos/{owner}/{repo}/issues/comments/{id}/assets",                 scope::issue, changes_files_of_comment, handle<create_of_comment>, 201, "issueCreateIssueCommentAttachment", "Attach a file to a comment", {400, 413, 422}},
    {GET,    "/repos/{owner}/{repo}/issues/comments/{id}/assets/{attachment_id}", scope::issue, reads_comment,            handle<get<CommentContext>>,    200, "issueGetIssueCommentAttachment",    "Get a file of a comment"},
    {PATCH,  "/repos/{owner}/{repo}/issues/comments/{id}/assets/{attachment_id}", scope::issue, changes_files_of_comment, handle<edit<CommentContext>>,   201, "issueEditIssueCommentAttachment",   "Rename a file of a comment", {422}},
    {DELETE, "/repos/{owner}/{repo}/issues/comments/{id}/assets/{attachment_id}", scope::issue, changes_files_of_comment, handle<remove<CommentContext>>, 204, "issueDeleteIssueCommentAttachment", "Delete a file of a comment"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table attachment_table{"issue", operations};

} // namespace cairn::issues
