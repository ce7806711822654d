#include "contents/file_change.hpp"

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "contents/entry.hpp"
#include "git/objects/edit.hpp"
#include "git/objects/writing.hpp"

namespace cairn::contents {

using namespace api;
using git::ObjectId;
using repositories::RepositoryContext;

namespace {

enum class Act : std::uint8_t { create, update, upload, rename, remove };

struct FileChange {
    Act act = Act::create;
    std::string told_path; // as the client wrote it
    std::string path;
    std::string from_path;
    std::string sha;
    std::string content;
    std::string_view elsewhere{}; // in place of the content: it is not copied

    std::string_view bytes() const { return elsewhere.empty() ? std::string_view(content) : elsewhere; }
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
    return edit.put(change.path, {.mode = mode, .id = TRY(git::write_blob(repository, change.bytes()))});
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
        const bool adds = change.act == Act::create || change.elsewhere.data() != nullptr;
        const auto verb = adds ? 0 : change.act == Act::remove ? 2 : 1;
        auto& line = lines[verb];
        line += line.empty() ? verbs[verb] : ", ";
        line += change.told_path;
    }
    std::string message;
    for (const auto& line : lines)
        if (!line.empty()) message += (message.empty() ? "" : "\n") + line;
    return message;
}

Result<ChangedFiles> write(const Call& call, const RepositoryContext& place, const CommitOptions& options,
                           std::span<const FileChange> changes)
{
    auto repository = TRY(open_repository(call, place));
    const auto make = [&](const ObjectId& base) -> Result<ObjectId> {
        const auto tree = base.is_zero() ? ObjectId{} : TRY(repository->peel(base, git::Kind::tree));
        git::TreeEdit edit(*repository, tree);
        for (const auto& change : changes) TRY(apply(edit, *repository, change));
        return edit.write();
    };
    auto landed =
        TRY(commit_change(call, place, *repository, options, {.message = usual_message(changes), .make = make}));
    ChangedFiles changed{.repository = std::move(repository), .landed = std::move(landed)};
    for (const auto& change : changes)
        changed.paths.push_back(change.act == Act::remove ? std::nullopt : std::optional(change.path));
    return changed;
}

} // namespace

Result<ChangedFiles> create_file(const Call& call, const RepositoryContext& place, const std::string& path,
                                 const CreateFileOptions& wanted)
{
    const auto change = TRY(read_change(Act::create, path, {}, {}, wanted.content));
    return write(call, place, wanted, {&change, 1});
}

Result<ChangedFiles> update_file(const Call& call, const RepositoryContext& place, const std::string& path,
                                 const UpdateFileOptions& wanted)
{
    const auto act = wanted.sha.empty() ? Act::create : Act::update;
    const auto change = TRY(read_change(act, path, wanted.from_path, wanted.sha, wanted.content));
    return write(call, place, wanted, {&change, 1});
}

Result<ChangedFiles> delete_file(const Call& call, const RepositoryContext& place, const std::string& path,
                                 const DeleteFileOptions& wanted)
{
    const auto change = TRY(read_change(Act::remove, path, {}, wanted.sha, {}));
    return write(call, place, wanted, {&change, 1});
}

Result<ChangedFiles> change_files(const Call& call, const RepositoryContext& place, const ChangeFilesOptions& wanted)
{
    if (!wanted.files) return fail(Errc::unprocessable, "files is missing");
    std::vector<FileChange> changes;
    for (const auto& file : *wanted.files) {
        const auto act = TRY(act_named(file.operation));
        if (act == Act::rename && file.from_path.empty())
            return fail(Errc::unprocessable, "from_path is missing for " + file.path);
        const bool has_content = act != Act::rename && act != Act::remove;
        changes.push_back(TRY(read_change(act, file.path, file.from_path, file.sha,
                                          has_content ? std::string_view(file.content) : std::string_view())));
    }
    return write(call, place, wanted, changes);
}

Result<ChangedFiles> upload_files(const Call& call, const RepositoryContext& place, const CommitOptions& options,
                                  std::span<const UploadedFile> files)
{
    if (files.empty()) return fail(Errc::unprocessable, "there are no files");
    std::vector<FileChange> changes;
    for (const auto& file : files) {
        auto change = TRY(read_change(Act::upload, file.path, {}, {}, {}));
        change.elsewhere = file.content;
        changes.push_back(std::move(change));
    }
    return write(call, place, options, changes);
}

} // namespace cairn::contents
