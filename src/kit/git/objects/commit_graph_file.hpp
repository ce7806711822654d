// git's index of commits (objects/info/commit-graph): who their parents are, when they were made and which paths they
// may have changed, without reading the commits. Whoever goes through a long history reads it here.
//
// It has what was there when maintenance wrote it: what is younger is not found, and is read as ever. It only ever says
// what the objects say, too.
//
// Ownership: the file stays mapped as long as this lives, also when another one takes its place meanwhile.
// Threads: a value that never changes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "git/objects/object_id.hpp"

namespace cairn::git {

class CommitGraphFile {
public:
    using Position = std::uint32_t; // of a commit, below size()

    // Of the repository in that folder; nothing where there is none, or none that is understood.
    static std::optional<CommitGraphFile> open(const std::string& repository);

    std::size_t size() const { return count_; }
    std::optional<Position> find(const ObjectId&) const;

    ObjectId id(Position) const;
    ObjectId tree(Position) const;
    std::int64_t when(Position) const;        // the committer's date
    std::uint32_t generation(Position) const; // more than that of each parent; 0: not known
    // False for a file that is damaged.
    bool parents(Position, std::vector<Position>& into) const;

    // A path as the filters know it: with the folders above it.
    class Path {
    public:
        explicit Path(std::string_view path);

    private:
        friend class CommitGraphFile;
        struct Hashes {
            std::uint32_t first;
            std::uint32_t second;
        };
        std::vector<Hashes> parts_; // empty: nothing is known of it
    };
    // False: the commit has the same at the path as its first parent; one without parents has nothing there.
    bool may_change(Position, const Path&) const;

private:
    using Bytes = std::span<const std::uint8_t>;
    struct Mapping;

    bool read(Bytes file);

    std::shared_ptr<const Mapping> mapping_;
    std::size_t count_ = 0;
    Bytes fanout_;
    Bytes ids_;
    Bytes commits_;
    Bytes edges_;
    Bytes filter_ends_; // empty: it has no filters
    Bytes filters_;
    std::uint32_t hashes_ = 0; // of each path in a filter
};

} // namespace cairn::git
