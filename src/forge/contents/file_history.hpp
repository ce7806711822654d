// The history of a file through its renames, as `git log --follow` has it.
#pragma once

#include <string>
#include <vector>

#include "api/site.hpp"
#include "base/page.hpp"
#include "git/repository.hpp"
#include "repositories/repository.hpp"

namespace cairn::contents {

struct FileCommit {
    git::ObjectId commit;
    std::string path; // what the file was called there
};

struct FileHistory {
    std::vector<FileCommit> commits; // newest first
    bool more = false;               // there are older ones
    bool cut = false;                // there may be, but the history is too long to be searched
};

// The page of the commits that changed the file, from the commit on, which need not have changed it. A folder has no
// renames.
Result<FileHistory> file_history(const api::Site&, const repositories::StoredRepository&, const git::Repository&,
                                 const git::ObjectId& commit, const std::string& path, const Paging&);

// What the file was called before this commit, which made it: empty if it was new. A file that is much the same as one
// that the commit took away was that one.
Result<std::string> previous_path(const git::Repository&, const git::ObjectId& commit, const std::string& path);

} // namespace cairn::contents
