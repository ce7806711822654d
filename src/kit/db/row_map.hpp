// How the columns of a statement fill a row: worked out once for a statement and a row's type, then only followed.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/reflect.hpp"

namespace cairn::db {

struct RowMap {
    struct Member {
        int column;
        std::string_view name;  // for messages
        void* (*of)(void* row); // where the member is
        const Type* optional;   // the member's own type if it may be absent, else null
        const Type* type;       // what the column holds: never an optional

        // Where a value goes that is not NULL.
        void* place(void* row) const
        {
            void* member = of(row);
            return optional ? optional->grow(member) : member;
        }
        void set_null(void* row) const
        {
            if (optional) optional->clear(of(row));
        }
    };

    const Type* row_type;
    std::vector<Member> members;
};

// `columns` are the names that `sql` gives. Throws DatabaseError unless each member of `row` has exactly one of them,
// or, if `row` is no struct but a plain value, there is exactly one.
RowMap map_row(const Type& row, std::span<const std::string_view> columns, std::string_view sql);

// Text into a string, a choice or JSON: a choice must be one of its words.
void assign_text(const RowMap::Member&, void* place, std::string_view text);

[[noreturn]] void throw_mismatch(const RowMap::Member&, std::string_view found);

// The row types that a statement was asked for, nearly always one.
class RowMaps {
public:
    const RowMap* find(const Type& row) const
    {
        for (const auto& map : maps_)
            if (map->row_type == &row) return map.get();
        return nullptr;
    }
    const RowMap& keep(RowMap map) { return *maps_.emplace_back(std::make_unique<RowMap>(std::move(map))); }
    void clear() { maps_.clear(); }

private:
    std::vector<std::unique_ptr<RowMap>> maps_;
};

} // namespace cairn::db
