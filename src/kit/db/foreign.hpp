// The database of another program, which is only ever read. Its tables are that program's business: which there are and
// which columns they have is asked, never assumed.
#pragma once

#include "db/database.hpp"

namespace cairn::db {

// For one thread at a time.
class Foreign : public Queries {
public:
    virtual Options::Engine engine() const = 0;
    virtual std::vector<std::string> tables() = 0;
    virtual std::vector<std::string> columns(const std::string& table) = 0; // none: there is no such table
};

// Throws DatabaseError with words for the operator. Nothing is made that is not there.
std::unique_ptr<Foreign> open_foreign(const Options&);

} // namespace cairn::db
