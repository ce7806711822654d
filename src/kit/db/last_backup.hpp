// When this database was last read for a backup that came to its end. It is a note for those who run the site, true of
// the database and not of the site: a backup does not contain it.
#pragma once

#include <optional>
#include <string>

#include "base/reflect.hpp"

namespace cairn::db {

class Database;
class Queries;

struct LastBackup {
    std::string name;
    Time made_at; // the moment that it shows
};
BOOST_DESCRIBE_STRUCT(LastBackup, (), (name, made_at))

void note_backup(Database&, const LastBackup&);
std::optional<LastBackup> last_backup(Queries&);

} // namespace cairn::db
