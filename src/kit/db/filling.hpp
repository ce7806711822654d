// A database that has its tables and nobody's rows yet gets the rows that a snapshot has read, of either engine.
#pragma once

#include <memory>

#include "db/copied_rows.hpp"
#include "db/database.hpp"

namespace cairn::db {

// One transaction, undone unless it is committed. For one thread, and while nobody else uses the database. What is
// derived from rows as they are written (counts, states, dates) is not derived anew, because the rows have it; what a
// search looks at is.
class Filling {
public:
    virtual ~Filling() = default;

    // As Snapshot::tables() has them.
    virtual std::vector<CopiedTable> tables() = 0;

    // Takes away what the table has. Its rows come with their columns in this order.
    virtual void begin(const CopiedTable&) = 0;
    // Whole lines, with their ends.
    virtual void add(std::string_view lines) = 0;
    // Its next own number is larger than this one.
    virtual void end(std::int64_t last_number) = 0;

    // After it everything that refers to a row refers to one that is there; otherwise it throws, and there is nothing.
    virtual void commit() = 0;
};

std::unique_ptr<Filling> fill(const Options&);

} // namespace cairn::db
