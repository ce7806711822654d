#include "contents/patch_commit.hpp"

#include "base/deadline.hpp"
#include "base/shortened.hpp"
#include "config/settings.hpp"
#include "contents/entry.hpp"
#include "git/objects/apply.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "repositories/references/authorship.hpp"

namespace cairn::contents {

using api::Call;
using git::ObjectId;
using repositories::RepositoryContext;

namespace {

constexpr std::size_t longest_subject = 80; // in an error
constexpr std::string_view usual_message = "apply-patch";

// As a push is bounded.
git::ApplyLimits limits_of(const Call& call)
{
    const auto& limits = call.settings().limits;
    return {.memory = static_cast<std::uint64_t>(limits.receive_memory),
            .largest_piece = static_cast<std::uint64_t>(limits.receive_object)};
}

// Which of several patches an error is about.
Error of_patch(Error error, const PatchSeries& series, std::size_t number)
{
    if (series.patches.size() == 1) return error;
    const auto subject = shortened(series.patches[number].subject(), longest_subject);
    error.message = "patch " + std::to_string(number + 1) + " of " + std::to_string(series.patches.size())
        + (subject.empty() ? std::string() : " (" + subject + ")") + ": " + error.message;
    return error;
}

// The commits that the series makes, on top of `base`.
Result<std::vector<PlannedCommit>> plan(const Call& call, const git::Repository& repository, const ObjectId& base,
                                        const PatchSeries& series)
{
    const Deadline deadline(std::chrono::seconds(call.settings().limits.request_time));
    auto tree = TRY(git::PatchedTree::begin(call.site.get<git::Children>(), repository.path(), base, limits_of(call)));
    std::vector<PlannedCommit> commits;
    for (std::size_t i = 0; i < series.patches.size(); ++i) {
        const auto& patch = series.patches[i];
        const auto applied = tree.apply(patch.text);
        if (!applied) return std::unexpected(of_patch(applied.error(), series, i));
        commits.push_back({.tree = *applied, .author = patch.author, .message = patch.message});
    }
    return commits;
}

} // namespace

Result<WebCommit> commit_patch(const Call& call, const RepositoryContext& place,
                               const ApplyDiffPatchFileOptions& wanted)
{
    const auto repository = TRY(open_repository(call, place));
    const auto make = [&](const ObjectId& commit) -> Result<ObjectId> {
        if (wanted.content.empty()) return fail(Errc::unprocessable, "the patch is empty");
        TRY(check_patch_size(wanted.content.size()));
        if (commit.is_zero()) return fail(Errc::unprocessable, "there is nothing that a patch could be applied to");
        return git::apply_patch(call.site.get<git::Children>(), repository->path(), commit, wanted.content,
                                limits_of(call));
    };
    return commit_change(call, place, *repository, wanted,
                         {.message = std::string(usual_message), .make = make, .may_rewrite = false});
}

Result<WebCommit> commit_series(const Call& call, const RepositoryContext& place, const CommitOptions& options,
                                const PatchSeries& series)
{
    if (options.new_branch.empty()) return fail(Errc::unprocessable, "[new_branch]: the new branch needs a name");
    const auto repository = TRY(open_repository(call, place));
    // Who may not write there at all is told so before anything is applied; whether the branch may be made is asked
    // when the commits are there, as of every branch.
    const auto ways = commit_ways(call, place, options.branch);
    if (!ways.direct && !ways.new_branch) return fail(Errc::forbidden, "you may not write to this repository");
    auto made = options;
    if (!made.begin) made.begin = TRY(git::find_branch(*repository, options.branch));
    // Before anybody waits for the branch: it takes a while.
    auto commits = TRY(plan(call, *repository, *made.begin, series));
    return commit_change(call, place, *repository, made,
                         {.message = std::string(usual_message), .commits = std::move(commits), .may_rewrite = false});
}

} // namespace cairn::contents
