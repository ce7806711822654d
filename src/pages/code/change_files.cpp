// Other ways to change files in a browser: deleting one, uploading some, applying a patch.
#include "api/codec.hpp"
#include "config/settings.hpp"
#include "contents/edited_file.hpp"
#include "contents/file_change.hpp"
#include "contents/patch_commit.hpp"
#include "pages/code/commit_form.hpp"
#include "pages/code/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using contents::BranchAndPath;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice file_deleted{"file-deleted", Phrase("The file is deleted.")};
const Notice files_uploaded{"files-uploaded", Phrase("The files are committed.")};
const Notice patch_applied{"patch-applied", Phrase("The patch is committed.")};

constexpr std::size_t most_files = 100; // in one upload

struct ChangedPath {
    std::string branch_and_path;
};
BOOST_DESCRIBE_STRUCT(ChangedPath, (), (branch_and_path))
constexpr auto notes(const ChangedPath*)
{
    return std::array{Note{"branch_and_path", "a branch, and the path behind it"}};
}

struct DeleteForm : CommitForm {
    std::string sha; // of the file as it was shown
};
BOOST_DESCRIBE_STRUCT(DeleteForm, (CommitForm), (sha))

struct UploadForm : CommitForm {
    std::string path; // of the folder
};
BOOST_DESCRIBE_STRUCT(UploadForm, (CommitForm), (path))
constexpr auto notes(const UploadForm*) { return std::array{Note{.member = "path", .max_length = 500}}; }

struct PatchForm : CommitForm {
    std::string content;
};
BOOST_DESCRIBE_STRUCT(PatchForm, (CommitForm), (content))
constexpr auto notes(const PatchForm*)
{
    return std::array{Note{.member = "content", .required = true, .max_length = whole_file}};
}

// All three show this much.
template <class T> struct ChangeView {
    PageHead head{};
    RepositoryPlace place;
    CommitView commit;
    std::string path{};
    std::string action{};
    std::string back{};
    std::string sha{};        // of a file that is to go
    std::int64_t largest = 0; // of an upload, in bytes
    std::int64_t most = 0;    // files in it
    Form<T> form;
};
using DeleteView = ChangeView<DeleteForm>;
using UploadView = ChangeView<UploadForm>;
using PatchView = ChangeView<PatchForm>;
BOOST_DESCRIBE_STRUCT(DeleteView, (), (head, place, commit, path, action, back, sha, largest, most, form))
BOOST_DESCRIBE_STRUCT(UploadView, (), (head, place, commit, path, action, back, sha, largest, most, form))
BOOST_DESCRIBE_STRUCT(PatchView, (), (head, place, commit, path, action, back, sha, largest, most, form))

struct Opened {
    git::Repositories::Handle repository;
    BranchAndPath at;
};

Result<Opened> open(const Call& call, const RepositoryContext& place, const std::string& branch_and_path)
{
    auto repository = TRY(contents::open_repository(call, place));
    auto at = TRY(contents::split_branch(*repository, place, branch_and_path));
    return Opened{.repository = std::move(repository), .at = std::move(at)};
}

template <class T>
ChangeView<T> change_view(Call& call, const RepositoryContext& place, const Opened& opened, std::string_view page,
                          Form<T> form)
{
    const auto below = std::string(page) + "/" + contents::escape_path(opened.at.branch)
        + (opened.at.path.empty() ? "" : "/" + contents::escape_path(opened.at.path));
    ChangeView<T> view{.place = repository_place(call, place, RepositoryTab::code),
                       .commit = commit_view(call, place, opened.at.branch, {}, below),
                       .path = opened.at.path,
                       .action = repository_address(place) + "/" + below,
                       .back = place.repository.empty ? repository_address(place)
                                                      : source_address(place, opened.at.branch, opened.at.path),
                       .form = std::move(form)};
    T first;
    static_cast<CommitForm&>(first) = first_choice(call, place, *opened.repository, view.commit);
    if constexpr (std::is_same_v<T, UploadForm>) first.path = opened.at.path;
    view.form.begin_with(first);
    return view;
}

Result<DeleteView> show_delete(Call& call, const RepositoryContext& place, Path<ChangedPath> path,
                               Form<DeleteForm> form)
{
    const auto opened = TRY(open(call, place, path->branch_and_path));
    const auto file = TRY(contents::find_editable(*opened.repository, opened.at, 0));
    auto view = change_view(call, place, opened, "_delete", std::move(form));
    view.head.values = {{"filepath", opened.at.path}, {"ref", opened.at.branch}};
    view.commit.usual = "Delete " + opened.at.path;
    view.sha = file.sha;
    // It is not what the reader had in mind.
    if (view.form.sent() && view.form.value("sha") != file.sha) view.head.status = 409;
    return view;
}

Result<Done> remove(Call& call, const RepositoryContext& place, Path<ChangedPath> path, Body<DeleteForm> body)
{
    const auto opened = TRY(open(call, place, path->branch_and_path));
    const auto target = TRY(commit_target(call, place, opened.at.branch));
    contents::DeleteFileOptions wanted;
    static_cast<contents::CommitOptions&>(wanted) = TRY(commit_options(body.value, opened.at.branch, target));
    wanted.sha = body->sha;
    const auto made = TRY(beside_field(contents::delete_file(call, target.place, opened.at.path, wanted)));
    // The folder may have gone with it.
    return committed(place, target, opened.at.branch, made.landed, "", file_deleted);
}

