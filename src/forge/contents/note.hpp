// What somebody has put on a commit with `git notes`.
#pragma once

#include "git/repository.hpp"

namespace cairn::contents {

struct NoteOn {
    std::string message;
    git::ObjectId from; // the commit that all notes are at
    std::string path;   // where this one is in it
};

// not_found where there is none.
Result<NoteOn> note_on(const git::Repository&, const git::ObjectId& commit);

} // namespace cairn::contents
