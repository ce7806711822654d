// The two drivers, each known only by how it is opened.
#pragma once

#include <memory>

#include "db/database.hpp"

namespace cairn::db {

std::unique_ptr<Database> open_sqlite(const Options&);
std::unique_ptr<Database> open_postgres(const Options&);

} // namespace cairn::db
