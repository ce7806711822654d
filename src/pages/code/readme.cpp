#include "pages/code/readme.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "config/settings.hpp"
#include "pages/code/code_lines.hpp"
#include "pages/code/code_place.hpp"

namespace cairn::pages {

using contents::Revision;
using git::TreeEntry;
using repositories::RepositoryContext;

namespace {

constexpr std::uint64_t longest_target = 1024;

// The less, the better; nothing for what is no README.
std::optional<int> rank(std::string_view name)
{
    const auto lower = text::to_lower(name);
    if (lower == "readme") return 3;
    if (!lower.starts_with("readme.")) return {};
    if (lower == "readme.md") return 0;
    if (markup::can_render(lower)) return 1;
    return lower == "readme.txt" ? 2 : 4;
}

const TreeEntry* best_readme(std::span<const TreeEntry> entries)
{
    const TreeEntry* best = nullptr;
    for (const auto& entry : entries)
        if (const auto its = entry.kind() == git::Kind::blob ? rank(entry.name) : std::nullopt)
            if (best == nullptr || *its < *rank(best->name)) best = &entry;
    return best;
}

// A README may be a link to the one in another folder.
std::optional<TreeEntry> file_behind(const git::Repository& repository, const git::ObjectId& root,
                                     const std::string& folder, const TreeEntry& entry)
{
    if (entry.is_file()) return entry;
    const auto target = git::read_blob(repository, entry.id, longest_target);
    const auto path = target ? link_target(folder, *target) : std::nullopt;
    if (!path || path->empty()) return {};
    auto found = git::find_entry(repository, root, *path);
    if (!found || !found->is_file()) return {};
    return *found;
}

} // namespace

std::string folder_of(std::string_view path)
{
    const auto slash = path.rfind('/');
    return std::string(slash == path.npos ? std::string_view() : path.substr(0, slash));
}

std::optional<std::string> link_target(std::string_view folder, std::string_view target)
{
    if (target.empty() || target.starts_with('/')) return {};
    std::vector<std::string_view> parts;
    const auto walk = [&](std::string_view path) {
        for (const auto part : text::split(path, '/')) {
            if (part.empty() || part == ".") continue;
            if (part != "..") {
                parts.push_back(part);
                continue;
            }
            if (parts.empty()) return false;
            parts.pop_back();
        }
        return true;
    };
    if (!walk(folder) || !walk(target)) return {};
    return text::join(parts, "/");
}

std::string change_address(const RepositoryContext& place, std::string_view section, const Revision& revision,
                           std::string_view path)
{
    auto address = repository_address(place) + "/" + std::string(section) + "/" + contents::escape_path(revision.name);
    if (!path.empty()) address += "/" + contents::escape_path(path);
    return address;
}

markup::LinkContext links_from(const api::Call& call, const RepositoryContext& place, const Revision& revision,
                               std::string_view folder)
{
    return {.site = call.settings().server.root_url,
            .repository = place.owner.name + "/" + place.repository.name,
            .ref = revision.in_address(),
            .folder = contents::escape_path(folder)};
}

std::optional<ShownReadme> find_readme(const api::Call& call, const RepositoryContext& place,
                                       const git::Repository& repository, const Revision& revision,
                                       const std::string& folder, std::span<const TreeEntry> entries)
{
    const auto root = repository.peel(revision.commit, git::Kind::tree);
    if (!root) return {};
    const auto* found = best_readme(entries);
    auto in = folder;
    std::vector<TreeEntry> below;
    if (found == nullptr && folder.empty())
        for (const std::string_view name : {".gitea", ".github", "docs"}) {
            const auto place_of = std::ranges::find_if(
                entries, [&](const TreeEntry& entry) { return entry.kind() == git::Kind::tree && entry.name == name; });
            if (place_of == entries.end()) continue;
            auto read = git::read_tree(repository, place_of->id);
            if (!read) continue;
            below = std::move(*read);
            found = best_readme(below);
            in = name;
            if (found != nullptr) break;
        }
    if (found == nullptr) return {};
    const auto file = file_behind(repository, *root, in, *found);
    if (!file) return {};
    const auto path = in.empty() ? found->name : in + "/" + found->name;
    ShownReadme readme{.name = found->name, .path = path, .address = code_address(place, "src", revision, path)};
    const auto bytes = git::read_blob(repository, file->id, markup::longest_text);
    if (!bytes) {
        readme.too_large = true;
        return readme;
    }
    if (bytes->contains('\0') || text::trim(*bytes).empty()) return {};
    if (markup::can_render(found->name)) {
        auto html = markup::file_html(found->name, *bytes, links_from(call, place, revision, in));
        if (html && html->empty()) return {};
        if (html) readme.rendered = std::move(*html);
    }
    if (readme.rendered.empty()) readme.text = line_text(*bytes);
    readme.draws = markup::has_drawings(readme.rendered);
    readme.colors = markup::has_code(readme.rendered);
    readme.headings = markup::outline_of(readme.rendered);
    return readme;
}

} // namespace cairn::pages
