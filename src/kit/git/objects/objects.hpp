// Reading objects: blobs, trees, commits and tags as plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "git/repository.hpp"

namespace cairn::git {

struct ObjectInfo {
    Kind kind;
    std::uint64_t size; // of its content
};

// Costs no more than the object's head, however large it is.
Result<ObjectInfo> object_info(const Repository&, const ObjectId&);

struct RawObject {
    Kind kind;
    std::string bytes;
};

// Its content as it is. too_large if it has more than `most` bytes, and then nothing was read.
Result<RawObject> read_object(const Repository&, const ObjectId&, std::uint64_t most);
// The same, and not_found unless it is a blob.
Result<std::string> read_blob(const Repository&, const ObjectId&, std::uint64_t most);

// The modes that entries of a tree have today. Old trees have others, such as 100664.
enum Mode : std::uint32_t {
    mode_tree = 0040000,
    mode_file = 0100644,
    mode_executable = 0100755,
    mode_symlink = 0120000,
    mode_submodule = 0160000, // names a commit of another repository
};

struct TreeEntry {
    std::string name; // in a recursive list the path from the root of the listed tree
    std::uint32_t mode;
    ObjectId id;

    Kind kind() const;
    bool is_file() const { return (mode & 0170000) == 0100000; }
};

// In git's order: by bytes, a folder as if its name ended in "/".
// unprocessable for one with more than limits() allows.
Result<std::vector<TreeEntry>> read_tree(const Repository&, const ObjectId& tree);

struct TreeListing {
    std::vector<TreeEntry> entries;
    std::uint64_t total = 0; // how many there are in all
};

// Of these, entries `skip` to `skip + limit`.
Result<TreeListing> read_tree_page(const Repository&, const ObjectId& tree, std::uint64_t skip, std::uint64_t limit);

// Everything below a tree, folders before what is in them: entries `skip` to `skip + limit`. unprocessable for a tree
// with more than `most` entries, or more than limits() allows.
Result<TreeListing> list_tree(const Repository&, const ObjectId& tree, std::uint64_t skip, std::uint64_t limit,
                              std::uint64_t most = 1'000'000);

// What is at a path ("src/main.cpp", no slash at either end). Its name is the last part of the path.
Result<TreeEntry> find_entry(const Repository&, const ObjectId& tree, std::string_view path);

struct Person {
    std::string name;
    std::string email;
    Time when;
    int offset = 0; // minutes east of UTC
};

struct Commit {
    ObjectId id;
    ObjectId tree;
    std::vector<ObjectId> parents;
    Person author;
    Person committer;
    std::string message; // whole, as it is
};

Result<Commit> read_commit(const Repository&, const ObjectId&);

struct Signature {
    std::string signature; // armored, OpenPGP's or SSH's
    std::string payload;   // what was signed: the object without its signature
};

// Nothing for a commit that is not signed.
Result<std::optional<Signature>> commit_signature(const Repository&, const ObjectId&);

struct Tag {
    ObjectId id;
    std::string name;
    ObjectId target;
    Kind target_kind;
    std::optional<Person> tagger; // very old tags have none
    std::string message;          // with the signature, which git keeps at its end
};

// Of a tag object. not_found for anything else.
Result<Tag> read_tag(const Repository&, const ObjectId&);

} // namespace cairn::git
