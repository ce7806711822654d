// How much is below a folder. A folder that is there many times is looked into once: what is counted may be far more
// than what there is to read.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "git/repository.hpp"

namespace cairn::git {

struct TreeSize {
    std::uint64_t entries = 0; // folders and submodules as well
    std::uint64_t files = 0;
    std::uint64_t bytes = 0; // of the files, where they were asked for
};

// Remembers what it has counted. For one thread, while the handle lives.
class TreeSizes {
public:
    enum class Count : std::uint8_t { entries, bytes };

    // To count bytes costs a look at each file.
    explicit TreeSizes(const Repository& repository, Count count = Count::entries)
        : repository_(repository), count_(count)
    {
    }

    // Sums stay where they are when they become larger than any number. unprocessable for a tree that is nested too
    // deeply, too_large when nobody waits any longer.
    Result<TreeSize> of(const ObjectId& tree) { return measure(tree, 0); }

private:
    Result<TreeSize> measure(const ObjectId& tree, int depth);
    Result<std::uint64_t> bytes_of(const ObjectId& blob);

    const Repository& repository_;
    const Count count_;
    struct Known {
        TreeSize size;
        int height = 0; // folders below it, one in another
    };
    std::unordered_map<ObjectId, Known> known_;
    std::unordered_map<ObjectId, std::uint64_t> blobs_;
};

// too_large for a tree with more entries than limits() allows: for who has to hold all of them in memory.
Result<> check_tree_size(const Repository&, const ObjectId& tree);

} // namespace cairn::git
