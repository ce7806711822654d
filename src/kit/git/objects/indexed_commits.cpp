#include "git/objects/indexed_commits.hpp"

#include <git2.h>

#include "git/libgit2.hpp"

namespace cairn::git {

Result<IndexedCommits::Facts> IndexedCommits::read(const ObjectId& id)
{
    const auto place = index_ ? index_->find(id) : std::nullopt;
    if (place && index_->parents(*place, parents_)) {
        Facts facts{.when = index_->when(*place), .tree = index_->tree(*place), .place = place};
        facts.parents.reserve(parents_.size());
        for (const auto parent : parents_) facts.parents.push_back(index_->id(parent));
        return facts;
    }
    git_commit* raw = nullptr;
    if (const auto code = git_commit_lookup(&raw, repository_.raw(), oid(id)); code < 0)
        return libgit2_error(code, "the commit " + id.hex());
    const Owned<git_commit> commit(raw);
    Facts facts{.when = git_commit_time(raw), .tree = object_id(*git_commit_tree_id(raw))};
    for (unsigned i = 0; i < git_commit_parentcount(raw); ++i)
        facts.parents.push_back(object_id(*git_commit_parent_id(raw, i)));
    return facts;
}

} // namespace cairn::git
