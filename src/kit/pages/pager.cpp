#include "pages/pager.hpp"

#include <algorithm>

#include "http/url.hpp"

namespace cairn::pages {

namespace {

// The address that was asked for, with another number of the page.
std::string with_page(std::string_view target, std::int64_t page)
{
    const auto mark = target.find('?');
    std::string address(target.substr(0, mark));
    address += "?page=" + std::to_string(page);
    if (mark == target.npos) return address;
    for (const auto& [name, value] : http::parse_query(target.substr(mark + 1), 50))
        if (name != "page") address += "&" + http::encode_query(name) + "=" + http::encode_query(value);
    return address;
}

} // namespace

Pager pager(const api::Call& call, const Paging& paging, std::int64_t total)
{
    Pager made{.total = total};
    if (paging.offset() < total) {
        made.first = paging.offset() + 1;
        made.last = std::min(paging.offset() + paging.limit, total);
    }
    const auto last_page = (total + paging.limit - 1) / paging.limit;
    if (paging.page > 1)
        made.newer = with_page(call.request.target, std::min(paging.page - 1, std::max<std::int64_t>(last_page, 1)));
    if (paging.page < last_page) made.older = with_page(call.request.target, paging.page + 1);
    return made;
}

} // namespace cairn::pages
