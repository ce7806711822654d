#include "git/store/unadopted.hpp"

#include <algorithm>
#include <filesystem>

#include "base/text.hpp"
#include "crypto/random.hpp"
#include "git/store/durable.hpp"
#include "git/store/store.hpp"

namespace cairn::git {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view suffix = ".git";

bool is_folder_name(std::string_view name)
{
    return !name.empty() && name.front() != '.' && name.find('/') == name.npos && name.find('\0') == name.npos;
}

// A link could lead out of the store, and what it leads to is not ours to move or to delete.
bool is_repository(const fs::path& folder)
{
    std::error_code gone;
    return fs::symlink_status(folder, gone).type() == fs::file_type::directory
        && fs::is_regular_file(folder / "HEAD", gone) && fs::is_directory(folder / "objects", gone);
}

std::vector<fs::path> folders_in(const fs::path& folder)
{
    std::vector<fs::path> found;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
        std::error_code gone;
        if (entry->symlink_status(gone).type() == fs::file_type::directory
            && is_folder_name(entry->path().filename().string()))
            found.push_back(entry->path());
    }
    return found;
}

std::optional<Unadopted> look_for(const Store& store, const std::string& owner, const std::string& name)
{
    const fs::path place = fs::path(store.root()) / owner / (name + std::string(suffix));
    std::error_code gone;
    if (fs::symlink_status(place.parent_path(), gone).type() != fs::file_type::directory || !is_repository(place))
        return {};
    return Unadopted{.owner = owner, .name = name, .path = place.string()};
}

} // namespace

std::vector<Unadopted> list_unadopted(const Store& store)
{
    std::vector<Unadopted> all;
    for (const auto& owner : folders_in(store.root()))
        for (const auto& place : folders_in(owner))
            if (place.extension() == suffix && is_repository(place))
                all.push_back(
                    {.owner = owner.filename().string(), .name = place.stem().string(), .path = place.string()});
    std::ranges::sort(all, {}, [](const Unadopted& one) { return std::tie(one.owner, one.name); });
    return all;
}

std::optional<Unadopted> find_unadopted(const Store& store, std::string_view owner, std::string_view name)
{
    if (!is_folder_name(owner) || !is_folder_name(name)) return {};
    auto found = look_for(store, std::string(owner), std::string(name));
    return found ? found : look_for(store, text::to_lower(owner), text::to_lower(name));
}

void remove_unadopted(const Store& store, const Unadopted& unadopted)
{
    const fs::path place = unadopted.path;
    const auto trash = store.root() + "/.trash/" + crypto::random_hex(16);
    fs::rename(place, trash);
    sync_folder(place.parent_path().string());
    fs::remove_all(trash);
    // Unless it is empty, it stays.
    std::error_code full;
    fs::remove(place.parent_path(), full);
}

} // namespace cairn::git
