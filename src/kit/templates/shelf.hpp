// Embedded files of one kind as a list of templates: named without the ending that their kind has, in order.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "base/embedded.hpp"

namespace cairn::templates {

inline std::vector<EmbeddedFile> shelf(std::span<const EmbeddedFile> files, std::string_view ending)
{
    std::vector<EmbeddedFile> named(files.begin(), files.end());
    for (EmbeddedFile& file : named)
        if (file.name.ends_with(ending)) file.name.remove_suffix(ending.size());
    // Again, since "C.gitignore" comes after "C++.gitignore".
    std::ranges::sort(named, std::less(), &EmbeddedFile::name);
    return named;
}

inline const EmbeddedFile* find_on(std::span<const EmbeddedFile> shelf, std::string_view name)
{
    const auto found = std::ranges::lower_bound(shelf, name, std::less(), &EmbeddedFile::name);
    return found != shelf.end() && found->name == name ? &*found : nullptr;
}

} // namespace cairn::templates
