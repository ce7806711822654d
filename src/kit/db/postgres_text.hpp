// Values as PostgreSQL writes and reads them in its text format.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/database.hpp"
#include "db/row_map.hpp"

namespace cairn::db::postgres {

// The values of a statement as terminated strings; null for NULL. `sql` is for the message of what cannot be written.
class TextParameters {
public:
    TextParameters(std::span<const Value>, std::string_view sql);
    const char* const* pointers() const { return pointers_.data(); }

private:
    std::string text_;
    std::vector<const char*> pointers_;
};

// The text of a column that is not NULL into a member's place.
void assign(const RowMap::Member&, void* place, std::string_view text);

} // namespace cairn::db::postgres
