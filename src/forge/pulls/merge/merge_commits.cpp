#include "pulls/merge/merge_commits.hpp"

#include <algorithm>
#include <unordered_map>

#include "git/objects/merge.hpp"
#include "git/objects/walk.hpp"

namespace cairn::pulls {

using git::ObjectId;

namespace {

// Each costs a merge. Who has more can merge them otherwise.
constexpr std::uint64_t most_replayed = 2000;

std::unexpected<Error> conflict(const std::string& path)
{
    return fail(Errc::conflict, "both sides have changed " + path + " differently");
}

Result<ObjectId> merged_tree(const git::Repository& repository, const ObjectId& base, const ObjectId& head)
{
    auto merge = TRY(git::merge_commits(repository, base, head));
    if (!merge.conflicts.empty()) return conflict(merge.conflicts.front());
    return merge.tree;
}

// Commits that are not in the base, parents before children, whatever their dates say.
Result<std::vector<git::Commit>> own_commits(const git::Repository& repository, const ObjectId& base,
                                             const ObjectId& head)
{
    const auto page = TRY(git::walk(repository, {.from = head, .without = {base}, .limit = most_replayed}));
    if (page.more || page.cut)
        return fail(Errc::method_not_allowed, "these are too many commits to be made anew; merge them otherwise");
    std::unordered_map<ObjectId, git::Commit> waiting;
    for (const auto& id : page.commits) waiting.emplace(id, TRY(git::read_commit(repository, id)));
    std::vector<git::Commit> ordered;
    std::vector<ObjectId> path{head};
    while (!path.empty()) {
        const auto found = waiting.find(path.back());
        if (found == waiting.end()) { // in the base, or done
            path.pop_back();
            continue;
        }
        const auto& parents = found->second.parents;
        const auto parent = std::ranges::find_if(parents, [&](const auto& id) { return waiting.contains(id); });
        if (parent != parents.end()) {
            path.push_back(*parent);
            continue;
        }
        ordered.push_back(std::move(found->second));
        waiting.erase(found);
        path.pop_back();
    }
    return ordered;
}

bool is_line(const std::vector<git::Commit>& commits, const ObjectId& base)
{
    auto expected = base;
    for (const auto& commit : commits) {
        if (commit.parents != std::vector{expected}) return false;
        expected = commit.id;
    }
    return true;
}

Result<ObjectId> merge_commit(const git::Repository& repository, const MergePlan& plan, const ObjectId& base,
                              const ObjectId& head)
{
    git::NewCommit commit{.tree = TRY(merged_tree(repository, base, head)),
                          .parents = {base},
                          .author = plan.merger,
                          .committer = plan.merger,
                          .message = plan.message};
    if (head != base) commit.parents.push_back(head);
    return plan.write(repository, commit);
}

Result<ObjectId> squash(const git::Repository& repository, const MergePlan& plan, const ObjectId& base)
{
    return plan.write(repository,
                      {.tree = TRY(merged_tree(repository, base, plan.head)),
                       .parents = {base},
                       .author = plan.author,
                       .committer = plan.merger,
                       .message = plan.message});
}

Result<ObjectId> fast_forward(const git::Repository& repository, const MergePlan& plan, const ObjectId& base)
{
    if (TRY(git::descends_from(repository, plan.head, base))) return plan.head;
    if (TRY(git::descends_from(repository, base, plan.head))) return base;
    return fail(Errc::method_not_allowed, "the base branch has commits that the head has not");
}

} // namespace

Result<ObjectId> replay(const git::Repository& repository, const MergePlan& plan, const ObjectId& base)
{
    const auto commits = TRY(own_commits(repository, base, plan.head));
    if (is_line(commits, base)) return commits.empty() ? base : plan.head;
    auto tip = base;
    auto tip_tree = TRY(repository.peel(base, git::Kind::tree));
    for (const auto& commit : commits) {
        if (commit.parents.size() > 1) continue;
        const auto before =
            commit.parents.empty() ? ObjectId{} : TRY(repository.peel(commit.parents.front(), git::Kind::tree));
        auto made = TRY(git::merge_trees(repository, before, tip_tree, commit.tree));
        if (!made.conflicts.empty()) return conflict(made.conflicts.front());
        if (made.tree == tip_tree && before != commit.tree) continue;
        tip = TRY(plan.write(repository,
                             {.tree = made.tree,
                              .parents = {tip},
                              .author = commit.author,
                              .committer = plan.merger,
                              .message = commit.message}));
        tip_tree = made.tree;
    }
    return tip;
}

Result<ObjectId> make_merge(const git::Repository& repository, const MergePlan& plan, const ObjectId& base)
{
    switch (plan.style) {
    case MergeStyle::merge: return merge_commit(repository, plan, base, plan.head);
    case MergeStyle::rebase: return replay(repository, plan, base);
    case MergeStyle::rebase_merge: return merge_commit(repository, plan, base, TRY(replay(repository, plan, base)));
    case MergeStyle::squash: return squash(repository, plan, base);
    case MergeStyle::fast_forward_only: return fast_forward(repository, plan, base);
    case MergeStyle::manually_merged: break;
    }
    return fail(Errc::method_not_allowed, "nothing is made by this style");
}

} // namespace cairn::pulls
