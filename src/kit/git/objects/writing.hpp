// Writing objects. They are on the disk when a function returns, and nobody sees them until a reference leads to them
// (git/references/references.hpp), so that whatever fails on the way leaves nothing behind but garbage.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "git/objects/objects.hpp"
#include "git/references/references.hpp"
#include "git/repository.hpp"

namespace cairn::git {

Result<ObjectId> write_blob(const Repository&, std::string_view bytes);

struct NewCommit {
    ObjectId tree;
    std::vector<ObjectId> parents{};
    Person author;
    Person committer;
    std::string message; // written as it is: whoever wants a sign-off or a final line's end adds it
};

// unprocessable for a person whom git could not write down: no name, one with "<", ">" or a line's end in it, or a date
// that does not fit into 32 bits.
Result<ObjectId> write_commit(const Repository&, const NewCommit&);

// The same in two steps, for commits that the server signs: the text to be signed, then the commit with the signature.
Result<std::string> commit_text(const Repository&, const NewCommit&);
Result<ObjectId> write_signed_commit(const Repository&, const std::string& text, const std::string& signature);

struct NewTag {
    std::string name;
    ObjectId target;
    Person tagger;
    std::string message;
};

// The object of an annotated tag; the reference is the caller's to make.
Result<ObjectId> write_tag(const Repository&, const NewTag&);

// A commit that shall be what a branch is at. `make` gets the commit that it is at now (zero: it is not there) and
// writes what shall follow; `allow` has the last word before the branch moves. Both are called again when somebody else
// was faster.
struct BranchCommit {
    std::string branch;
    std::function<Result<ObjectId>(const ObjectId& head)> make;
    std::function<Result<>(const RefUpdate&)> allow{};
};

// Moves the branch, however many others do the same. What was done.
Result<RefUpdate> land(const Repository&, const BranchCommit&);

// What writes a commit, signed or not.
using CommitWriter = std::function<Result<ObjectId>(const Repository&, const NewCommit&)>;

// The same for a commit on top of the branch that needs nothing else. Its name.
Result<ObjectId> commit_to(const Repository&, const std::string& branch,
                           const std::function<Result<NewCommit>(const ObjectId& head)>& make,
                           const CommitWriter& = write_commit);

} // namespace cairn::git
