// The numbers that our rows keep so that no list counts, for what was moved.
#pragma once

#include "import/kind.hpp"

namespace cairn::import {

void count_anew(const Move&);
// The same of a site that is not at hand.
void count_anew(db::Database&, std::int64_t source_id);

} // namespace cairn::import
