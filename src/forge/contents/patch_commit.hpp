// Commits that are made of patches: of one difference, or one of each patch of a series.
#pragma once

#include "api/long_texts.hpp"
#include "contents/patch_series.hpp"
#include "contents/web_commit.hpp"

namespace cairn::contents {

struct ApplyDiffPatchFileOptions : CommitOptions {
    std::string content;
};
BOOST_DESCRIBE_STRUCT(ApplyDiffPatchFileOptions, (CommitOptions), (content))
constexpr auto notes(const ApplyDiffPatchFileOptions*)
{
    return std::array{Note{"", "A patch to be applied"},
                      Note{.member = "content", .doc = "a unified diff, as it is", .max_length = api::whole_file}};
}

// Commits what a patch makes. Errc::unprocessable for one that is empty or does not apply, and for what
// git::PatchedTree refuses.
Result<WebCommit> commit_patch(const api::Call&, const repositories::RepositoryContext&,
                               const ApplyDiffPatchFileOptions&);

// The same with each patch of a series, one commit after the other, on the new branch that the options name. Who has
// written a patch, when, and its message stay what they are; the caller commits it. A patch that says nothing of itself
// has the message and the author of the options. All of them or none: an error says which patch does not apply, unless
// there is only one; Errc::too_large where it takes too long.
Result<WebCommit> commit_series(const api::Call&, const repositories::RepositoryContext&, const CommitOptions&,
                                const PatchSeries&);

} // namespace cairn::contents
