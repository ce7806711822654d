#include "attachments/attachment.hpp"

#include "config/settings.hpp"
#include "db/composition.hpp"

namespace cairn::attachments {

using db::bound;

namespace {

using Owner = std::optional<std::int64_t> StoredAttachment::*;

ById load(db::Queries& db, const config::Settings& settings, db::Composition::Piece condition, Owner owner,
          const std::vector<std::int64_t>& ids)
{
    ById found;
    if (ids.empty()) return found;
    db::Composition query("SELECT * FROM attachment WHERE ");
    query << condition << " IN " << bound(ids) << " ORDER BY id";
    for (const auto& row : db.all<StoredAttachment>(query))
        found[(row.*owner).value_or(0)].push_back(show_attachment(row, settings));
    return found;
}

} // namespace

Attachment show_attachment(const StoredAttachment& stored, const config::Settings& settings)
{
    return {.id = stored.id,
            .name = stored.name,
            .size = stored.size,
            .download_count = stored.download_count,
            .created_at = stored.created_at,
            .uuid = stored.uuid,
            .browser_download_url = settings.server.root_url + "attachments/" + stored.uuid};
}

std::optional<StoredAttachment> find_attachment(db::Queries& db, std::int64_t id)
{
    return db.first<StoredAttachment>("SELECT * FROM attachment WHERE id = $1", id);
}

std::optional<StoredAttachment> find_attachment(db::Queries& db, std::string_view uuid)
{
    return db.first<StoredAttachment>("SELECT * FROM attachment WHERE uuid = $1", uuid);
}

ById attachments_of_issues(db::Queries& db, const config::Settings& settings, const std::vector<std::int64_t>& ids)
{
    return load(db, settings, "comment_id IS NULL AND issue_id", &StoredAttachment::issue_id, ids);
}

ById attachments_of_comments(db::Queries& db, const config::Settings& settings, const std::vector<std::int64_t>& ids)
{
    return load(db, settings, "comment_id", &StoredAttachment::comment_id, ids);
}

ById attachments_of_releases(db::Queries& db, const config::Settings& settings, const std::vector<std::int64_t>& ids)
{
    return load(db, settings, "release_id", &StoredAttachment::release_id, ids);
}

} // namespace cairn::attachments

template <> const cairn::Type& cairn::type_of<cairn::attachments::Attachment>()
{
    return detail::type<cairn::attachments::Attachment>;
}
