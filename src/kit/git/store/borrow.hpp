// A branch of one repository brought into another: the commits of a fork, or of what it was forked from.
#pragma once

#include <chrono>
#include <string>

#include "git/child/child.hpp"
#include "git/objects/object_id.hpp"

namespace cairn::git {

// While this lives, a reference of its own keeps the commits from being taken for garbage.
class Borrowed {
public:
    struct Wish {
        std::string from; // paths of repositories
        std::string branch;
        std::string into;
        std::chrono::seconds time_limit{600};
    };

    // not_found without such a branch, `unavailable` where it could not be read. Handles that were open before need not
    // see the new objects.
    static Result<Borrowed> fetch(Children&, const Wish&);

    Borrowed(Borrowed&& other) noexcept;
    Borrowed& operator=(Borrowed&&) = delete;
    ~Borrowed();

    // Where the branch was.
    const ObjectId& commit() const { return commit_; }

private:
    explicit Borrowed(std::string path);

    std::string path_;
    std::string name_;
    ObjectId commit_;
};

} // namespace cairn::git
