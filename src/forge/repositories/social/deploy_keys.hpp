// Deploy keys: SSH keys that open one repository and no account.
#pragma once

namespace cairn::db {
class Transaction;
} // namespace cairn::db

namespace cairn::repositories {

// After deploy keys are gone: the keys themselves that open nothing any more.
void forget_unused_keys(db::Transaction&);

} // namespace cairn::repositories
