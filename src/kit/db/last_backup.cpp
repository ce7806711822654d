#include "db/last_backup.hpp"

#include "db/database.hpp"

namespace cairn::db {

void note_backup(Database& db, const LastBackup& made)
{
    db.write([&](Transaction& tx) {
        tx.run("INSERT INTO last_backup (id, name, made_at) VALUES (1, $1, $2)"
               " ON CONFLICT (id) DO UPDATE SET name = excluded.name, made_at = excluded.made_at",
               made.name, made.made_at);
    });
}

std::optional<LastBackup> last_backup(Queries& db)
{
    return db.first<LastBackup>("SELECT name, made_at FROM last_backup WHERE id = 1");
}

} // namespace cairn::db
