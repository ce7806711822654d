// Who could look at changes: the owners of the files, and those who wrote the lines that are changed.
#pragma once

#include "contents/comparison.hpp"
#include "pulls/review/ownership.hpp"

namespace cairn::pulls {

struct SuggestedReviewer {
    accounts::Account person;
    bool owner = false; // of a file, as the base branch says; else they wrote lines
};

// A few, the owners first; never the caller. Looks at a handful of files and no longer than about a second: who cannot
// be found by then is not suggested.
std::vector<SuggestedReviewer> suggest_reviewers(const api::Call&, const RepositoryContext& base,
                                                 const contents::Comparison&);

} // namespace cairn::pulls
