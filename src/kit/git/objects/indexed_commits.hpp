// What a walk through a history needs to know of commits: from git's index of them where they are in it, else from the
// commits themselves.
#pragma once

#include <optional>
#include <vector>

#include "git/objects/commit_graph_file.hpp"
#include "git/repository.hpp"

namespace cairn::git {

// One thread at a time; the repository must outlive it.
class IndexedCommits {
public:
    explicit IndexedCommits(const Repository& repository)
        : repository_(repository), index_(CommitGraphFile::open(repository.path()))
    {
    }

    struct Facts {
        std::int64_t when = 0; // the committer's date
        ObjectId tree{};
        std::vector<ObjectId> parents{};
        std::optional<CommitGraphFile::Position> place{}; // in the index
    };
    Result<Facts> read(const ObjectId&);

    // False: the commit surely has the same at the path as its first parent; one without parents has nothing there.
    bool may_change(const Facts& commit, const CommitGraphFile::Path& path) const
    {
        return !commit.place || index_->may_change(*commit.place, path);
    }

private:
    const Repository& repository_;
    std::optional<CommitGraphFile> index_;
    std::vector<CommitGraphFile::Position> parents_;
};

} // namespace cairn::git
