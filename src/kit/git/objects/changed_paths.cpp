#include "git/objects/changed_paths.hpp"

#include <git2.h>

#include "base/deadline.hpp"
#include "git/libgit2.hpp"
#include "git/objects/objects.hpp"

namespace cairn::git {

namespace {

using Tree = Owned<git_tree>;

// What a name leads to on one side; without an id, nothing.
struct Side {
    ObjectId id;
    std::uint32_t mode = 0;

    bool is_folder() const { return mode == mode_tree; }
    bool is_file() const { return !id.is_zero() && !is_folder(); }
    bool operator==(const Side&) const = default;
};

Side side_of(const git_tree_entry* entry)
{
    if (entry == nullptr) return {};
    return {object_id(*git_tree_entry_id(entry)), static_cast<std::uint32_t>(git_tree_entry_filemode_raw(entry))};
}

class TreeComparison {
public:
    TreeComparison(const Repository& repository, std::uint64_t most) : repository_(repository), most_(most) { }

    Result<> compare(const std::string& path, const Side& before, const Side& after, int depth)
    {
        if (before == after) return {};
        if (depth > deepest_folder) return fail(Errc::unprocessable, "the tree is nested too deeply");
        if (before.is_file() || after.is_file()) {
            if (paths_.size() == most_) return too_many();
            paths_.push_back(path);
        }
        if (!before.is_folder() && !after.is_folder()) return {};
        const auto old_tree = TRY(tree_of(before));
        const auto new_tree = TRY(tree_of(after));
        const auto folder = path.empty() ? path : path + "/";
        for (std::size_t i = 0; i < count(old_tree); ++i) {
            const auto* entry = git_tree_entry_byindex(old_tree.get(), i);
            TRY(step());
            TRY(compare(folder + git_tree_entry_name(entry), side_of(entry), in(new_tree, git_tree_entry_name(entry)),
                        depth + 1));
        }
        for (std::size_t i = 0; i < count(new_tree); ++i) {
            const auto* entry = git_tree_entry_byindex(new_tree.get(), i);
            TRY(step());
            if (!in(old_tree, git_tree_entry_name(entry)).id.is_zero()) continue;
            TRY(compare(folder + git_tree_entry_name(entry), {}, side_of(entry), depth + 1));
        }
        return {};
    }

    std::vector<std::string> take() { return std::move(paths_); }

private:
    static std::unexpected<Error> too_many() { return fail(Errc::too_large, "too many files have changed"); }

    // Folders without files, and large ones of which little has changed, cost as well.
    Result<> step()
    {
        constexpr std::uint64_t most_steps = 4'000'000;
        if (++steps_ > most_steps) return too_many();
        return Deadline::check();
    }
    Result<Tree> tree_of(const Side& side)
    {
        return find_tree(repository_.raw(), side.is_folder() ? side.id : ObjectId{});
    }
    static std::size_t count(const Tree& tree) { return tree ? git_tree_entrycount(tree.get()) : 0; }
    static Side in(const Tree& tree, const char* name)
    {
        return tree ? side_of(git_tree_entry_byname(tree.get(), name)) : Side{};
    }

    const Repository& repository_;
    const std::uint64_t most_;
    std::uint64_t steps_ = 0;
    std::vector<std::string> paths_;
};

Result<Side> find_side(const Repository& repository, const ObjectId& tree, const std::string& path)
{
    if (tree.is_zero()) return Side{};
    const auto entry = find_entry(repository, tree, path);
    if (entry) return Side{entry->id, entry->mode};
    if (entry.error().code == Errc::not_found) return Side{};
    return std::unexpected(entry.error());
}

Side root(const ObjectId& tree) { return {tree, tree.is_zero() ? 0U : static_cast<std::uint32_t>(mode_tree)}; }

} // namespace

Result<std::vector<std::string>> changed_paths(const Repository& repository, const ChangedPaths& wanted)
{
    TreeComparison comparison(repository, wanted.most);
    if (wanted.only.empty()) TRY(comparison.compare({}, root(wanted.before), root(wanted.after), 0));
    for (const auto& path : wanted.only)
        TRY(comparison.compare(path, TRY(find_side(repository, wanted.before, path)),
                               TRY(find_side(repository, wanted.after, path)), 0));
    return comparison.take();
}

} // namespace cairn::git
