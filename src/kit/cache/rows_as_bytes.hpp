// Rows of a statement in one piece of memory, of which as many copies can be made as are wanted.
#pragma once

#include <optional>
#include <string>

#include "base/reflect.hpp"

namespace cairn::cache {

class RowsAsBytes {
public:
    // Of a list or an optional of rows: described structs of plain values, or plain values. Nothing if they take more
    // than `most` bytes.
    static std::optional<RowsAsBytes> of(const Type& container, const void* rows, std::size_t most);

    // Into an empty container of the same type.
    void fill(const Type& container, void* into) const;

    std::size_t size() const { return bytes_.size(); }

private:
    std::size_t count_ = 0;
    std::string bytes_;
};

} // namespace cairn::cache
