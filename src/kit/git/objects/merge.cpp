#include "git/objects/merge.hpp"

#include <git2.h>

#include <set>

#include "git/objects/merge_index.hpp"
#include "git/objects/tree_size.hpp"

namespace cairn::git {

namespace {

git_merge_options merge_options()
{
    git_merge_options options = GIT_MERGE_OPTIONS_INIT;
    options.flags = GIT_MERGE_FIND_RENAMES;
    // Histories can be made that merge each other without end; real ones never need this many virtual ancestors.
    options.recursion_limit = 16;
    options.target_limit = 400;
    return options;
}

Result<Owned<git_commit>> commit(const Repository& repository, const ObjectId& id)
{
    git_commit* raw = nullptr;
    if (const auto code = git_commit_lookup(&raw, repository.raw(), oid(id)); code < 0)
        return libgit2_error(code, "the commit " + id.hex());
    return Owned<git_commit>(raw);
}

Result<std::vector<std::string>> conflicts_of(git_index* index)
{
    git_index_conflict_iterator* iterator = nullptr;
    if (const auto code = git_index_conflict_iterator_new(&iterator, index); code < 0)
        return libgit2_error(code, "the merge");
    std::set<std::string> paths;
    const git_index_entry* sides[3] = {};
    while (git_index_conflict_next(&sides[0], &sides[1], &sides[2], iterator) == 0)
        for (const auto* side : sides)
            if (side != nullptr) paths.insert(side->path);
    git_index_conflict_iterator_free(iterator);
    return std::vector(paths.begin(), paths.end());
}

// Without conflicts: none.
Result<std::vector<std::string>> conflicts_in(git_index* index)
{
    if (git_index_has_conflicts(index) == 0) return std::vector<std::string>();
    return conflicts_of(index);
}

} // namespace

Result<Merge> finish_merge(const Repository& repository, git_index* index)
{
    Merge merge{.tree = {}, .conflicts = TRY(conflicts_in(index))};
    if (!merge.conflicts.empty()) return merge;
    git_oid id;
    if (const auto code = git_index_write_tree_to(&id, index, repository.raw()); code < 0)
        return libgit2_error(code, "the merge");
    merge.tree = object_id(id);
    return merge;
}

Result<Owned<git_index>> merged_index(const Repository& repository, const ObjectId& ours, const ObjectId& theirs)
{
    const auto our_commit = TRY(commit(repository, ours));
    const auto their_commit = TRY(commit(repository, theirs));
    for (const auto* side : {our_commit.get(), their_commit.get()})
        TRY(check_tree_size(repository, object_id(*git_commit_tree_id(side))));
    const auto options = merge_options();
    git_index* raw = nullptr;
    const auto code = git_merge_commits(&raw, repository.raw(), our_commit.get(), their_commit.get(), &options);
    Owned<git_index> index(raw);
    if (code < 0) return libgit2_error(code, "the merge");
    return index;
}

Result<std::optional<ObjectId>> merge_base(const Repository& repository, const ObjectId& one, const ObjectId& other)
{
    git_oid base;
    const auto code = git_merge_base(&base, repository.raw(), oid(one), oid(other));
    if (code == GIT_ENOTFOUND) {
        TRY(commit(repository, one));
        TRY(commit(repository, other));
        return std::nullopt;
    }
    if (code < 0) return libgit2_error(code, "the common ancestor");
    return object_id(base);
}

Result<bool> descends_from(const Repository& repository, const ObjectId& id, const ObjectId& ancestor)
{
    if (id == ancestor) return true;
    const auto code = git_graph_descendant_of(repository.raw(), oid(id), oid(ancestor));
    if (code < 0) return libgit2_error(code, "the history of " + id.hex());
    return code == 1;
}

Result<Distance> distance(const Repository& repository, const ObjectId& id, const ObjectId& base)
{
    std::size_t ahead = 0;
    std::size_t behind = 0;
    if (const auto code = git_graph_ahead_behind(&ahead, &behind, repository.raw(), oid(id), oid(base)); code < 0)
        return libgit2_error(code, "the history of " + id.hex());
    return Distance{ahead, behind};
}

Result<Merge> merge_commits(const Repository& repository, const ObjectId& ours, const ObjectId& theirs)
{
    return finish_merge(repository, TRY(merged_index(repository, ours, theirs)).get());
}

Result<std::vector<std::string>> find_conflicts(const Repository& repository, const ObjectId& ours,
                                                const ObjectId& theirs)
{
    return conflicts_in(TRY(merged_index(repository, ours, theirs)).get());
}

Result<Merge> merge_trees(const Repository& repository, const ObjectId& base, const ObjectId& ours,
                          const ObjectId& theirs)
{
    for (const auto& tree : {base, ours, theirs}) TRY(check_tree_size(repository, tree));
    const auto base_tree = TRY(find_tree(repository.raw(), base));
    const auto our_tree = TRY(find_tree(repository.raw(), ours));
    const auto their_tree = TRY(find_tree(repository.raw(), theirs));
    const auto options = merge_options();
    git_index* raw = nullptr;
    const auto code =
        git_merge_trees(&raw, repository.raw(), base_tree.get(), our_tree.get(), their_tree.get(), &options);
    const Owned<git_index> index(raw);
    if (code < 0) return libgit2_error(code, "the merge");
    return finish_merge(repository, raw);
}

} // namespace cairn::git
