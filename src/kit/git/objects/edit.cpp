#include "git/objects/edit.hpp"

#include <git2.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "git/libgit2.hpp"

namespace cairn::git {

// What is known of a folder. Only folders on the way to a change are ever read.
struct TreeEdit::Entry {
    std::uint32_t mode = 0;
    ObjectId id;
    std::unique_ptr<Folder> folder{}; // read, and perhaps changed
};

struct TreeEdit::Folder {
    std::map<std::string, Entry, std::less<>> entries;
    bool changed = false;
};

namespace {

constexpr std::size_t longest_path = 4096;

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::unexpected<Error> bad_path(std::string_view path)
{
    return fail(Errc::unprocessable, "\"" + std::string(path) + "\" is not a path that a file can have");
}

// The file system of macOS takes no notice of these characters: marks of direction and joining.
std::string without_ignored(std::string_view part)
{
    static constexpr std::array<std::string_view, 16> ignored{
        "\u200C", "\u200D", "\u200E", "\u200F", "\u202A", "\u202B", "\u202C", "\u202D",
        "\u202E", "\u206A", "\u206B", "\u206C", "\u206D", "\u206E", "\u206F", "\uFEFF"};
    std::string rest;
    while (!part.empty()) {
        const auto* skipped = std::ranges::find_if(ignored, [&](auto mark) { return part.starts_with(mark); });
        if (skipped == ignored.end()) rest += part.front();
        part.remove_prefix(skipped == ignored.end() ? 1 : skipped->size());
    }
    return rest;
}

// Windows and macOS take more than one name for the folder that git keeps its own things in.
bool is_git_folder(std::string_view part)
{
    if (text::iequals(without_ignored(part), ".git")) return true;
    while (part.ends_with('.') || part.ends_with(' ')) part.remove_suffix(1);
    return text::iequals(part, ".git") || text::iequals(part, "git~1") || text::istarts_with(part, ".git:")
        || text::istarts_with(part, ".git\\");
}

// Trees of the last century have modes that git no longer writes.
std::uint32_t tidy(std::uint32_t mode)
{
    if ((mode & 0170000) != 0100000) return mode;
    return (mode & 0100) != 0 ? mode_executable : mode_file;
}

} // namespace

bool is_file_path(std::string_view path)
{
    if (path.empty() || path.size() > longest_path || path.contains('\0')) return false;
    if (std::ranges::count(path, '/') >= deepest_folder) return false;
    for (const auto part : text::split(path, '/'))
        if (part.empty() || part == "." || part == ".." || is_git_folder(part)) return false;
    return true;
}

TreeEdit::TreeEdit(const Repository& repository, const ObjectId& base) : repository_(repository), base_(base) { }
TreeEdit::~TreeEdit() = default;

Result<TreeEdit::Folder*> TreeEdit::open(Entry& entry)
{
    if (!entry.folder) {
        auto folder = std::make_unique<Folder>();
        if (!entry.id.is_zero())
            for (auto& found : TRY(read_tree(repository_, entry.id)))
                folder->entries.emplace(std::move(found.name), Entry{.mode = found.mode, .id = found.id});
        entry.folder = std::move(folder);
    }
    return entry.folder.get();
}

// The folder that a path is in; nullptr when there is none and none is to be made.
Result<TreeEdit::Folder*> TreeEdit::folder_of(std::string_view path, bool make)
{
    if (!root_) {
        Entry root{.mode = mode_tree, .id = base_};
        static_cast<void>(TRY(open(root)));
        root_ = std::move(root.folder);
    }
    auto* folder = root_.get();
    auto rest = path;
    for (auto slash = rest.find('/'); slash != rest.npos; slash = rest.find('/')) {
        const auto name = rest.substr(0, slash);
        if (make) folder->changed = true;
        auto found = folder->entries.find(name);
        if (found == folder->entries.end()) {
            if (!make) return nullptr;
            found = folder->entries.emplace(name, Entry{.mode = mode_tree, .id = {}}).first;
        }
        if (found->second.mode != mode_tree) {
            if (!make) return nullptr;
            return fail(Errc::unprocessable,
                        std::string(path.substr(0, path.size() - rest.size() + slash)) + " is not a folder");
        }
        folder = TRY(open(found->second));
        rest.remove_prefix(slash + 1);
    }
    return folder;
}

Result<TreeEntry> TreeEdit::find(std::string_view path)
{
    auto* folder = TRY(folder_of(path, false));
    if (folder == nullptr) return not_found(path);
    const auto found = folder->entries.find(last_part(path));
    if (found == folder->entries.end()) return not_found(path);
    return TreeEntry{.name = found->first, .mode = found->second.mode, .id = found->second.id};
}

Result<> TreeEdit::put(std::string_view path, const File& file)
{
    if (!is_file_path(path)) return bad_path(path);
    // The whole way is looked at before anything on it is changed.
    for (auto slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1))
        if (const auto above = find(path.substr(0, slash)); above && above->mode != mode_tree)
            return fail(Errc::unprocessable, std::string(path.substr(0, slash)) + " is not a folder");
    if (const auto there = find(path); there && there->mode == mode_tree)
        return fail(Errc::unprocessable, std::string(path) + " is a folder");
    auto* folder = TRY(folder_of(path, true));
    folder->changed = true;
    folder->entries.insert_or_assign(std::string(last_part(path)), Entry{.mode = file.mode, .id = file.id});
    return {};
}

