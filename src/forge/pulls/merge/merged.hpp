// What follows in the database when a pull request was merged, by whatever way.
#pragma once

#include "git/objects/object_id.hpp"
#include "pulls/follow/following.hpp"

namespace cairn::git {
class Repository;
} // namespace cairn::git

namespace cairn::pulls {

struct Merged {
    std::int64_t merger_id = 0; // 0: nobody whom we know
    git::ObjectId commit;       // that the base branch has it from
    bool by_schedule = false;
};

// One transaction: it is closed and merged, its timeline and the feeds say so, the issues that its words close are
// closed, what stands on it goes where it went, no merge is scheduled or under way any more. Errc::method_not_allowed
// if it was merged before.
Result<> mark_merged(const api::Site&, Known&, const Merged&);

// Its commits have come into the base branch, which is at `base`, without us.
Result<> mark_as_merged_elsewhere(const api::Site&, Known&, const git::Repository&, const git::ObjectId& base);

} // namespace cairn::pulls
