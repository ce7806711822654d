// The foot of a list that has pages: which part of it this is, and the ways to those beside it.
//
//     .pager = pager(call, query.value, found.total)      {% include "parts/pager" with pager %}
#pragma once

#include "api/call.hpp"
#include "base/page.hpp"

namespace cairn::pages {

struct Pager {
    std::int64_t first = 0; // 0: this page has nothing
    std::int64_t last = 0;
    std::int64_t total = 0;
    std::string newer{}; // addresses, with the page's whole query; empty: there is none
    std::string older{};
};
BOOST_DESCRIBE_STRUCT(Pager, (), (first, last, total, newer, older))

Pager pager(const api::Call&, const Paging&, std::int64_t total);

} // namespace cairn::pages
