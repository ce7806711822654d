// What people have written, as pages about code show it.
#pragma once

#include "base/html.hpp"
#include "repositories/guards.hpp"

namespace cairn::pages {

struct FilePlace {
    std::string branch;
    std::string path;
};

// A file by the ending of its name; nothing where such is not rendered, or is too long for it.
std::optional<Html> file_text(const api::Call&, const repositories::RepositoryContext&, const FilePlace&,
                              std::string_view text);

// The notes of a release, which are written like a comment. What is too long is shown as it is, by whoever gets
// nothing.
std::optional<Html> notes_text(const api::Call&, const repositories::RepositoryContext&, std::string_view text);

} // namespace cairn::pages
