#include "pages/code/file_tree.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "pages/code/code_place.hpp"

namespace cairn::pages {

using contents::Revision;
using git::TreeEntry;
using repositories::RepositoryContext;

namespace {

constexpr std::size_t most_levels = 12;
constexpr std::ptrdiff_t most_rows = 150; // of a folder, around the one that matters

} // namespace

FileTree file_tree(const RepositoryContext& place, const git::Repository& repository, const Revision& revision,
                   const std::string& path, std::string_view section)
{
    FileTree shown;
    auto tree = repository.peel(revision.commit, git::Kind::tree);
    if (!tree) return shown;
    const auto parts = text::split(path, '/');
    std::string folder;
    auto at = *tree;
    for (std::size_t depth = 0; depth < parts.size() && depth < most_levels; ++depth) {
        auto entries = git::read_tree(repository, at);
        if (!entries) break;
        std::ranges::stable_partition(*entries, [](const auto& entry) { return entry.kind() == git::Kind::tree; });
        const auto here = std::ranges::find(*entries, parts[depth], &TreeEntry::name);
        if (here == entries->end()) break;
        const bool last = depth + 1 == parts.size();
        TreeLevel level;
        const auto place_of = here - entries->begin();
        const auto begin = std::max<std::ptrdiff_t>(0, place_of - most_rows / 2);
        const auto end = std::min(std::ssize(*entries), begin + most_rows);
        if (begin > 0 || end < std::ssize(*entries)) level.more = code_address(place, "src", revision, folder);
        for (auto i = begin; i < end; ++i) {
            const auto& entry = (*entries)[static_cast<std::size_t>(i)];
            const auto below = folder.empty() ? entry.name : folder + "/" + entry.name;
            const auto kind = kind_of(entry);
            // Of what is no file, there is nothing but its own page.
            TreeRow row{.kind = kind,
                        .name = to_text(entry.name),
                        .address = code_address(place, kind == EntryKind::file ? section : "src", revision, below),
                        .current = last && i == place_of};
            if (i == place_of && !last) level.open = std::move(row);
            else (level.open ? level.after : level.before).push_back(std::move(row));
        }
        folder = folder.empty() ? here->name : folder + "/" + here->name;
        at = here->id;
        shown.levels.push_back(std::move(level));
    }
    shown.closing = shown.levels;
    std::ranges::reverse(shown.closing);
    return shown;
}

} // namespace cairn::pages
