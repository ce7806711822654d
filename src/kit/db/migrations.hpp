// The numbered steps of the schema, and how they become statements of one engine.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/embedded.hpp"

namespace cairn::db {

class Database;

// src/db/migrations/NNNN_name.sql, which tools/embed.py put into the program.
std::span<const EmbeddedFile> embedded_files();

// Brings the schema to the last of `steps`, which are numbered from 1 without a gap. See migrate() in database.hpp.
void migrate(Database&, std::span<const EmbeddedFile> steps);

// A step as `engine` ("sqlite" or "postgres") reads it: the word IDENTITY_KEY is replaced by its way to declare a key
// that numbers itself, and lines between `-- only sqlite` or `-- only postgres` and `-- end` stay for that engine
// alone.
std::string script_for(std::string_view engine, std::string_view script);

} // namespace cairn::db
