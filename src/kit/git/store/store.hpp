// The folder that all repositories are in. A repository is found by its key, which is random and never changes: renames
// and transfers move nothing on the disk, and no name that people choose ever becomes a path.
//
//     ROOT/ab/cd/abcd….git    a bare repository, complete: it gets there by one rename
//     ROOT/.new/              repositories that are being made
//     ROOT/.trash/            repositories that are being deleted
//
// Safe from any thread and for several processes on one ROOT. Where the disk fails, std::system_error is thrown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace cairn::git {

enum class ObjectFormat : std::uint8_t { sha1, sha256 };
// Why there is only one of them, for whoever asks for the other.
inline constexpr std::string_view only_sha1 = "repositories with SHA-256 object names cannot be kept here: the library "
                                              "that reads repositories (libgit2 1.5) does "
                                              "not know them; use sha1";

class Store {
public:
    // Makes the folder if it is missing. A relative path is made absolute.
    explicit Store(std::string root);

    static std::string new_key(); // 32 hexadecimal digits
    static bool is_key(std::string_view);

    const std::string& root() const { return root_; }
    // Where the repository is, or would be. Throws std::invalid_argument for what is no key.
    std::string path(std::string_view key) const;
    bool exists(std::string_view key) const;

    // An empty repository, whole and on the disk before this returns. `unprocessable` for a branch name that git would
    // refuse and for SHA-256, which libgit2 1.5 cannot read; `conflict` if the key is taken.
    Result<> create(std::string_view key, ObjectFormat, std::string_view default_branch) const;

    // A repository of its own with the branches and tags of another, and that one's HEAD. The files of the objects are
    // the same on the disk (hard links), but neither repository needs the other. `not_found` without `from`.
    Result<> fork(std::string_view from, std::string_view to) const;

    // The same with a repository that is anywhere on the disk. `unprocessable` if it cannot be read.
    Result<> adopt(const std::string& found, std::string_view key) const;

    // Nothing of it shows from the moment of the first step. Whether there was one.
    bool remove(std::string_view key) const;

    // Every repository's key, in no order.
    std::vector<std::string> keys() const;

    // What its files hold, in bytes. A file that forks share counts in each; a repository that is not there has none.
    std::uint64_t size(std::string_view key) const;

    // Deletes what a crash has left in .new and .trash. Only while nobody else uses the root. How many there were.
    std::size_t sweep() const;

private:
    std::string nursery(std::string_view key) const;
    Result<> copy_in(const std::string& from, std::string_view key) const;
    // The folders that have to be synced for it to stay there.
    Result<std::vector<std::string>> move_in(const std::string& made, std::string_view key) const;

    std::string root_;
};

} // namespace cairn::git
