#pragma once

#include "base/reflect.hpp"

namespace cairn {

// What the caller asked for: inherit a query struct from it and the operation is paginated. By the time a handler sees
// it, both numbers are within the site's bounds.
struct Paging {
    std::int64_t page = 1;
    std::int64_t limit = 30;

    std::int64_t offset() const { return (page - 1) * limit; }
};
BOOST_DESCRIBE_STRUCT(Paging, (), (page, limit))
constexpr auto notes(const Paging*)
{
    return std::array{Note{"page", "which page, counted from 1"}, Note{"limit", "how many items a page has"}};
}

// What the callee found: one page of it, and how many there are in all (X-Total-Count, Link).
template <class T> struct Page {
    std::vector<T> items;
    std::int64_t total = 0;
};

} // namespace cairn