Result<UploadView> show_upload(Call& call, const RepositoryContext& place, Path<ChangedPath> path,
                               Form<UploadForm> form)
{
    auto view = change_view(call, place, TRY(open(call, place, path->branch_and_path)), "_upload", std::move(form));
    view.commit.usual = "Add …";
    view.largest = call.settings().server.max_body_bytes;
    view.most = static_cast<std::int64_t>(most_files);
    return view;
}

// The files that came with the form, below the folder. They stay where the request is kept.
Result<std::vector<contents::UploadedFile>> files_of(const Call& call, std::string folder)
{
    while (folder.ends_with('/')) folder.pop_back();
    std::vector<contents::UploadedFile> files;
    const auto content_type = call.request.header("Content-Type");
    if (TRY(body_format(content_type)) == BodyFormat::parts) {
        for (const auto& part : TRY(split_parts(content_type, call.request.body, most_files + 100))) {
            if (!part.file_name || part.file_name->empty()) continue;
            const auto name = part.file_name->substr(part.file_name->rfind('\\') + 1);
            files.push_back({.path = folder.empty() ? name : folder + "/" + name, .content = part.content});
        }
    }
    if (files.empty()) return fail(Errc::unprocessable, "[files]: choose at least one file");
    if (files.size() > most_files)
        return fail(Errc::unprocessable,
                    "[files]: at most " + std::to_string(most_files) + " files can be uploaded at once");
    return files;
}

Result<Done> upload(Call& call, const RepositoryContext& place, Path<ChangedPath> path, Body<UploadForm> body)
{
    const auto opened = TRY(open(call, place, path->branch_and_path));
    const auto target = TRY(commit_target(call, place, opened.at.branch));
    const auto options = TRY(commit_options(body.value, opened.at.branch, target));
    const auto files = TRY(files_of(call, body->path));
    const auto made = TRY(beside_field(contents::upload_files(call, target.place, options, files)));
    return committed(place, target, opened.at.branch, made.landed, contents::clean_path(body->path).value_or(""),
                     files_uploaded);
}

Result<PatchView> show_patch(Call& call, const RepositoryContext& place, Path<ChangedPath> path, Form<PatchForm> form)
{
    auto view = change_view(call, place, TRY(open(call, place, path->branch_and_path)), "_diffpatch", std::move(form));
    view.commit.usual = "apply-patch";
    return view;
}

Result<Done> apply(Call& call, const RepositoryContext& place, Path<ChangedPath> path, Body<PatchForm> body)
{
    const auto opened = TRY(open(call, place, path->branch_and_path));
    const auto target = TRY(commit_target(call, place, opened.at.branch));
    contents::ApplyDiffPatchFileOptions wanted;
    static_cast<contents::CommitOptions&>(wanted) = TRY(commit_options(body.value, opened.at.branch, target));
    // A browser sends every line with its own end, and trims nothing; a patch ends with a line's end.
    wanted.content = contents::with_line_ends_of("", body->content);
    if (!wanted.content.empty() && !wanted.content.ends_with('\n')) wanted.content += '\n';
    auto landed = beside_field(contents::commit_patch(call, target.place, wanted));
    if (!landed && landed.error().code == Errc::unprocessable && member_of(landed.error()).empty())
        return std::unexpected(about("content", std::move(landed).error()));
    return committed(place, target, opened.at.branch, TRY(std::move(landed)), "", patch_applied);
}

constexpr auto& delete_page = shows<show_delete, "repository/delete_file", "repoGetContents repoDeleteFile">;
constexpr auto& upload_page = shows<show_upload, "repository/upload_files", "repoListBranches repoChangeFiles">;
constexpr auto& patch_page = shows<show_patch, "repository/apply_patch", "repoListBranches repoApplyDiffPatch">;
constexpr auto upload_action = carrying_files(does<upload, upload_page>);

using contents::may_propose_changes;

// clang-format off
constexpr Operation change_operations[] = {
    {GET,  "/{owner}/{repo}/_delete/{branch_and_path*}",    scope::none, may_propose_changes, delete_page,               200, "siteDeleteFile",    "Ask whether to delete a file"},
    {POST, "/{owner}/{repo}/_delete/{branch_and_path*}",    scope::none, may_propose_changes, does<remove, delete_page>, 303, "siteFileDeleted",   "Delete a file"},
    {GET,  "/{owner}/{repo}/_upload/{branch_and_path*}",    scope::none, may_propose_changes, upload_page,               200, "siteUpload",        "Show the form that uploads files"},
    {POST, "/{owner}/{repo}/_upload/{branch_and_path*}",    scope::none, may_propose_changes, upload_action,             303, "siteFilesUploaded", "Commit files that are sent"},
    {GET,  "/{owner}/{repo}/_diffpatch/{branch_and_path*}", scope::none, may_propose_changes, patch_page,                200, "sitePatch",         "Show the form that applies a patch"},
    {POST, "/{owner}/{repo}/_diffpatch/{branch_and_path*}", scope::none, may_propose_changes, does<apply, patch_page>,   303, "sitePatchApplied",  "Apply a patch"},
};
// clang-format on
static_assert(well_formed(change_operations));

} // namespace

const Table change_files_table{"site", change_operations, Door::site, refuse_page};

} // namespace cairn::pages
