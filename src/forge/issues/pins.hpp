// Issues and pull requests that stand above the others of their repository.
#pragma once

#include <cstdint>

namespace cairn::db {
class Transaction;
} // namespace cairn::db

namespace cairn::issues {

// As another server has pinned it; does nothing where there are as many as there may be.
void pin_imported(db::Transaction&, std::int64_t repository_id, std::int64_t issue_id, bool is_pull,
                  std::int64_t position);

} // namespace cairn::issues
