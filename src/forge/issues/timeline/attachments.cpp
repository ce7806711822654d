// The files of issues and comments.
#include "issues/tables.hpp"
#include "issues/timeline/attaching.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;
using attachments::Attachment;
using attachments::EditAttachmentOptions;
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

template <class At> Result<Attachment> create(Call& call, const At& at, Query<UploadQuery>, Upload upload)
{
    return attachments::show_attachment(TRY(attach(call, at, upload)), call.settings());
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
    return attachments::show_attachment(TRY(find_file(call, at, path->attachment_id)), call.settings());
}

template <class At>
Result<Attachment> edit(Call& call, const At& at, Path<AttachmentPath> path, Body<EditAttachmentOptions> body)
{
    auto file = TRY(find_file(call, at, path->attachment_id));
    return attachments::show_attachment(TRY(rename_file(call, std::move(file), body.value)), call.settings());
}

template <class At> Result<> remove(Call& call, const At& at, Path<AttachmentPath> path)
{
    if (!attachments::remove(call.site, TRY(find_file(call, at, path->attachment_id)))) return not_found("the file");
    return {};
}

// clang-format off
constexpr Operation attachment_operations[] = {
    {GET,    "/repos/{owner}/{repo}/issues/{index}/assets",                       scope::issue, reads_issue,              handle<list_of_issue>,     200, "issueListIssueAttachments",         "List the files of an issue"},
    {POST,   "/repos/{owner}/{repo}/issues/{index}/assets",                       scope::issue, changes_files_of_issue,   handle<create<IssueContext>>,   201, "issueCreateIssueAttachment",        "Attach a file to an issue", {400, 413, 422}},
    {GET,    "/repos/{owner}/{repo}/issues/{index}/assets/{attachment_id}",       scope::issue, reads_issue,              handle<get<IssueContext>>,      200, "issueGetIssueAttachment",           "Get a file of an issue"},
    {PATCH,  "/repos/{owner}/{repo}/issues/{index}/assets/{attachment_id}",       scope::issue, changes_files_of_issue,   handle<edit<IssueContext>>,     201, "issueEditIssueAttachment",          "Rename a file of an issue", {422}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/assets/{attachment_id}",       scope::issue, changes_files_of_issue,   handle<remove<IssueContext>>,   204, "issueDeleteIssueAttachment",        "Delete a file of an issue"},
    {GET,    "/repos/{owner}/{repo}/issues/comments/{id}/assets",                 scope::issue, reads_comment,            handle<list_of_comment>,   200, "issueListIssueCommentAttachments",  "List the files of a comment"},
    {POST,   "/repos/{owner}/{repo}/issues/comments/{id}/assets",                 scope::issue, changes_files_of_comment, handle<create<CommentContext>>, 201, "issueCreateIssueCommentAttachment", "Attach a file to a comment", {400, 413, 422}},
    {GET,    "/repos/{owner}/{repo}/issues/comments/{id}/assets/{attachment_id}", scope::issue, reads_comment,            handle<get<CommentContext>>,    200, "issueGetIssueCommentAttachment",    "Get a file of a comment"},
    {PATCH,  "/repos/{owner}/{repo}/issues/comments/{id}/assets/{attachment_id}", scope::issue, changes_files_of_comment, handle<edit<CommentContext>>,   201, "issueEditIssueCommentAttachment",   "Rename a file of a comment", {422}},
    {DELETE, "/repos/{owner}/{repo}/issues/comments/{id}/assets/{attachment_id}", scope::issue, changes_files_of_comment, handle<remove<CommentContext>>, 204, "issueDeleteIssueCommentAttachment", "Delete a file of a comment"},
};
// clang-format on
static_assert(well_formed(attachment_operations));

} // namespace

const Table attachment_table{"issue", attachment_operations};

} // namespace cairn::issues
