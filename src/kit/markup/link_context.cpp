#include "markup/link_context.hpp"

#include <vector>

#include "base/text.hpp"
#include "markup/policy.hpp"

namespace cairn::markup {

namespace {

std::string_view without_slashes(std::string_view text)
{
    while (text.starts_with('/')) text.remove_prefix(1);
    while (text.ends_with('/')) text.remove_suffix(1);
    return text;
}

std::string joined(std::string_view folder, std::string_view path)
{
    std::string all(folder);
    if (!folder.empty() && !path.empty()) all += '/';
    return all.append(path);
}

// Without "." and "..": the latter lead no higher than to the root.
std::string cleaned(std::string_view path)
{
    std::vector<std::string_view> kept;
    for (const std::string_view part : text::split(path, '/')) {
        if (part.empty() || part == ".") continue;
        if (part != "..") kept.push_back(part);
        else if (!kept.empty()) kept.pop_back();
    }
    std::string clean = text::join(kept, "/");
    if (path.ends_with('/') && !clean.empty()) clean += '/';
    return clean;
}

// Where the paths of a text begin, below the repository's address.
std::string root_of(const LinkContext& place, Mode mode, bool picture)
{
    switch (mode) {
    case Mode::file: return joined(picture ? "media" : "src", place.ref);
    case Mode::wiki: return picture ? "wiki/raw" : "wiki";
    default: return {};
    }
}

// Without a file's path nothing tells where the name of a branch ends that has slashes: it is taken to have none.
void split_folder(LinkContext& place)
{
    const auto kind_end = place.ref.find('/');
    if (kind_end == place.ref.npos) return;
    const auto name_end = place.ref.find('/', kind_end + 1);
    if (name_end == place.ref.npos) return;
    place.folder = place.ref.substr(name_end + 1);
    place.ref.resize(name_end);
}

std::string resolve(const LinkContext& place, Mode mode, std::string_view address, bool picture)
{
    if (mode == Mode::plain || address.empty() || address.starts_with("//") || !scheme_of(address).empty())
        return std::string(address);
    if (address.starts_with('#')) return "#" + prefixed_id(address.substr(1));
    const auto tail_at = address.find_first_of("?#");
    const auto tail = tail_at == address.npos ? std::string_view() : address.substr(tail_at);
    const auto path = address.substr(0, tail_at);
    const bool from_root = path.starts_with('/') || mode != Mode::file;
    const auto below = cleaned(from_root ? std::string(path) : joined(place.folder, path));
    return place.site + joined(joined(place.repository, root_of(place, mode, picture)), below).append(tail);
}

} // namespace

LinkContext read_link_context(std::string_view site, std::string_view context, std::string_view file_path)
{
    LinkContext place{.site = std::string(site)};
    if (context.starts_with(site)) context.remove_prefix(site.size());
    const auto path = cleaned(without_slashes(context));
    const auto owner_end = path.find('/');
    if (owner_end == path.npos) return place;
    const auto repository_end = path.find('/', owner_end + 1);
    place.repository = path.substr(0, repository_end);
    const auto rest = repository_end == path.npos ? std::string_view() : std::string_view(path).substr(repository_end);
    if (rest.starts_with("/src/")) place.ref = rest.substr(5);
    const auto file = cleaned(file_path);
    if (file.empty()) {
        split_folder(place);
    } else if (const auto slash = file.rfind('/'); slash != file.npos) {
        place.folder = file.substr(0, slash);
        // Clients that show a folder put it at the end of the context as well.
        if (place.ref.ends_with("/" + place.folder)) place.ref.resize(place.ref.size() - place.folder.size() - 1);
    }
    return place;
}

std::string resolve_link(const LinkContext& place, Mode mode, std::string_view address)
{
    return resolve(place, mode, address, false);
}

std::string resolve_picture(const LinkContext& place, Mode mode, std::string_view address)
{
    return resolve(place, mode, address, true);
}

} // namespace cairn::markup
