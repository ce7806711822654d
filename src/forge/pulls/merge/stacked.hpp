// Pull requests that go to the branch that another one came from, once that one is merged.
#pragma once

#include "events/events.hpp"
#include "pulls/follow/following.hpp"

namespace cairn::pulls {

// They go where the merged one went, in the transaction that merges it. A branch that others go to for its own sake is
// left alone: the default branch, one that a rule protects, one that was merged before, one that many go to.
void lift_stack(db::Transaction&, const events::Bus&, std::int64_t actor_id, const Known& merged);

// The same for whatever is left when the branch goes away, each in a transaction of its own. What cannot go elsewhere
// is closed with the branch.
void retarget_stacked(const api::Site&, const Known& merged, std::int64_t actor_id);

} // namespace cairn::pulls
