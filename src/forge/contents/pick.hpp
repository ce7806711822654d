// What one commit has changed, made once more on a branch, or undone there.
#pragma once

#include "contents/web_commit.hpp"

namespace cairn::contents {

enum class PickKind : bool { pick, revert };

// The message that such a commit has where nobody says another.
std::string usual_pick_message(const git::Commit&, PickKind);

// What the commit has changed against its first parent, committed to `options.branch` or to a new branch that begins
// there. Errc::conflict, with the paths, where somebody has to decide; Errc::unprocessable where nothing would change;
// and what commit_change() says. A picked commit stays its author's.
Result<WebCommit> commit_pick(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                              const git::Commit&, PickKind, const CommitOptions& options);

} // namespace cairn::contents
