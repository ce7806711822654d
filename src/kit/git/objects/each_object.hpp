// Private to src/git: a look at the head of every object in a folder of objects.
#pragma once

#include <functional>
#include <string>

#include "base/result.hpp"
#include "git/libgit2.hpp"

namespace cairn::git {

struct ObjectHead {
    git_odb* odb; // of the folder alone
    const git_oid* id;
    int type; // git_object_t
    std::size_t size;
};

// In no order, until `look` returns something else than 0: a code of libgit2 where that is below. An object that cannot
// be read ends it with an error, because whoever decides by what is missing must know.
Result<> for_each_object(const std::string& objects, const std::function<int(const ObjectHead&)>& look);

} // namespace cairn::git
