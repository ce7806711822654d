// The conflicts of a merge as texts that a person can decide about, and the merge with what was decided.
#pragma once

#include <map>

#include "git/objects/merge.hpp"

namespace cairn::git {

struct ConflictedText {
    std::string path;
    bool is_text = false; // both sides have it, as texts that are not too large; else only the path is known
    std::string text{};   // with git's marks where the two differ
};

// How the two sides are called between the marks.
struct SideNames {
    std::string ours;
    std::string theirs;
};

// Of merging `theirs` into `ours`, by their paths. A file beyond `largest` bytes is no text.
Result<std::vector<ConflictedText>> conflicted_texts(const Repository&, const ObjectId& ours, const ObjectId& theirs,
                                                     const SideNames&, std::uint64_t largest);

// The merge with these texts, by path, where there are conflicts. What nobody has decided is still among the conflicts;
// a path that has none is left as the merge has it.
Result<Merge> merge_decided(const Repository&, const ObjectId& ours, const ObjectId& theirs,
                            const std::map<std::string, std::string>& decided);

// Whether a text has marks of a conflict left in it.
bool has_conflict_marks(std::string_view text);

} // namespace cairn::git
