// Which language a file is in, as far as its name tells, and whether it counts as somebody's work at all. Where the
// table comes from: src/languages/README.md.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/embedded.hpp"

namespace cairn::languages {

std::span<const EmbeddedFile> embedded_files();

struct Language {
    std::string_view name;
    std::string_view group; // the language that it is counted as; itself, mostly
};

// By its name; null for one that is not known. In any case.
const Language* find_language(std::string_view name);

// Of a file: by its whole name or its ending. Null where neither says so, and for data and prose.
const Language* language_of_name(std::string_view path);

// Of a script, by its first line.
const Language* language_of_script(std::string_view content);

// Somebody else's work that is kept beside.
bool is_vendored(std::string_view path);
bool is_documentation(std::string_view path);
// Made by a program: by the name, or by what it says of itself at its beginning.
bool is_generated(std::string_view path);
bool says_it_is_generated(std::string_view content);

// A beginning with NUL in it is no text.
bool is_binary(std::string_view content);

} // namespace cairn::languages
