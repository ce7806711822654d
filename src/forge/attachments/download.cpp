#include "attachments/download.hpp"

#include "access/repositories.hpp"
#include "attachments/media_type.hpp"
#include "attachments/upload.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "repositories/repository.hpp"
#include "storage/storage.hpp"

namespace cairn::attachments {

using access::Unit;
using api::Call;
using api::Raw;

namespace {

// What is shown in the browser; everything else is saved.
bool is_shown(std::string_view type)
{
    return type.starts_with("image/") || type.starts_with("text/plain") || type.starts_with("video/")
        || type.starts_with("audio/") || type == "application/pdf";
}

bool may_read(const Call& call, const StoredAttachment& file)
{
    const auto repository = repositories::find_repository(call.db(), file.repository_id);
    if (!repository) return false;
    const auto viewer = access::Viewer::of(call.caller);
    const auto access = access::access_to(call.db(), viewer, repository->facts());
    const auto reads = [&](Unit unit) { return access.reads(unit) || access.administers(); };
    if (file.release_id) {
        const auto draft =
            call.db().first<bool>("SELECT draft FROM release WHERE id = $1 AND NOT tag_only", *file.release_id);
        return draft && reads(Unit::releases) && (!*draft || access.writes(Unit::releases));
    }
    if (file.issue_id) {
        const auto is_pull = call.db().first<bool>("SELECT is_pull FROM issue WHERE id = $1", *file.issue_id);
        return is_pull && reads(*is_pull ? Unit::pulls : Unit::issues);
    }
    // Uploaded, and attached to nothing so far.
    return file.uploader_id && *file.uploader_id == call.caller.id && !call.caller.anonymous();
}

} // namespace

Result<StoredAttachment> find_readable(const Call& call, std::string_view uuid)
{
    auto file = find_attachment(call.db(), uuid);
    if (!file || !may_read(call, *file)) return not_found("the file");
    return std::move(*file);
}

Result<Raw> serve(const Call& call, const StoredAttachment& file)
{
    const auto name = stored_name(file.uuid);
    const auto beginning = call.site.get<storage::Storage>().read(name, {.offset = 0, .length = enough_to_tell});
    if (!beginning) return not_found("the file");
    auto body = call.site.get<storage::Storage>().open(name);
    if (!body) return not_found("the file");
    if (call.request.method == "GET")
        call.db().write([&](db::Transaction& tx) {
            tx.run("UPDATE attachment SET download_count = download_count + 1 WHERE id = $1", file.id);
        });
    const auto type = safe_type(*beginning);
    const std::string kind = is_shown(type) ? "inline" : "attachment";
    // A file never changes under its uuid. What it holds must not become a page of this site.
    return Raw{.body = std::move(*body),
               .content_type = std::string(type),
               .headers = {{"Content-Disposition", kind + "; filename*=UTF-8''" + http::encode_path_segment(file.name)},
                           {"ETag", "\"" + file.uuid + "\""},
                           {"Cache-Control", "private, max-age=300"},
                           {"X-Content-Type-Options", "nosniff"},
                           {"Content-Security-Policy", "default-src 'none'; sandbox"}}};
}

} // namespace cairn::attachments
