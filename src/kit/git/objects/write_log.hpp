// Private to src/git: which objects a handle has written, so that they can be brought to the disk together.
//
// A commit of one file is four objects or more. Syncing each when it is written makes the disk commit its journal eight
// times; syncing all of them at the end costs little more than one. Nothing refers to them before that.
#pragma once

#include <string>
#include <vector>

#include "git/objects/object_id.hpp"

struct git_odb;

namespace cairn::git {

// A part of an open repository, for the thread that has that.
class WriteLog {
public:
    // Notes from now on what is written through `odb`, also what turned out to be there already: whoever wrote it may
    // not have synced it yet. The log must live as long as `odb`.
    void attach(git_odb& odb);

    // Everything that was written is on the disk when this returns. `objects` is the repository's folder of objects.
    void sync(const std::string& objects);

private:
    struct Backend;

    std::vector<ObjectId> written_;
};

} // namespace cairn::git
