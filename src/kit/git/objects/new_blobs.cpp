#include "git/objects/new_blobs.hpp"

#include <git2.h>

#include <unordered_set>

#include "git/libgit2.hpp"
#include "git/objects/objects.hpp"

namespace cairn::git {

namespace {

constexpr std::size_t most_trees = 500'000;

using Trees = std::vector<Owned<git_tree>>;

// Nothing for what cannot be seen as one.
template <class T> Owned<T> peel(const Repository& repository, const ObjectId& id, git_object_t type)
{
    git_object* found = nullptr;
    if (git_object_lookup(&found, repository.raw(), oid(id), GIT_OBJECT_ANY) < 0) return nullptr;
    const Owned<git_object> object(found);
    git_object* peeled = nullptr;
    if (git_object_peel(&peeled, found, type) < 0) return nullptr;
    return Owned<T>(reinterpret_cast<T*>(peeled));
}

class Search {
public:
    Search(const Repository& repository, std::uint64_t most_bytes, const std::function<bool(std::string_view)>& look)
        : repository_(repository), most_bytes_(most_bytes), look_(look)
    {
    }

    Result<> run(const News& news)
    {
        git_revwalk* raw = nullptr;
        if (const auto code = git_revwalk_new(&raw, repository_.raw()); code < 0)
            return libgit2_error(code, "the history");
        const Owned<git_revwalk> walk(raw);
        for (const auto& id : news.known)
            if (const auto commit = peel<git_commit>(repository_, id, GIT_OBJECT_COMMIT))
                git_revwalk_hide(raw, git_commit_id(commit.get()));
        for (const auto& id : news.tips)
            if (const auto commit = peel<git_commit>(repository_, id, GIT_OBJECT_COMMIT))
                git_revwalk_push(raw, git_commit_id(commit.get()));
            // A tag may name a folder without a history.
            else if (const auto tree = peel<git_tree>(repository_, id, GIT_OBJECT_TREE))
                TRY(compare(tree.get(), {}, 0));
        git_oid next;
        int code = 0;
        while (!enough_ && (code = git_revwalk_next(&next, raw)) == 0) TRY(look_at(next));
        if (code < 0 && code != GIT_ITEROVER) return libgit2_error(code, "the history");
        return {};
    }

private:
    Result<> look_at(const git_oid& id)
    {
        git_commit* raw = nullptr;
        if (const auto code = git_commit_lookup(&raw, repository_.raw(), &id); code < 0)
            return libgit2_error(code, "the commit " + object_id(id).hex());
        const Owned<git_commit> commit(raw);
        Trees parents;
        for (unsigned int i = 0; i < git_commit_parentcount(raw); ++i) {
            auto parent = peel<git_tree>(repository_, object_id(*git_commit_parent_id(raw, i)), GIT_OBJECT_TREE);
            if (parent) parents.push_back(std::move(parent));
        }
        const auto tree = TRY(find_tree(repository_.raw(), object_id(*git_commit_tree_id(raw))));
        return compare(tree.get(), parents, 0);
    }

    // What a tree has that none of the others has at the same place. What one of those has is known, or comes with the
    // commit that it is of.
    Result<> compare(git_tree* tree, const Trees& others, int depth)
    {
        if (depth > deepest_folder) return fail(Errc::unprocessable, "the tree is nested too deeply");
        for (std::size_t i = 0; i < git_tree_entrycount(tree) && !enough_; ++i) {
            const auto* entry = git_tree_entry_byindex(tree, i);
            if (is_in(others, entry)) continue;
            switch (git_tree_entry_filemode_raw(entry) & 0170000) {
            case mode_tree: TRY(go_down(entry, others, depth)); break;
            case mode_file & 0170000: TRY(read(*git_tree_entry_id(entry))); break;
            default: break; // links, and commits of other repositories
            }
        }
        return {};
    }

    static bool is_in(const Trees& others, const git_tree_entry* entry)
    {
        for (const auto& other : others) {
            const auto* same = git_tree_entry_byname(other.get(), git_tree_entry_name(entry));
            if (same != nullptr && git_oid_equal(git_tree_entry_id(same), git_tree_entry_id(entry)) != 0) return true;
        }
        return false;
    }

    Result<> go_down(const git_tree_entry* entry, const Trees& others, int depth)
    {
        const auto id = object_id(*git_tree_entry_id(entry));
        // Whatever it was compared with then: it is looked at as a whole, here and with what that has.
        if (!seen_.insert(id).second) return {};
        if (seen_.size() > most_trees) return fail(Errc::too_large, "too much is new");
        Trees below;
        for (const auto& other : others) {
            const auto* same = git_tree_entry_byname(other.get(), git_tree_entry_name(entry));
            if (same != nullptr && git_tree_entry_type(same) == GIT_OBJECT_TREE)
                below.push_back(TRY(find_tree(repository_.raw(), object_id(*git_tree_entry_id(same)))));
        }
        return compare(TRY(find_tree(repository_.raw(), id)).get(), below, depth + 1);
    }

    Result<> read(const git_oid& id)
    {
        const auto info = TRY(object_info(repository_, object_id(id)));
        if (info.size > most_bytes_) return {};
        enough_ = !look_(TRY(read_blob(repository_, object_id(id), most_bytes_)));
        return {};
    }

    const Repository& repository_;
    std::uint64_t most_bytes_;
    const std::function<bool(std::string_view)>& look_;
    std::unordered_set<ObjectId> seen_; // trees
    bool enough_ = false;
};

} // namespace

Result<> for_each_new_blob(const Repository& repository, const News& news, std::uint64_t most_bytes,
                           const std::function<bool(std::string_view)>& look)
{
    return Search(repository, most_bytes, look).run(news);
}

} // namespace cairn::git
