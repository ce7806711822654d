// The part of git/objects/objects.hpp that is about trees.
#include <git2.h>

#include <algorithm>

#include "base/blocking_guard.hpp"
#include "base/deadline.hpp"
#include "git/libgit2.hpp"
#include "git/limits.hpp"
#include "git/objects/objects.hpp"
#include "git/objects/tree_size.hpp"

namespace cairn::git {

namespace {

// Bytes of a folder: some thousand entries. All of it is read to find one of them.
constexpr std::uint64_t read_quickly = 256 << 10;

Result<Owned<git_tree>> look_up(const Repository& repository, const ObjectId& id)
{
    if (MustNotBlock::here() && TRY(object_info(repository, id)).size > read_quickly) before_blocking();
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

std::unexpected<Error> too_many_entries() { return fail(Errc::unprocessable, "the tree has too many entries"); }

struct Listing {
    const Repository& repository;
    std::uint64_t skip;
    std::uint64_t limit;
    TreeSizes sizes{repository};
    std::uint64_t number = 0;
    std::vector<TreeEntry> entries{};

    // What is not on the page is counted, not read.
    Result<> add(const ObjectId& id, const std::string& folder)
    {
        const auto tree = TRY(look_up(repository, id));
        const auto count = git_tree_entrycount(tree.get());
        for (std::size_t i = 0; i < count && entries.size() < limit; ++i) {
            TRY(Deadline::check());
            const auto* entry = git_tree_entry_byindex(tree.get(), i);
            if (number++ >= skip) entries.push_back(describe(entry, folder));
            if (git_tree_entry_filemode_raw(entry) != GIT_FILEMODE_TREE) continue;
            const auto below = object_id(*git_tree_entry_id(entry));
            if (const auto size = TRY(sizes.of(below)); number + size.entries <= skip) number += size.entries;
            else TRY(add(below, folder + git_tree_entry_name(entry) + "/"));
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
    if (count > limits().tree_entries) return too_many_entries();
    std::vector<TreeEntry> entries;
    entries.reserve(count);
    for (std::size_t i = 0; i < count; ++i) entries.push_back(describe(git_tree_entry_byindex(tree.get(), i)));
    return entries;
}

Result<TreeListing> read_tree_page(const Repository& repository, const ObjectId& id, std::uint64_t skip,
                                   std::uint64_t limit)
{
    const auto tree = TRY(look_up(repository, id));
    TreeListing listing{.entries = {}, .total = git_tree_entrycount(tree.get())};
    for (auto i = skip; i < listing.total && i - skip < limit; ++i)
        listing.entries.push_back(describe(git_tree_entry_byindex(tree.get(), i)));
    return listing;
}

Result<TreeListing> list_tree(const Repository& repository, const ObjectId& tree, std::uint64_t skip,
                              std::uint64_t limit, std::uint64_t most)
{
    Listing listing{.repository = repository, .skip = skip, .limit = limit};
    const auto total = TRY(listing.sizes.of(tree)).entries;
    if (total > std::min(most, limits().tree_entries)) return too_many_entries();
    TRY(listing.add(tree, {}));
    return TreeListing{.entries = std::move(listing.entries), .total = total};
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
