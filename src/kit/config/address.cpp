#include "config/address.hpp"

#include <filesystem>

#include "config/file.hpp"
#include "config/ini.hpp"

namespace cairn::config {

namespace {

constexpr std::size_t largest_file = 1 << 20;

} // namespace

Result<> set_address(Loaded& loaded, const std::string& root_url)
{
    const auto* key = find_key("server", "ROOT_URL");
    if (const auto origin = loaded.origins.find(key);
        origin != loaded.origins.end() && origin->second.source == Origin::Source::environment)
        return fail(Errc::conflict,
                    origin->second.place + " sets the address of this site: set " + root_url + " there");
    const FolderLock lock(std::filesystem::path(loaded.file).parent_path().string());
    std::string text;
    if (std::error_code error; std::filesystem::exists(loaded.file, error) || error) {
        auto content = read_file(loaded.file, largest_file);
        if (!content) return fail(Errc::unavailable, content.error());
        text = std::move(*content);
    }
    const auto saved = replace_file(loaded.file, set_in_ini(text, "server", "ROOT_URL", root_url));
    if (!saved) return fail(Errc::unavailable, saved.error());
    loaded.settings.server.root_url = root_url;
    loaded.origins[key] = {Origin::Source::file, loaded.file};
    return {};
}

} // namespace cairn::config
