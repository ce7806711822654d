#include "contents/pick.hpp"

#include "base/text.hpp"
#include "git/objects/merge.hpp"
#include "repositories/references/authorship.hpp"

namespace cairn::contents {

using api::Call;
using git::ObjectId;
using repositories::RepositoryContext;

namespace {

constexpr std::size_t most_named = 10; // paths, in a message

std::string conflict_words(const std::vector<std::string>& paths)
{
    std::string words = "there are conflicts in ";
    for (std::size_t i = 0; i < std::min(paths.size(), most_named); ++i) words += (i == 0 ? "" : ", ") + paths[i];
    if (paths.size() > most_named) words += " and " + std::to_string(paths.size() - most_named) + " more";
    return words;
}

} // namespace

std::string usual_pick_message(const git::Commit& commit, PickKind kind)
{
    const auto message = text::trim(commit.message);
    if (kind == PickKind::pick) return std::string(message) + "\n\n(cherry picked from commit " + commit.id.hex() + ")";
    return "Revert \"" + std::string(message.substr(0, message.find('\n'))) + "\"\n\nThis reverts commit "
        + commit.id.hex() + ".";
}

Result<WebCommit> commit_pick(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                              const git::Commit& commit, PickKind kind, const CommitOptions& options)
{
    const auto parent =
        commit.parents.empty() ? ObjectId{} : TRY(git::read_commit(repository, commit.parents.front())).tree;
    const bool picks = kind == PickKind::pick;
    const auto make = [&](const ObjectId& head) -> Result<ObjectId> {
        if (head.is_zero()) return fail(Errc::unprocessable, "there is nothing that it could be done to");
        const auto ours = TRY(repository.peel(head, git::Kind::tree));
        const auto merge =
            TRY(git::merge_trees(repository, picks ? parent : commit.tree, ours, picks ? commit.tree : parent));
        if (!merge.conflicts.empty()) return fail(Errc::conflict, conflict_words(merge.conflicts));
        if (merge.tree == ours) return fail(Errc::unprocessable, "nothing would change: the branch has it so already");
        return merge.tree;
    };
    auto made = options;
    if (picks) {
        const auto self = repositories::author_of(accounts::account_of(call.caller), call.settings());
        made.author = {.name = commit.author.name, .email = commit.author.email};
        made.committer = {.name = self.name, .email = self.email};
        made.dates.author = show_person(commit.author).date;
    }
    return commit_change(call, place, repository, made,
                         {.message = usual_pick_message(commit, kind), .make = make, .may_rewrite = false});
}

} // namespace cairn::contents
