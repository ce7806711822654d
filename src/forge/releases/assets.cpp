// The files of a release.
#include "attachments/download.hpp"
#include "attachments/upload.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "releases/release.hpp"
#include "releases/tables.hpp"

namespace cairn::releases {

using namespace api;
using enum Method;
using attachments::EditAttachmentOptions;
using attachments::StoredAttachment;
using attachments::UploadQuery;

namespace {

struct AssetPath {
    std::int64_t id = 0;
    std::int64_t attachment_id = 0;
};
BOOST_DESCRIBE_STRUCT(AssetPath, (), (id, attachment_id))
constexpr auto notes(const AssetPath*)
{
    return std::array{Note{"id", "the release's id"}, Note{"attachment_id", "the file's id"}};
}

struct FilePath {
    std::string tag;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(FilePath, (), (tag, name))

Result<StoredRelease> release_at(const Call& call, const RepositoryContext& place, std::int64_t id,
                                 bool also_deleted = false)
{
    auto release = TRY(find_release(call.db(), place, id, also_deleted));
    if (release.draft && !sees_drafts(call, place)) return not_found("the release");
    return release;
}

Result<StoredAttachment> asset_at(const Call& call, const RepositoryContext& place, const AssetPath& path)
{
    const auto release = TRY(release_at(call, place, path.id));
    auto asset = attachments::find_attachment(call.db(), path.attachment_id);
    if (!asset || asset->release_id != release.id) return not_found("the file");
    return std::move(*asset);
}

Result<std::vector<Attachment>> list(Call& call, const RepositoryContext& place, Path<ReleasePath> path)
{
    return assets_of(call, place, TRY(release_at(call, place, path->id, true)));
}

Result<Attachment> get(Call& call, const RepositoryContext& place, Path<AssetPath> path)
{
    return attachments::show_attachment(TRY(asset_at(call, place, path.value)), call.settings());
}

Result<Attachment> create(Call& call, const RepositoryContext& place, Path<ReleasePath> path, Query<UploadQuery>,
                          Upload upload)
{
    const auto release = TRY(release_at(call, place, path->id));
    const auto& rules = call.settings().repository_release;
    const auto received = TRY(attachments::receive(
        call, *upload.body, {.largest = rules.file_max_size, .allowed_types = rules.allowed_types}));
    const auto kept = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredAttachment> {
        // An upload takes long enough for its release to be gone.
        TRY(find_release(tx, place, release.id));
        return attachments::keep(
            tx, received,
            {.repository_id = place.repository.id, .release_id = release.id, .uploader_id = call.caller.id});
    }));
    return attachments::show_attachment(kept, call.settings());
}

Result<Attachment> edit(Call& call, const RepositoryContext& place, Path<AssetPath> path,
                        Body<EditAttachmentOptions> body)
{
    auto asset = TRY(asset_at(call, place, path.value));
    if (!body->name.empty()) attachments::rename(call.db(), asset, body->name);
    return attachments::show_attachment(asset, call.settings());
}

Result<> remove(Call& call, const RepositoryContext& place, Path<AssetPath> path)
{
    attachments::remove(call.site, TRY(asset_at(call, place, path.value)));
    return {};
}

// A tag that is called latest is meant before the latest release; a draft that waits for such a tag is none.
Result<StoredRelease> release_called(const Call& call, const RepositoryContext& place, const std::string& tag)
{
    auto release = find_release_of(call.db(), place, tag);
    if (release && (!release->draft || sees_drafts(call, place))) return release;
    if (tag != "latest") return not_found("the release");
    const auto repository = TRY(call.site.open_repositories.open(place.repository.storage));
    if (git::find_tag(*repository, tag)) return not_found("the release");
    return find_latest_release(call.db(), place);
}

// The address that people see: by the names of tag and file.
Result<Raw> download(Call& call, const RepositoryContext& place, Path<FilePath> path)
{
    const auto release = TRY(release_called(call, place, path->tag));
    const auto file = call.db().first<StoredAttachment>(
        "SELECT * FROM attachment WHERE release_id = $1 AND name = $2 ORDER BY id LIMIT 1", release.id, path->name);
    if (!file) return not_found("the file");
    return attachments::serve(call, *file);
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/releases/{id}/assets",                 scope::repository, reads_releases,  handle<list>,   200, "repoListReleaseAttachments",  "List the files of a release", {}, "AttachmentList"},
    {POST,   "/repos/{owner}/{repo}/releases/{id}/assets",                 scope::repository, writes_releases, handle<create>, 201, "repoCreateReleaseAttachment", "Add a file to a release", {400, 413, 422}},
    {GET,    "/repos/{owner}/{repo}/releases/{id}/assets/{attachment_id}", scope::repository, reads_releases,  handle<get>,    200, "repoGetReleaseAttachment",    "Get what is known of a file"},
    {PATCH,  "/repos/{owner}/{repo}/releases/{id}/assets/{attachment_id}", scope::repository, writes_releases, handle<edit>,   201, "repoEditReleaseAttachment",   "Give a file another name", {422}},
    {DELETE, "/repos/{owner}/{repo}/releases/{id}/assets/{attachment_id}", scope::repository, writes_releases, handle<remove>, 204, "repoDeleteReleaseAttachment", "Delete a file"},
};
constexpr Operation site_operations[] = {
    {GET, "/{owner}/{repo}/releases/download/{tag*}/{name}", scope::repository, reads_releases, handle<download>, 200, "siteReleaseDownload", "Give a file of a release"},
};
// clang-format on
static_assert(well_formed(operations));
static_assert(well_formed(site_operations));

} // namespace

const Table asset_table{"repository", operations};
const Table download_table{"release", site_operations, Door::site, nullptr, listens::to_tools_and_pages};

} // namespace cairn::releases
