#include "releases/asset.hpp"

#include "attachments/pending.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"

namespace cairn::releases {

using namespace api;
using attachments::EditAttachmentOptions;
using attachments::StoredAttachment;

namespace {

// A tag that is called latest is meant before the latest release; a draft that waits for such a tag is none.
Result<StoredRelease> release_called(const Call& call, const RepositoryContext& place, const std::string& tag)
{
    auto release = find_release_of(call.db(), place, tag);
    if (release && (!release->draft || sees_drafts(call, place))) return release;
    if (tag != "latest") return not_found("the release");
    const auto repository = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
    if (git::find_tag(*repository, tag)) return not_found("the release");
    return find_latest_release(call.db(), place);
}

} // namespace

Result<StoredAttachment> find_asset(const Call& call, const RepositoryContext& place, std::int64_t release_id,
                                    std::int64_t id)
{
    const auto release = TRY(seen_release(call, place, release_id));
    auto asset = attachments::find_attachment(call.db(), id);
    if (!asset || asset->release_id != release.id) return not_found("the file");
    return std::move(*asset);
}

attachments::UploadRules asset_rules(const Call& call)
{
    const auto& rules = call.settings().repository_release;
    return {.largest = rules.file_max_size, .allowed_types = rules.allowed_types};
}

Result<StoredAttachment> add_pending_asset(const Call& call, const RepositoryContext& place, http::BodyReader& body)
{
    return attachments::keep_pending(call, place, TRY(attachments::receive(call, body, asset_rules(call))));
}

Result<StoredAttachment> add_asset(const Call& call, const RepositoryContext& place, std::int64_t release_id,
                                   http::BodyReader& body)
{
    const auto release = TRY(seen_release(call, place, release_id));
    const auto received = TRY(attachments::receive(call, body, asset_rules(call)));
    return call.db().write([&](db::Transaction& tx) -> Result<StoredAttachment> {
        // An upload takes long enough for its release to be gone.
        TRY(find_release(tx, place, release.id));
        return attachments::keep(
            tx, received,
            {.repository_id = place.repository.id, .release_id = release.id, .uploader_id = call.caller.id});
    });
}

Result<StoredAttachment> edit_asset(const Call& call, const RepositoryContext& place, std::int64_t release_id,
                                    std::int64_t id, const EditAttachmentOptions& wanted)
{
    auto asset = TRY(find_asset(call, place, release_id, id));
    if (!wanted.name.empty()) attachments::rename(call.db(), asset, wanted.name);
    return asset;
}

Result<void> delete_asset(const Call& call, const RepositoryContext& place, std::int64_t release_id, std::int64_t id)
{
    attachments::remove(call.site, TRY(find_asset(call, place, release_id, id)));
    return {};
}

Result<StoredAttachment> find_asset_named(const Call& call, const RepositoryContext& place, const std::string& tag,
                                          const std::string& name)
{
    const auto release = TRY(release_called(call, place, tag));
    auto file = call.db().first<StoredAttachment>(
        "SELECT * FROM attachment WHERE release_id = $1 AND name = $2 ORDER BY id LIMIT 1", release.id, name);
    if (!file) return not_found("the file");
    return std::move(*file);
}

} // namespace cairn::releases
