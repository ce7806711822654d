// What git knows about commits that shall go into a branch: where they begin, how much they change, whether they clash
// with what is there. All of it in memory, and the same for the same two commits.
#pragma once

#include "git/repository.hpp"
#include "pulls/pull.hpp"

namespace cairn::pulls {

struct Assessment {
    git::ObjectId base;
    git::ObjectId head;
    git::ObjectId merge_base; // of histories that have nothing in common the base
    bool conflict = false;
    std::int64_t commit_count = 0;
    std::int64_t changed_files = 0;
    std::int64_t additions = 0;
    std::int64_t deletions = 0;

    // Whether everything is in the base already.
    bool is_empty() const { return merge_base == head; }
};

Result<Assessment> assess(const git::Repository&, const git::ObjectId& base, const git::ObjectId& head);

// The same where the figures of the same head are known: they are counted anew only if it begins elsewhere.
Result<Assessment> assess_again(const git::Repository&, const git::ObjectId& base, const StoredPull& known);

// Notes it in the row.
void keep(StoredPull&, const Assessment&);
void save(db::Transaction&, const StoredPull&);

// Whether two heads change the same files to the same content, each from where it begins.
bool change_the_same(const git::Repository&, const StoredPull& before, const Assessment& after);

} // namespace cairn::pulls
