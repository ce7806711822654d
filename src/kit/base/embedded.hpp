#pragma once

#include <string_view>

namespace cairn {

// A file that is part of the program; tools/embed.py puts it there.
struct EmbeddedFile {
    std::string_view name; // without its folder
    std::string_view bytes;
};

} // namespace cairn
