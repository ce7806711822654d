// The operations that write files.
#include "contents/file_change.hpp"
#include "contents/file_response.hpp"
#include "contents/patch_commit.hpp"
#include "contents/tables.hpp"

namespace cairn::contents {

using namespace api;
using repositories::RepositoryContext;
using enum Method;

namespace {

constexpr std::size_t most_shown = 30;

struct WrittenPath {
    std::string filepath;
};
BOOST_DESCRIBE_STRUCT(WrittenPath, (), (filepath))
constexpr auto notes(const WrittenPath*) { return std::array{Note{"filepath", "the path of the file"}}; }

struct FileDeleteResponse {
    Json content;
    std::optional<FileCommitResponse> commit;
    std::optional<PayloadCommitVerification> verification;
};
BOOST_DESCRIBE_STRUCT(FileDeleteResponse, (), (content, commit, verification))
constexpr auto notes(const FileDeleteResponse*)
{
    return std::array{Note{"", "The commit that deleted a file"}, Note{"content", "always null"}};
}

struct FilesResponse {
    std::optional<std::vector<std::optional<ContentsResponse>>> files;
    std::optional<FileCommitResponse> commit;
    std::optional<PayloadCommitVerification> verification;
};
BOOST_DESCRIBE_STRUCT(FilesResponse, (), (files, commit, verification))
constexpr auto notes(const FilesResponse*)
{
    return std::array{Note{"", "Files as they are now, and the commit that made them so"},
                      Note{"files", "in the order of the request; null for those that were deleted"}};
}

// The files as they are now; nothing for those that are gone.
Result<std::vector<std::optional<ContentsResponse>>> show_files(const Call& call, const RepositoryContext& place,
                                                                const ChangedFiles& changed)
{
    const auto& landed = changed.landed;
    EntryView view(call, place, *changed.repository,
                   {.kind = RefKind::branch, .name = landed.branch, .given = landed.branch, .commit = landed.commit});
    std::vector<std::optional<ContentsResponse>> files;
    for (const auto& path : std::span(changed.paths).first(std::min(changed.paths.size(), most_shown))) {
        if (!path) {
            files.emplace_back();
            continue;
        }
        // A later change of the same commit may have taken it away again.
        auto shown = view.entry(*path, {.last = landed.commit});
        if (!shown && shown.error().code != Errc::not_found) return std::unexpected(std::move(shown).error());
        files.push_back(shown ? std::optional(std::move(*shown)) : std::nullopt);
    }
    return files;
}

Result<FileResponse> show(const Call& call, const RepositoryContext& place, ChangedFiles changed)
{
    auto files = TRY(show_files(call, place, changed));
    return FileResponse{.content = std::move(files.front()),
                        .commit = std::move(changed.landed.shown),
                        .verification = std::move(changed.landed.verification)};
}

Result<FileResponse> create(Call& call, const RepositoryContext& place, Path<WrittenPath> path,
                            Body<CreateFileOptions> body)
{
    return show(call, place, TRY(create_file(call, place, path->filepath, body.value)));
}

Result<Answered<FileResponse>> update(Call& call, const RepositoryContext& place, Path<WrittenPath> path,
                                      Body<UpdateFileOptions> body)
{
    auto changed = TRY(update_file(call, place, path->filepath, body.value));
    return Answered<FileResponse>{TRY(show(call, place, std::move(changed))), body->sha.empty() ? 201 : 200};
}

Result<FileDeleteResponse> remove(Call& call, const RepositoryContext& place, Path<WrittenPath> path,
                                  Body<DeleteFileOptions> body)
{
    auto changed = TRY(delete_file(call, place, path->filepath, body.value));
    return FileDeleteResponse{.content = {},
                              .commit = std::move(changed.landed.shown),
                              .verification = std::move(changed.landed.verification)};
}

Result<FilesResponse> change_many(Call& call, const RepositoryContext& place, Body<ChangeFilesOptions> body)
{
    auto changed = TRY(change_files(call, place, body.value));
    auto files = TRY(show_files(call, place, changed));
    FilesResponse shown{.commit = std::move(changed.landed.shown),
                        .verification = std::move(changed.landed.verification)};
    if (!files.empty()) shown.files = std::move(files);
    return shown;
}

Result<FileResponse> apply(Call& call, const RepositoryContext& place, Body<ApplyDiffPatchFileOptions> body)
{
    auto landed = TRY(commit_patch(call, place, body.value));
    return FileResponse{
        .content = {}, .commit = std::move(landed.shown), .verification = std::move(landed.verification)};
}

// clang-format off
constexpr Operation write_operations[] = {
    {POST,   "/repos/{owner}/{repo}/contents",             scope::repository, may_propose_changes, carries_files<change_many>, 201, "repoChangeFiles",    "Change any number of files in one commit", {422}},
    {POST,   "/repos/{owner}/{repo}/contents/{filepath*}", scope::repository, may_propose_changes, carries_files<create>,      201, "repoCreateFile",     "Make a file", {422}},
    {PUT,    "/repos/{owner}/{repo}/contents/{filepath*}", scope::repository, may_propose_changes, carries_files<update>,      200, "repoUpdateFile",     "Change or move a file, or make it", {422}},
    {DELETE, "/repos/{owner}/{repo}/contents/{filepath*}", scope::repository, may_propose_changes, handle<remove>,      200, "repoDeleteFile",     "Delete a file", {400, 422}},
    {POST,   "/repos/{owner}/{repo}/diffpatch",            scope::repository, may_propose_changes, carries_files<apply>,       201, "repoApplyDiffPatch", "Apply a patch and commit it", {422}},
};
// clang-format on
static_assert(well_formed(write_operations));

} // namespace

const Table write_table{"repository", write_operations};

} // namespace cairn::contents
