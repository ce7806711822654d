// A file of a commit for somebody to look at: what it is, and as much of it as is read at once.
#pragma once

#include "api/call.hpp"
#include "git/store/repositories.hpp"
#include "repositories/guards.hpp"

namespace cairn::contents {

struct OpenedFile {
    std::string type;      // as browsers are told (contents/media_type.hpp)
    std::int64_t size = 0; // of all of it
    std::string bytes;     // all of it, or its beginning
    bool whole = false;
    bool large = false;   // git has a pointer: this is the large file that is kept beside it
    bool missing = false; // git has a pointer to a large file that the repository does not have; this is the pointer

    bool is_text() const;
};

// At most so many bytes of it. The id must be that of a blob.
Result<OpenedFile> open_file(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                             const git::ObjectId&, std::uint64_t most);

} // namespace cairn::contents
