// Private to src/git: what its files share of libgit2, without its headers.
#pragma once

#include <chrono>
#include <memory>
#include <string_view>

#include "base/result.hpp"
#include "git/objects/object_id.hpp"
#include "git/repository.hpp"

struct git_blob;
struct git_commit;
struct git_diff;
struct git_index;
struct git_object;
struct git_odb;
struct git_odb_object;
struct git_oid; // NOLINT(readability-identifier-naming): libgit2's own
struct git_patch;
struct git_reference;
struct git_reference_iterator;
struct git_repository;
struct git_revwalk;
struct git_signature; // NOLINT(readability-identifier-naming)
struct git_tag;
struct git_transaction;
struct git_tree;
struct git_treebuilder;

namespace cairn::git {

// Starts the library when it is first needed, with our limits on its memory.
void need_library();
// How long ago that was.
std::chrono::nanoseconds time_since_start();

struct Free;
template <class T> using Owned = std::unique_ptr<T, Free>;

// An open repository that syncs its references when it writes them, but not its objects (git/objects/write_log.hpp
// does).
Result<Owned<git_repository>> open_bare(const std::string& path);

// All lines of the file with this place in a difference, in memory; nothing for one that has none to compare.
Result<Owned<git_patch>> lines_of_file(git_diff*, std::size_t file);

struct Free {
    void operator()(git_blob*) const;
    void operator()(git_commit*) const;
    void operator()(git_diff*) const;
    void operator()(git_index*) const;
    void operator()(git_object*) const;
    void operator()(git_odb*) const;
    void operator()(git_odb_object*) const;
    void operator()(git_patch*) const;
    void operator()(git_reference*) const;
    void operator()(git_reference_iterator*) const;
    void operator()(git_repository*) const;
    void operator()(git_revwalk*) const;
    void operator()(git_signature*) const;
    void operator()(git_tag*) const;
    void operator()(git_transaction*) const;
    void operator()(git_tree*) const;
    void operator()(git_treebuilder*) const;
};

// A chain of trees is as long as somebody cares to make it, and each is a step on the stack. Nobody's folders are
// deeper.
constexpr int deepest_folder = 256;

// No tree for the zero id.
Result<Owned<git_tree>> find_tree(git_repository*, const ObjectId&);

ObjectId object_id(const git_oid&);
// Points into the id.
const git_oid* oid(const ObjectId&);

// libgit2's numbers for the kinds (git_object_t), which pack files have, too.
Kind kind_of_type(int type);
int type_of_kind(Kind);

// The error that this thread's last call of libgit2 ended with. `what` names what was asked for, for people: "the
// branch". What is no more than absent is not_found; what is damaged is logged and `unavailable`.
std::unexpected<Error> libgit2_error(int code, std::string_view what);

} // namespace cairn::git
