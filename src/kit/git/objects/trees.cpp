// The part of git/objects/objects.hpp that is about trees.
#include <git2.h>

#include "git/libgit2.hpp"
#include "git/objects/objects.hpp"

namespace cairn::git {

namespace {

Result<Owned<git_tree>> look_up(const Repository& repository, const ObjectId& id)
{
    git_tree* raw = nullptr;
    if (const auto code = git_tree_lookup(&raw, repository.raw(), oid(id)); code < 0)
        return libgit2_error(code, "the tree " + id.hex());
    return Owned<git_tree>(raw);
}

TreeEntry describe(const git_tree_entry* entry, const std::string& folder = {})
{
    return {.name = folder + git_tree_entry_name(entry),
            .mode = static_cast<std::uint32_t>(git_tree_entry_filemode_raw(entry)),
            .id = object_id(*git_tree_entry_id(entry))};
}

struct Listing {
    const Repository& repository;
    std::uint64_t skip;
    std::uint64_t limit;
    std::uint64_t most;
    TreeListing result{};

    Result<> add(const ObjectId& id, const std::string& folder, int depth)
    {
        if (depth > deepest_folder) return fail(Errc::unprocessable, "the tree is nested too deeply");
        const auto tree = TRY(look_up(repository, id));
        const auto count = git_tree_entrycount(tree.get());
        for (std::size_t i = 0; i < count; ++i) {
            const auto* entry = git_tree_entry_byindex(tree.get(), i);
            const auto number = result.total++;
            if (result.total > most) return fail(Errc::unprocessable, "the tree has too many entries");
            if (number >= skip && result.entries.size() < limit) result.entries.push_back(describe(entry, folder));
            if (git_tree_entry_filemode_raw(entry) == GIT_FILEMODE_TREE)
                TRY(add(object_id(*git_tree_entry_id(entry)), folder + git_tree_entry_name(entry) + "/", depth + 1));
        }
        return {};
    }
};

} // namespace

Kind TreeEntry::kind() const
{
    switch (mode & 0170000) {
    case mode_tree: return Kind::tree;
    case mode_submodule: return Kind::commit;
    default: return Kind::blob;
    }
}

Result<std::vector<TreeEntry>> read_tree(const Repository& repository, const ObjectId& id)
{
    const auto tree = TRY(look_up(repository, id));
    const auto count = git_tree_entrycount(tree.get());
    std::vector<TreeEntry> entries;
    entries.reserve(count);
    for (std::size_t i = 0; i < count; ++i) entries.push_back(describe(git_tree_entry_byindex(tree.get(), i)));
    return entries;
}

Result<TreeListing> list_tree(const Repository& repository, const ObjectId& tree, std::uint64_t skip,
                              std::uint64_t limit, std::uint64_t most)
{
    Listing listing{.repository = repository, .skip = skip, .limit = limit, .most = most};
    TRY(listing.add(tree, {}, 0));
    return std::move(listing.result);
}

Result<TreeEntry> find_entry(const Repository& repository, const ObjectId& root, std::string_view path)
{
    auto id = root;
    auto rest = path;
    while (true) {
        const auto slash = rest.find('/');
        const std::string name(rest.substr(0, slash));
        const auto tree = TRY(look_up(repository, id));
        const auto* entry = git_tree_entry_byname(tree.get(), name.c_str());
        if (entry == nullptr || name.empty() || name.find('\0') != name.npos) return not_found(path);
        if (slash == rest.npos) return describe(entry);
        if (git_tree_entry_type(entry) != GIT_OBJECT_TREE) return not_found(path);
        id = object_id(*git_tree_entry_id(entry));
        rest.remove_prefix(slash + 1);
    }
}

} // namespace cairn::git
