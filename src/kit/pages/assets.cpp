#include "pages/assets.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <utility>

#include "crypto/digest.hpp"

namespace cairn::pages {

const EmbeddedFile* find_asset(std::string_view name)
{
    const auto files = embedded_files();
    const auto found = std::ranges::find(files, name, &EmbeddedFile::name);
    return found == files.end() ? nullptr : &*found;
}

const std::string& asset_mark(const EmbeddedFile& file)
{
    static const auto marks = [] {
        std::map<std::string_view, std::string> made;
        for (const EmbeddedFile& each : embedded_files())
            made.emplace(each.name, crypto::sha256_hex(each.bytes).substr(0, 12));
        return made;
    }();
    return marks.at(file.name);
}

std::string asset_address(std::string_view name)
{
    const EmbeddedFile* file = find_asset(name);
    if (file == nullptr) throw std::logic_error("there is no asset " + std::string(name));
    return "/assets/" + std::string(name) + "?v=" + asset_mark(*file);
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

} // namespace cairn::pages
