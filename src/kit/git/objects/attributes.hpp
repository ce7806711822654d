// What .gitattributes files of a commit say about paths. See gitattributes(5).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/repository.hpp"

namespace cairn::git {

// For the thread that has the repository, which must live as long.
class Attributes {
public:
    // The names must live as long.
    Attributes(const Repository& repository, const ObjectId& commit, std::vector<const char*> names)
        : repository_(repository), commit_(commit), names_(std::move(names))
    {
    }

    // The value of each, in their order: "true" for one that is set, "false" for one that is unset, nothing for one
    // that is not mentioned.
    Result<std::vector<std::optional<std::string>>> of(const std::string& path);

private:
    const Repository& repository_;
    ObjectId commit_;
    std::vector<const char*> names_;
};

} // namespace cairn::git
