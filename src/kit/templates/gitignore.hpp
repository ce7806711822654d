// Lists of files that git should not look at, for languages and tools.
#pragma once

#include <span>
#include <string>

#include "base/embedded.hpp"
#include "base/result.hpp"

namespace cairn::templates {

namespace gitignore_files {
std::span<const EmbeddedFile> embedded_files();
} // namespace gitignore_files

// In the order of their names, which are as in the API: "C++", "Go".
std::span<const EmbeddedFile> gitignores();

// The one of exactly that name; null when there is none.
const EmbeddedFile* find_gitignore(std::string_view name);

// The text of a .gitignore for a list such as "C,Go": each template under its name. A name that is not there is an
// error; an empty list is an empty text.
Result<std::string> render_gitignore(std::string_view list);

} // namespace cairn::templates
