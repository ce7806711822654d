#include "web/assets.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::web {

const EmbeddedFile* find_asset(std::string_view name)
{
    const auto files = embedded_files();
    const auto found = std::ranges::find(files, name, &EmbeddedFile::name);
    return found == files.end() ? nullptr : &*found;
}

std::string_view content_type_of(std::string_view name)
{
    static constexpr auto types = std::to_array<std::pair<std::string_view, std::string_view>>({
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".txt", "text/plain; charset=utf-8"},
    });
    for (const auto& [ending, type] : types)
        if (name.ends_with(ending)) return type;
    return "application/octet-stream";
}

} // namespace cairn::web
