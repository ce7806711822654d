#include "contents/pick.hpp"

#include "base/text.hpp"
#include "contents/revision.hpp"
#include "git/objects/merge.hpp"
#include "repositories/references/authorship.hpp"

namespace cairn::contents {

using api::Call;
using git::ObjectId;
using repositories::RepositoryContext;

namespace {

std::string names_of(const std::vector<std::string>& paths)
{
    constexpr std::size_t most = 5;
    std::string names;
    for (std::size_t i = 0; i < paths.size() && i < most; ++i) names += (i == 0 ? "" : ", ") + paths[i];
    return paths.size() > most ? names + ", …" : names;
}

Result<ObjectId> picked_tree(const git::Repository& repository, const git::Commit& commit, Pick pick,
                             const ObjectId& onto)
{
    const auto parent =
        commit.parents.empty() ? ObjectId{} : TRY(git::read_commit(repository, commit.parents.front())).tree;
    if (pick == Pick::reverted && parent.is_zero())
        return fail(Errc::unprocessable, "the first commit cannot be reverted");
    const auto ours = TRY(git::read_commit(repository, onto)).tree;
    const auto merge = pick == Pick::reverted ? TRY(git::merge_trees(repository, commit.tree, ours, parent))
                                              : TRY(git::merge_trees(repository, parent, ours, commit.tree));
    if (!merge.conflicts.empty())
        return fail(Errc::conflict, "the branch has changed the same lines of " + names_of(merge.conflicts));
    if (merge.tree == ours) return fail(Errc::unprocessable, "nothing would change on this branch");
    return merge.tree;
}

} // namespace

std::string pick_message(const git::Commit& commit, Pick pick)
{
    const auto message = std::string(text::trim(commit.message));
    if (pick == Pick::as_it_is) return message + "\n\n(cherry picked from commit " + commit.id.hex() + ")";
    return "Revert \"" + message.substr(0, message.find('\n')) + "\"\n\nThis reverts commit " + commit.id.hex() + ".";
}

Result<WebCommit> pick_commit(const Call& call, const RepositoryContext& place, const ObjectId& id, Pick pick,
                              const PickCommitOption& options)
{
    const auto repository = TRY(open_repository(call, place));
    const auto commit = TRY(git::read_commit(*repository, id));
    CommitOptions made{.message = options.message, .branch = options.branch, .new_branch = options.new_branch};
    if (pick == Pick::as_it_is) {
        // Whose work it was, it stays.
        const auto self = repositories::author_of(accounts::account_of(call.caller), call.settings());
        made.author = {.name = commit.author.name, .email = commit.author.email};
        made.committer = {.name = self.name, .email = self.email};
        made.dates.author = show_person(commit.author).date;
    }
    return commit_change(call, place, *repository, made,
                         {.message = pick_message(commit, pick),
                          .make = [&](const ObjectId& onto) { return picked_tree(*repository, commit, pick, onto); },
                          .may_rewrite = false});
}

} // namespace cairn::contents
