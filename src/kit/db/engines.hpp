// The two drivers, each known only by how it is opened.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "db/database.hpp"

namespace cairn::db {

// A statement has violated a foreign key. A DELETE has left out those who refer to the row, which is our own fault.
[[noreturn]] void throw_open_reference(const std::string& words, std::string_view statement);

std::unique_ptr<Database> open_sqlite(const Options&);
std::unique_ptr<Database> open_postgres(const Options&);

} // namespace cairn::db
