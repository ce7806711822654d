#include "issues/timeline/attaching.hpp"

#include "attachments/media_type.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::issues {

using api::Call;

namespace {

Result<attachments::Received> receive(const Call& call, const api::Upload& upload)
{
    const auto& rules = call.settings().attachment;
    if (!rules.enabled) return not_found("attachments");
    return attachments::receive(call, *upload.body, {.largest = rules.max_size, .allowed_types = rules.allowed_types});
}

} // namespace

Result<StoredAttachment> attach(const Call& call, const IssueContext& at, const api::Upload& upload)
{
    const auto received = TRY(receive(call, upload));
    return call.db().write([&](db::Transaction& tx) -> Result<StoredAttachment> {
        // An upload takes long enough for the issue to be gone.
        if (tx.run("UPDATE issue SET content_version = content_version + 1, updated_at = $2 WHERE id = $1", at.issue.id,
                   Time::now())
            == 0)
            return not_found("the issue");
        return attachments::keep(
            tx, received,
            {.repository_id = at.place.repository.id, .issue_id = at.issue.id, .uploader_id = call.caller.id});
    });
}

Result<StoredAttachment> attach(const Call& call, const CommentContext& at, const api::Upload& upload)
{
    const auto received = TRY(receive(call, upload));
    return call.db().write([&](db::Transaction& tx) -> Result<StoredAttachment> {
        if (!find_comment(tx, at.comment.id)) return not_found("the comment");
        touch_issue(tx, at.issue);
        return attachments::keep(tx, received,
                                 {.repository_id = at.place.repository.id,
                                  .issue_id = at.issue.id,
                                  .comment_id = at.comment.id,
                                  .uploader_id = call.caller.id});
    });
}

Result<StoredAttachment> find_file(const Call& call, const IssueContext& at, std::int64_t id)
{
    auto file = attachments::find_attachment(call.db(), id);
    if (!file || file->issue_id != std::optional(at.issue.id)) return not_found("the file");
    return std::move(*file);
}

Result<StoredAttachment> find_file(const Call& call, const CommentContext& at, std::int64_t id)
{
    auto file = attachments::find_attachment(call.db(), id);
    if (!file || file->comment_id != std::optional(at.comment.id)) return not_found("the file");
    return std::move(*file);
}

Result<> check_file_name(const Call& call, std::string_view name)
{
    if (!attachments::is_allowed(call.settings().attachment.allowed_types, name, ""))
        return fail(Errc::unprocessable, "files of this type are not wanted here");
    return {};
}

Result<StoredAttachment> rename_file(const Call& call, StoredAttachment file,
                                     const attachments::EditAttachmentOptions& option)
{
    const auto& name = option.name;
    if (!name.empty() && name != file.name) {
        TRY(check_file_name(call, name));
        attachments::rename(call.db(), file, name);
    }
    return file;
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

} // namespace cairn::issues
