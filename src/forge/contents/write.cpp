// Writing files: one at a time, or many in one commit.
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "contents/entry.hpp"
#include "contents/file_response.hpp"
#include "contents/tables.hpp"
#include "contents/web_commit.hpp"
#include "git/objects/edit.hpp"
#include "git/objects/writing.hpp"

namespace cairn::contents {

using namespace api;
using git::ObjectId;
using repositories::RepositoryContext;
using enum Method;

namespace {

constexpr std::size_t most_shown = 30;

struct WrittenPath {
    std::string filepath;
};
BOOST_DESCRIBE_STRUCT(WrittenPath, (), (filepath))
constexpr auto notes(const WrittenPath*) { return std::array{Note{"filepath", "the path of the file"}}; }

struct CreateFileOptions : CommitOptions {
    std::string content;
};
BOOST_DESCRIBE_STRUCT(CreateFileOptions, (CommitOptions), (content))
constexpr auto notes(const CreateFileOptions*)
{
    return std::array{Note{"", "A file to be made"}, Note{"content", "in base64; without it the file is empty"}};
}

struct UpdateFileOptions : CreateFileOptions {
    std::string sha;
    std::string from_path;
};
BOOST_DESCRIBE_STRUCT(UpdateFileOptions, (CreateFileOptions), (sha, from_path))
constexpr auto notes(const UpdateFileOptions*)
{
    return std::array{
        Note{"", "A file to be changed, or made where no sha is told"},
        Note{"sha", "of the file as the caller knows it"},
        Note{.member = "from_path", .doc = "where the file is now, if it is to be moved", .max_length = 500},
    };
}

struct DeleteFileOptions : CommitOptions {
    std::string sha;
};
BOOST_DESCRIBE_STRUCT(DeleteFileOptions, (CommitOptions), (sha))
constexpr auto notes(const DeleteFileOptions*)
{
    return std::array{Note{"", "A file to be deleted"},
                      Note{.member = "sha", .doc = "of the file as the caller knows it", .required = true}};
}

struct ChangeFileOperation {
    std::string operation;
    std::string path;
    std::string content;
    std::string sha;
    std::string from_path;
};
BOOST_DESCRIBE_STRUCT(ChangeFileOperation, (), (operation, path, content, sha, from_path))
constexpr auto notes(const ChangeFileOperation*)
{
    return std::array{
        Note{"", "What to do with one file"},
        Note{.member = "operation",
             .doc = "create, update, upload (either of them), rename or delete",
             .required = true},
        Note{.member = "path", .required = true, .max_length = 500},
        Note{"content", "in base64"},
        Note{"sha", "of the file as the caller knows it; anything will do without it"},
        Note{.member = "from_path", .doc = "where the file is now, if it is to be moved", .max_length = 500},
    };
}

struct ChangeFilesOptions : CommitOptions {
    std::optional<std::vector<ChangeFileOperation>> files;
};
BOOST_DESCRIBE_STRUCT(ChangeFilesOptions, (CommitOptions), (files))
constexpr auto notes(const ChangeFilesOptions*)
{
    return std::array{Note{"", "Files to be changed in one commit: all of them or none"},
                      Note{"files", "in this order"}};
}

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

enum class Act : std::uint8_t { create, update, upload, rename, remove };

struct FileChange {
    Act act = Act::create;
    std::string told_path; // as the client wrote it
    std::string path;
    std::string from_path;
    std::string sha;
    std::string content;
};

Result<std::string> writable_path(const std::string& path)
{
    auto cleaned = clean_path(path);
    if (!cleaned || !git::is_file_path(*cleaned))
        return fail(Errc::unprocessable, "\"" + path + "\" is not a path that a file can have");
    return std::move(*cleaned);
}

Result<FileChange> read_change(Act act, const std::string& path, const std::string& from_path, const std::string& sha,
                               std::string_view content)
{
    FileChange change{.act = act, .told_path = path, .path = TRY(writable_path(path)), .sha = sha};
    change.from_path = from_path.empty() ? change.path : TRY(writable_path(from_path));
    auto bytes = base64_decode(content);
    if (!bytes) return fail(Errc::unprocessable, "the content of " + path + " is not in base64");
    change.content = std::move(*bytes);
    return change;
}

Result<Act> act_named(std::string_view word)
{
    if (word == "create") return Act::create;
    if (word == "update") return Act::update;
    if (word == "upload") return Act::upload;
    if (word == "rename") return Act::rename;
    if (word == "delete") return Act::remove;
    return fail(Errc::unprocessable, "\"" + std::string(word) + "\" is nothing that can be done with a file");
}

// The file that a change begins with, if it is the one that the client knows.
Result<git::TreeEntry> find_known(git::TreeEdit& edit, const std::string& path, const std::string& sha)
{
    auto entry = TRY(edit.find(path));
    if (!entry.is_file()) return fail(Errc::unprocessable, path + " is not a file");
    if (!sha.empty() && sha != entry.id.hex())
        return fail(Errc::unprocessable, path + " is not what it was: it is " + entry.id.hex() + " now");
    return entry;
}

Result<> make_file(git::TreeEdit& edit, const git::Repository& repository, const FileChange& change, std::uint32_t mode)
{
    return edit.put(change.path, {.mode = mode, .id = TRY(git::write_blob(repository, change.content))});
}

Result<> apply(git::TreeEdit& edit, const git::Repository& repository, const FileChange& change)
{
    const bool moves = change.from_path != change.path;
    const auto taken = [&] { return fail(Errc::unprocessable, "there is something at " + change.path + " already"); };
    switch (change.act) {
    case Act::create:
        if (edit.find(change.path)) return taken();
        return make_file(edit, repository, change, git::mode_file);
    case Act::upload:
        if (!edit.find(change.from_path)) return make_file(edit, repository, change, git::mode_file);
        [[fallthrough]];
    case Act::update: {
        const auto entry = TRY(find_known(edit, change.from_path, change.sha));
        if (moves) {
            if (edit.find(change.path)) return taken();
            TRY(edit.remove(change.from_path));
        }
        return make_file(edit, repository, change, entry.mode);
    }
    case Act::rename:
        TRY(find_known(edit, change.from_path, change.sha));
        if (!moves) return {}; // a commit that changes nothing
        return edit.rename(change.from_path, change.path);
    case Act::remove: TRY(find_known(edit, change.path, change.sha)); return edit.remove(change.path);
    }
    std::unreachable();
}

// "Add a, b", "Update c" and "Delete d", as far as there are any.
std::string usual_message(std::span<const FileChange> changes)
{
    std::string lines[3];
    constexpr std::string_view verbs[] = {"Add ", "Update ", "Delete "};
    for (const auto& change : changes) {
        const auto verb = change.act == Act::create ? 0 : change.act == Act::remove ? 2 : 1;
        auto& line = lines[verb];
        line += line.empty() ? verbs[verb] : ", ";
        line += change.told_path;
    }
    std::string message;
    for (const auto& line : lines)
        if (!line.empty()) message += (message.empty() ? "" : "\n") + line;
    return message;
}

struct Written {
    WebCommit landed;
    std::vector<std::optional<ContentsResponse>> files;
};

Result<Written> write(const Call& call, const RepositoryContext& place, const CommitOptions& options,
                      std::span<const FileChange> changes)
{
    const auto repository = TRY(open_repository(call, place));
    const auto make = [&](const ObjectId& base) -> Result<ObjectId> {
        const auto tree = base.is_zero() ? ObjectId{} : TRY(repository->peel(base, git::Kind::tree));
        git::TreeEdit edit(*repository, tree);
        for (const auto& change : changes) TRY(apply(edit, *repository, change));
        return edit.write();
    };
    Written written{.landed = TRY(commit_change(call, place, *repository, options,
                                                {.message = usual_message(changes), .make = make})),
                    .files = {}};
    const auto& landed = written.landed;
    EntryView view(call, place, *repository,
                   {.kind = RefKind::branch, .name = landed.branch, .given = landed.branch, .commit = landed.commit});
    for (const auto& change : changes.first(std::min(changes.size(), most_shown))) {
        if (change.act == Act::remove) {
            written.files.emplace_back();
            continue;
        }
        // A later change of the same commit may have taken it away again.
        auto shown = view.entry(change.path, {.last = landed.commit});
        if (!shown && shown.error().code != Errc::not_found) return std::unexpected(std::move(shown).error());
        written.files.push_back(shown ? std::optional(std::move(*shown)) : std::nullopt);
    }
    return written;
}

FileResponse show(Written written)
{
    return {.content = std::move(written.files.front()),
            .commit = std::move(written.landed.shown),
            .verification = std::move(written.landed.verification)};
}

Result<FileResponse> create(Call& call, const RepositoryContext& place, Path<WrittenPath> path,
                            Body<CreateFileOptions> body)
{
    const auto change = TRY(read_change(Act::create, path->filepath, {}, {}, body->content));
    return show(TRY(write(call, place, body.value, {&change, 1})));
}

Result<Answered<FileResponse>> update(Call& call, const RepositoryContext& place, Path<WrittenPath> path,
                                      Body<UpdateFileOptions> body)
{
    const auto act = body->sha.empty() ? Act::create : Act::update;
    const auto change = TRY(read_change(act, path->filepath, body->from_path, body->sha, body->content));
    return Answered<FileResponse>{show(TRY(write(call, place, body.value, {&change, 1}))),
                                  act == Act::create ? 201 : 200};
}

Result<FileDeleteResponse> remove(Call& call, const RepositoryContext& place, Path<WrittenPath> path,
                                  Body<DeleteFileOptions> body)
{
    const auto change = TRY(read_change(Act::remove, path->filepath, {}, body->sha, {}));
    auto written = TRY(write(call, place, body.value, {&change, 1}));
    return FileDeleteResponse{.content = {},
                              .commit = std::move(written.landed.shown),
                              .verification = std::move(written.landed.verification)};
}

Result<FilesResponse> change_many(Call& call, const RepositoryContext& place, Body<ChangeFilesOptions> body)
{
    if (!body->files) return fail(Errc::unprocessable, "files is missing");
    std::vector<FileChange> changes;
    for (const auto& file : *body->files) {
        const auto act = TRY(act_named(file.operation));
        if (act == Act::rename && file.from_path.empty())
            return fail(Errc::unprocessable, "from_path is missing for " + file.path);
        const bool has_content = act != Act::rename && act != Act::remove;
        changes.push_back(TRY(read_change(act, file.path, file.from_path, file.sha,
                                          has_content ? std::string_view(file.content) : std::string_view())));
    }
    auto written = TRY(write(call, place, body.value, changes));
    FilesResponse shown{.commit = std::move(written.landed.shown),
                        .verification = std::move(written.landed.verification)};
    if (!written.files.empty()) shown.files = std::move(written.files);
    return shown;
}

// clang-format off
constexpr Operation operations[] = {
    {POST,   "/repos/{owner}/{repo}/contents",             scope::repository, may_propose_changes, handle<change_many>, 201, "repoChangeFiles", "Change any number of files in one commit", {422}},
    {POST,   "/repos/{owner}/{repo}/contents/{filepath*}", scope::repository, may_propose_changes, handle<create>,      201, "repoCreateFile",  "Make a file", {422}},
    {PUT,    "/repos/{owner}/{repo}/contents/{filepath*}", scope::repository, may_propose_changes, handle<update>,      200, "repoUpdateFile",  "Change or move a file, or make it", {422}},
    {DELETE, "/repos/{owner}/{repo}/contents/{filepath*}", scope::repository, may_propose_changes, handle<remove>,      200, "repoDeleteFile",  "Delete a file", {400, 422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table write_table{"repository", operations};

} // namespace cairn::contents
