// The rows of a site as parts, in a form that both engines read and write (db/copied_rows.hpp).
#pragma once

#include <functional>

#include "backup/manifest.hpp"
#include "backup/parts.hpp"
#include "db/copied_rows.hpp"

namespace cairn::db {
class Filling;
class Snapshot;
} // namespace cairn::db

namespace cairn::backup {

// The migrations that have run.
std::vector<Step> schema_of(db::Snapshot&);

// All of the tables that are the site's own: a line each.
void write_tables(db::Snapshot&, PartWriter&, const std::function<void(const Line&)>& tell);

// May change lines on their way in.
using Rewriting = std::function<void(const Line& table, std::string& lines)>;

// Fills tables. What it is given outlives it.
class TableReader {
public:
    TableReader(db::Filling&, const PartReader&, Rewriting);

    // Errc::unprocessable where this site's tables are others; throws db::DatabaseError for rows that cannot be.
    Result<> read(const Line&);

private:
    db::Filling& filling_;
    const PartReader& parts_;
    const Rewriting rewrite_;
    const std::vector<db::CopiedTable> tables_; // that there are
};

} // namespace cairn::backup
