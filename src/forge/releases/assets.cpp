// The operations on the files of a release.
#include "attachments/download.hpp"
#include "attachments/pending.hpp"
#include "releases/asset.hpp"
#include "releases/tables.hpp"

namespace cairn::releases {

using namespace api;
using enum Method;
using attachments::EditAttachmentOptions;
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

Result<std::vector<Attachment>> list(Call& call, const RepositoryContext& place, Path<ReleasePath> path)
{
    return assets_of(call, place, TRY(seen_release(call, place, path->id, true)));
}

Result<Attachment> get(Call& call, const RepositoryContext& place, Path<AssetPath> path)
{
    return attachments::show_attachment(TRY(find_asset(call, place, path->id, path->attachment_id)), call.settings());
}

Result<Attachment> create(Call& call, const RepositoryContext& place, Path<ReleasePath> path, Query<UploadQuery>,
                          Upload upload)
{
    return attachments::show_attachment(TRY(add_asset(call, place, path->id, *upload.body)), call.settings());
}

Result<Attachment> edit(Call& call, const RepositoryContext& place, Path<AssetPath> path,
                        Body<EditAttachmentOptions> body)
{
    return attachments::show_attachment(TRY(edit_asset(call, place, path->id, path->attachment_id, body.value)),
                                        call.settings());
}

Result<> remove(Call& call, const RepositoryContext& place, Path<AssetPath> path)
{
    return delete_asset(call, place, path->id, path->attachment_id);
}

Result<Raw> download(Call& call, const RepositoryContext& place, Path<FilePath> path)
{
    return attachments::serve(call, TRY(find_asset_named(call, place, path->tag, path->name)));
}

// For a page's script, while the release is still written.
Result<attachments::PendingFile> upload(Call& call, const RepositoryContext& place, Upload upload)
{
    return attachments::PendingFile{.uuid = TRY(add_pending_asset(call, place, *upload.body)).uuid};
}

// clang-format off
constexpr Operation asset_operations[] = {
    {GET,    "/repos/{owner}/{repo}/releases/{id}/assets",                 scope::repository, reads_releases,  handle<list>,   200, "repoListReleaseAttachments",  "List the files of a release", {}, "AttachmentList"},
    {POST,   "/repos/{owner}/{repo}/releases/{id}/assets",                 scope::repository, writes_releases, handle<create>, 201, "repoCreateReleaseAttachment", "Add a file to a release", {400, 413, 422}},
    {GET,    "/repos/{owner}/{repo}/releases/{id}/assets/{attachment_id}", scope::repository, reads_releases,  handle<get>,    200, "repoGetReleaseAttachment",    "Get what is known of a file"},
    {PATCH,  "/repos/{owner}/{repo}/releases/{id}/assets/{attachment_id}", scope::repository, writes_releases, handle<edit>,   201, "repoEditReleaseAttachment",   "Give a file another name", {422}},
    {DELETE, "/repos/{owner}/{repo}/releases/{id}/assets/{attachment_id}", scope::repository, writes_releases, handle<remove>, 204, "repoDeleteReleaseAttachment", "Delete a file"},
};
constexpr Operation site_operations[] = {
    {GET, "/{owner}/{repo}/releases/download/{tag*}/{name}", scope::repository, reads_releases, handle<download>, 200, "siteReleaseDownload", "Give a file of a release"},
};
constexpr Operation pending_operations[] = {
    {POST, "/{owner}/{repo}/releases/attachments", scope::none, writes_releases, handle<upload>, 200, "siteReleaseAttachment", "Take a file for a release that is still written"},
};
// clang-format on
static_assert(well_formed(asset_operations));
static_assert(well_formed(pending_operations));
static_assert(well_formed(site_operations));

} // namespace

const Table asset_table{"repository", asset_operations};
const Table pending_asset_table{"release", pending_operations, Door::site};
const Table download_table{"release", site_operations, Door::site, nullptr, listens::to_tools_and_pages};

} // namespace cairn::releases