Result<> TreeEdit::remove(std::string_view path)
{
    TRY(find(path));
    auto* folder = TRY(folder_of(path, true));
    folder->changed = true;
    folder->entries.erase(folder->entries.find(last_part(path)));
    return {};
}

Result<> TreeEdit::rename(std::string_view from, std::string_view to)
{
    const auto entry = TRY(find(from));
    if (entry.mode == mode_tree) return fail(Errc::unprocessable, std::string(from) + " is a folder");
    if (!is_file_path(to)) return bad_path(to);
    if (find(to)) return fail(Errc::unprocessable, std::string(to) + " exists already");
    TRY(remove(from));
    return put(to, {.mode = entry.mode, .id = entry.id});
}

// Nothing for a folder that is empty: git keeps none.
Result<std::optional<ObjectId>> TreeEdit::write(Folder& folder)
{
    git_treebuilder* raw = nullptr;
    if (const auto code = git_treebuilder_new(&raw, repository_.raw(), nullptr); code < 0)
        return libgit2_error(code, "the tree");
    const Owned<git_treebuilder> builder(raw);
    for (auto& [name, entry] : folder.entries) {
        if (entry.folder && entry.folder->changed) {
            const auto written = TRY(write(*entry.folder));
            if (!written) continue;
            entry.id = *written;
        }
        const auto mode = static_cast<git_filemode_t>(tidy(entry.mode));
        if (const auto code = git_treebuilder_insert(nullptr, raw, name.c_str(), oid(entry.id), mode); code < 0)
            return libgit2_error(code, name);
    }
    if (git_treebuilder_entrycount(raw) == 0) return std::nullopt;
    git_oid id;
    if (const auto code = git_treebuilder_write(&id, raw); code < 0) return libgit2_error(code, "the tree");
    return object_id(id);
}

Result<ObjectId> TreeEdit::write()
{
    if (!root_ || !root_->changed) {
        if (!base_.is_zero()) return base_;
        root_ = std::make_unique<Folder>();
    }
    if (const auto id = TRY(write(*root_))) return *id;
    git_treebuilder* raw = nullptr;
    if (const auto code = git_treebuilder_new(&raw, repository_.raw(), nullptr); code < 0)
        return libgit2_error(code, "the tree");
    const Owned<git_treebuilder> nothing(raw);
    git_oid id;
    if (const auto code = git_treebuilder_write(&id, raw); code < 0) return libgit2_error(code, "the tree");
    return object_id(id);
}

} // namespace cairn::git
