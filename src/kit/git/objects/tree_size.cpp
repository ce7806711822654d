#include "git/objects/tree_size.hpp"

#include <git2.h>

#include <algorithm>
#include <limits>

#include "base/deadline.hpp"
#include "git/libgit2.hpp"
#include "git/limits.hpp"
#include "git/objects/objects.hpp"

namespace cairn::git {

namespace {

void add(std::uint64_t& sum, std::uint64_t more)
{
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    sum = more > most - sum ? most : sum + more;
}

} // namespace

Result<std::uint64_t> TreeSizes::bytes_of(const ObjectId& blob)
{
    const auto [known, added] = blobs_.try_emplace(blob, 0);
    if (added) known->second = TRY(object_info(repository_, blob)).size;
    return known->second;
}

Result<TreeSize> TreeSizes::measure(const ObjectId& id, int depth)
{
    const auto too_deep = [&](int height) { return depth + height > deepest_folder; };
    const auto fails = [] { return fail(Errc::unprocessable, "the tree is nested too deeply"); };
    if (const auto known = known_.find(id); known != known_.end()) {
        if (too_deep(known->second.height)) return fails();
        return known->second.size;
    }
    if (too_deep(0)) return fails();
    const auto tree = TRY(find_tree(repository_.raw(), id));
    Known found;
    for (std::size_t i = 0; i < git_tree_entrycount(tree.get()); ++i) {
        TRY(Deadline::check());
        const auto* entry = git_tree_entry_byindex(tree.get(), i);
        const auto below = object_id(*git_tree_entry_id(entry));
        add(found.size.entries, 1);
        switch (git_tree_entry_type(entry)) {
        case GIT_OBJECT_TREE: {
            const auto size = TRY(measure(below, depth + 1));
            add(found.size.entries, size.entries);
            add(found.size.files, size.files);
            add(found.size.bytes, size.bytes);
            found.height = std::max(found.height, known_.at(below).height + 1);
            break;
        }
        case GIT_OBJECT_BLOB:
            add(found.size.files, 1);
            if (count_ == Count::bytes) add(found.size.bytes, TRY(bytes_of(below)));
            break;
        default: break; // a commit of another repository
        }
    }
    return known_.emplace(id, found).first->second.size;
}

Result<> check_tree_size(const Repository& repository, const ObjectId& tree)
{
    if (tree.is_zero() || TRY(TreeSizes(repository).of(tree)).entries <= limits().tree_entries) return {};
    return fail(Errc::too_large, "there are too many files");
}

} // namespace cairn::git
