// The references of a repository: reading them, what names lead to, and changing them so that nobody's change is lost.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "git/references/ref_name.hpp"
#include "git/repository.hpp"

namespace cairn::git {

struct Reference {
    std::string name; // whole: refs/heads/main
    ObjectId target;  // the tag object for an annotated tag
    Kind kind;        // of the target
    ObjectId commit;  // what it leads to, through tags; zero if that is no commit
};

// Those whose names begin with `prefix` (text: "refs/heads/", "refs/tags/v1"), sorted by name. Symbolic ones (HEAD is
// no part of refs/) and those whose object is missing are left out.
Result<std::vector<Reference>> list_references(const Repository&, std::string_view prefix);

// The same without looking at any object: names and targets, as the protocol wants them. In no order.
Result<> for_each_reference(const Repository&, std::string_view prefix,
                            const std::function<void(std::string_view name, const ObjectId& target)>& found);

// By its whole name. not_found, also for a name that none can have.
Result<Reference> find_reference(const Repository&, std::string_view name);

// The commit of a branch or a tag by its short name.
Result<ObjectId> find_branch(const Repository&, std::string_view name);
Result<ObjectId> find_tag(const Repository&, std::string_view name);

// False if no branch and no tag is called so or has a name that goes on with a slash: one look for all of those names.
bool may_begin_reference(const Repository&, std::string_view first_part);

// The commit that a name leads to: HEAD, a whole reference, a branch, a tag, an id (also abbreviated), in this order;
// with any number of "^" and "~N" after it.
Result<ObjectId> find_commit(const Repository&, std::string_view name);

// The short name of the branch that HEAD names, whether or not there is such a branch.
Result<std::string> default_branch(const Repository&);
Result<> set_default_branch(const Repository&, std::string_view name);

// One reference as it was and as it shall be; zero is "not there".
struct RefUpdate {
    std::string name;
    ObjectId before;
    ObjectId after;
};

// All of them or none, and only if each is still at its `before`: `conflict` otherwise, with the name of the reference
// and words for people. On the disk when it returns.
Result<> update_references(const Repository&, std::span<const RefUpdate>);

inline Result<> update_reference(const Repository& repository, const RefUpdate& update)
{
    return update_references(repository, {&update, 1});
}

} // namespace cairn::git
