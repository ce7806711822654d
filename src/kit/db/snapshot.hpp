// The whole database as it is at one moment, read while others go on writing: a transaction that only reads, on a
// connection of its own, whichever process it is in.
#pragma once

#include "db/copied_rows.hpp"
#include "db/database.hpp"

namespace cairn::db {

// For one thread. With SQLite the log of what is written meanwhile grows for as long as it lives.
class Snapshot : public Queries {
public:
    // All tables but those that an engine keeps for its searches, by name; columns are in the order of the schema.
    virtual std::vector<CopiedTable> tables() = 0;

    // Every row, ordered by the table's key.
    virtual void read(const CopiedTable&, const RowTaker&) = 0;

    // The last number that the table has given to a row of its own accord, of rows that are gone as well; 0: none.
    virtual std::int64_t last_number(const CopiedTable&) = 0;
};

std::unique_ptr<Snapshot> take_snapshot(const Options&);

// The tables of a connection's database, for the two that read and fill it.
std::vector<CopiedTable> tables_of_sqlite(Queries&);
std::vector<CopiedTable> tables_of_postgres(Queries&);

} // namespace cairn::db
