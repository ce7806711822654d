// Who wrote an issue or a comment, where that is nobody who has an account here.
#pragma once

#include "import/kind.hpp"

namespace cairn::import {

struct Author {
    std::int64_t poster_id = 0;  // there; not above 0: nobody
    std::string original_author; // who wrote it before it came to the old site
    std::int64_t original_author_id = 0;
};

// Remembers the name; comment_id is 0 for the issue itself. Nothing happens if the poster is here.
void remember_author(Batch&, const Author&, std::optional<std::int64_t> poster, std::int64_t issue_id,
                     std::int64_t comment_id);

} // namespace cairn::import
