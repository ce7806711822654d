// What clients call a state of a repository, and the commit that is meant. Which names there are depends on the
// operation, as today's clients know it.
#pragma once

#include "api/call.hpp"
#include "git/store/repositories.hpp"
#include "repositories/guards.hpp"

namespace cairn::contents {

// The query of operations on files.
struct AtRef {
    std::string ref;
};
BOOST_DESCRIBE_STRUCT(AtRef, (), (ref))
constexpr auto notes(const AtRef*)
{
    return std::array{Note{"ref", "a branch, a tag or a commit; without it, the default branch"}};
}

enum class RefKind : std::uint8_t { branch, tag, commit };
BOOST_DESCRIBE_ENUM(RefKind, branch, tag, commit)

struct Revision {
    RefKind kind = RefKind::branch;
    std::string name;  // short: "main", "v1", or the id
    std::string given; // as the client wrote it
    git::ObjectId commit;

    // "branch/main", escaped: as it stands in the addresses of pages and raw files.
    std::string in_address() const;
};

// not_found where the folder is gone, as if there were no repository.
Result<git::Repositories::Handle> open_repository(const api::Call&, const repositories::RepositoryContext&);

// refs/heads/... or refs/tags/..., a tag, a branch, a whole id in lower case; blank is the default branch. not_found.
Result<Revision> find_revision(const git::Repository&, const repositories::RepositoryContext&, std::string_view ref);

struct RevisionAndPath {
    Revision revision;
    std::string path;
};

// A path that may begin with a ref of any length: a branch, a tag, a whole id, HEAD. Otherwise all of it is the path
// and the default branch is meant. not_found for a whole id that is no commit.
Result<RevisionAndPath> split_path(const git::Repository&, const repositories::RepositoryContext&,
                                   std::string_view ref_and_path);
// The same with a ref that stands beside the path.
Result<RevisionAndPath> split_path(const git::Repository&, const repositories::RepositoryContext&, std::string_view ref,
                                   std::string_view path);

// For operations on one commit: a branch, a tag, an id that may be abbreviated, but none of git's steps. unprocessable
// for what can be no reference's name.
Result<git::ObjectId> find_single_commit(const git::Repository&, std::string_view ref);

// A path below the root of a repository: "." and ".." folded, no slash at either end; empty is the root. Nothing for
// one with a part that is ".git" in any case.
std::optional<std::string> clean_path(std::string_view);

// A path or a ref in an address: every part escaped, the slashes kept.
std::string escape_path(std::string_view);

} // namespace cairn::contents
