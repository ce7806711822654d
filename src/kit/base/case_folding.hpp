// Text without regard to case, in every script that has one: what a name is looked for by, not what it is shown as.
#pragma once

#include <string>
#include <string_view>

namespace cairn {

// Each letter in its small form; what is not UTF-8 stays. The database has the same as folded(), so that a text is
// found whoever folds it: src/db/sqlite_connection.cpp, and for PostgreSQL migration 0096.
std::string fold_case(std::string_view text);

} // namespace cairn
