// The words of texts that are new in a transaction of SQLite: they are put into the indexes that searches read once for
// all of them, as its last act. PostgreSQL does that by itself.
#pragma once

#include "db/database.hpp"

namespace cairn::db::sqlite {

// A part of the writer, and used on its thread alone.
class FullTextIndexer {
public:
    // Right before the commit, outside of every savepoint.
    void index(Transaction&);

private:
    bool noted_ = false; // the migration that has new rows noted was done
};

} // namespace cairn::db::sqlite
