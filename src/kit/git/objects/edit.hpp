// Changes to the files of a tree, made in memory and written as new trees at once.
//
//     TreeEdit edit(repository, commit.tree);
//     TRY(edit.put("src/main.cpp", {mode_file, TRY(write_blob(repository, text))}));
//     const auto tree = TRY(edit.write());
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "git/objects/objects.hpp"
#include "git/repository.hpp"

namespace cairn::git {

// A path that a file may be written at: relative, no empty part, no "." or "..", nothing that is ".git" to any of the
// file systems that people check out to, at most 4096 bytes in at most 256 parts.
bool is_file_path(std::string_view);

// For the thread that has the repository, which must live as long.
class TreeEdit {
public:
    // `base` is the tree to begin with; zero is the empty one. The repository must live as long.
    TreeEdit(const Repository& repository, const ObjectId& base);
    ~TreeEdit();
    TreeEdit(const TreeEdit&) = delete;
    TreeEdit& operator=(const TreeEdit&) = delete;

    struct File {
        std::uint32_t mode = mode_file;
        ObjectId id;
    };

    // What is at the path now, the changes included. not_found.
    Result<TreeEntry> find(std::string_view path);

    // Makes or replaces a file, a symlink or a submodule. unprocessable for a path that cannot be, and where there is a
    // folder at the path or something else than a folder above it.
    Result<> put(std::string_view path, const File&);
    // not_found. Folders go with the last thing in them; a folder itself is removed with all that is in it.
    Result<> remove(std::string_view path);
    // Keeps mode and content. unprocessable if there is something at `to`.
    Result<> rename(std::string_view from, std::string_view to);

    // The tree's name. The empty tree, if nothing is left.
    Result<ObjectId> write();

private:
    struct Folder;
    struct Entry;

    Result<Folder*> open(Entry&);
    Result<Folder*> folder_of(std::string_view path, bool make);
    Result<std::optional<ObjectId>> write(Folder&);

    const Repository& repository_;
    ObjectId base_;
    std::unique_ptr<Folder> root_;
};

} // namespace cairn::git
