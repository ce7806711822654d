// Conflicts of a pull request, decided by a person: the base branch is merged into its branch, with the texts that the
// person has written where both sides have changed a file.
#pragma once

#include "git/objects/resolve.hpp"
#include "pulls/pull.hpp"

namespace cairn::pulls {

struct OpenConflicts {
    std::string head; // the commits that clash, by their whole ids
    std::string base;
    std::vector<git::ConflictedText> files{};
};

// Errc::forbidden for who may not write to the branch, Errc::unprocessable where there is none or it is closed. Without
// files where the two do not clash.
Result<OpenConflicts> open_conflicts(const api::Call&, const PullContext&);

struct Decisions {
    std::string head; // as open_conflicts() has told them
    std::string base;
    std::map<std::string, std::string> texts{}; // by path
};

// Errc::conflict where one of the branches has moved meanwhile; Errc::unprocessable where a file is not decided about,
// or has marks left in it.
Result<> resolve_conflicts(const api::Call&, const PullContext&, const Decisions&);

} // namespace cairn::pulls
