#include "pages/code/file_tree.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "cache/part_cache.hpp"
#include "http/url.hpp"
#include "pages/code/code_place.hpp"
#include "pages/diff/diff_query.hpp"

namespace cairn::pages {

using contents::Revision;
using git::TreeEntry;
using repositories::RepositoryContext;

namespace {

constexpr std::size_t most_levels = 12;
constexpr std::size_t most_opened = 12;   // by the reader
constexpr std::ptrdiff_t most_rows = 150; // of a folder, around the one that matters

bool leads_into(std::string_view path, std::string_view folder)
{
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

class Making {
public:
    Making(const RepositoryContext& place, const git::Repository& repository, const Revision& revision, TreeWish wish)
        : place_(place), repository_(repository), revision_(revision), wish_(std::move(wish))
    {
        if (wish_.opened.size() > most_opened) wish_.opened.resize(most_opened);
    }

    void add(const git::ObjectId& tree, const std::string& folder, std::size_t depth)
    {
        auto entries = git::read_tree(repository_, tree);
        complete = complete && entries.has_value();
        if (!entries) return;
        std::ranges::stable_partition(*entries, [](const auto& entry) { return entry.kind() == git::Kind::tree; });
        const auto below = [&](const TreeEntry& entry) {
            return folder.empty() ? entry.name : folder + "/" + entry.name;
        };
        const auto here =
            std::ranges::find_if(*entries, [&](const auto& entry) { return leads_into(wish_.path, below(entry)); });
        const auto place_of = here == entries->end() ? 0 : here - entries->begin();
        const auto begin = std::max<std::ptrdiff_t>(0, place_of - most_rows / 2);
        const auto end = std::min(std::ssize(*entries), begin + most_rows);
        for (auto i = begin; i < end; ++i) {
            const auto& entry = (*entries)[static_cast<std::size_t>(i)];
            add_entry(entry, below(entry), depth);
        }
        if (begin > 0 || end < std::ssize(*entries))
            shown.parts.push_back({.what = TreeWhat::more, .address = code_address(place_, "src", revision_, folder)});
    }

    FileTree shown;
    bool complete = true; // nothing was left out that could not be read

private:
    void add_entry(const TreeEntry& entry, const std::string& path, std::size_t depth)
    {
        const auto kind = kind_of(entry);
        // Of what is no file, there is nothing but its own page.
        TreePart part{.kind = kind,
                      .name = to_text(entry.name),
                      .address = code_address(place_, kind == EntryKind::file ? wish_.section : "src", revision_, path),
                      .current = path == wish_.path};
        if (entry.kind() != git::Kind::tree) {
            shown.parts.push_back(std::move(part));
            return;
        }
        part.path = to_text(path);
        if (depth >= most_levels || !is_open(path)) {
            part.opens = with_opened(path);
            shown.parts.push_back(std::move(part));
            return;
        }
        part.what = TreeWhat::opened;
        shown.parts.push_back(std::move(part));
        add(entry.id, path, depth + 1);
        shown.parts.push_back({.what = TreeWhat::closed});
    }

    bool is_open(std::string_view folder) const
    {
        return leads_into(wish_.path, folder)
            || std::ranges::any_of(wish_.opened, [&](const auto& opened) { return leads_into(opened, folder); });
    }

    std::string with_opened(std::string_view folder) const
    {
        auto address = with_parameter(wish_.target, "tree", "");
        const auto add_folder = [&](std::string_view one) {
            address += (address.contains('?') ? "&tree=" : "?tree=") + http::encode_query(one);
        };
        for (const auto& opened : wish_.opened) add_folder(opened);
        add_folder(folder);
        return address;
    }

    const RepositoryContext& place_;
    const git::Repository& repository_;
    const Revision& revision_;
    TreeWish wish_;
};

} // namespace

std::shared_ptr<const FileTree> file_tree(db::Database& db, const RepositoryContext& place,
                                          const git::Repository& repository, const Revision& revision,
                                          const TreeWish& wish)
{
    const auto key = cache::part_key({place.repository.storage, repository_address(place), revision.in_address(),
                                      revision.commit.hex(), wish.path, wish.section, wish.target});
    if (auto kept = cache::find_part<FileTree>(db, key)) return kept;
    const auto tree = repository.peel(revision.commit, git::Kind::tree);
    if (!tree) return {};
    Making making(place, repository, revision, wish);
    making.add(*tree, "", 0);
    if (!making.complete) return std::make_shared<const FileTree>(std::move(making.shown));
    return cache::keep_part(db, key, std::move(making.shown));
}

} // namespace cairn::pages
