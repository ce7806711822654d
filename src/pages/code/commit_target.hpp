// Where a commit goes that somebody makes in a browser: into the repository itself or, for those who may only read it,
// to a new branch of a fork of theirs, that begins at the same commit.
#pragma once

#include <memory>
#include <optional>

#include "contents/web_commit.hpp"
#include "pages/notices.hpp"
#include "pages/row.hpp"

namespace cairn::pages {

// Whether the reader may change files here, by one of both ways.
bool may_propose_changes_here(const api::Call&, const repositories::RepositoryContext&);

// The fork that the caller has; nothing: none.
std::optional<repositories::RepositoryContext> own_fork(const api::Call&, const repositories::RepositoryContext& base);

struct CommitTarget {
    repositories::RepositoryContext place; // where it is committed
    bool is_fork = false;
    git::ObjectId begin{};               // in a fork: the commit that the new branch begins at
    std::shared_ptr<const void> keeps{}; // and what keeps it there until then
};

// For a change of `branch` of the repository. Errc::forbidden for who may not write and has no fork, Errc::locked where
// that is archived.
Result<CommitTarget> commit_target(const api::Call&, const repositories::RepositoryContext&, const std::string& branch);

} // namespace cairn::pages
