#include "api/links.hpp"

#include <algorithm>
#include <map>

#include "http/url.hpp"

namespace cairn::api {

namespace {

// The query that was sent, sorted by name, with another page.
std::string query_for(const QueryValues& sent, std::int64_t page)
{
    std::multimap<std::string_view, std::string_view> values; // keeps equal names in the order they came
    for (const auto& [name, value] : sent)
        if (name != "page") values.emplace(name, value);
    const auto number = std::to_string(page);
    values.emplace("page", number);
    std::string query;
    for (const auto& [name, value] : values)
        query += (query.empty() ? "?" : "&") + http::encode_query(name) + "=" + http::encode_query(value);
    return query;
}

} // namespace

std::vector<std::string> page_links(std::string_view address, const QueryValues& query, const Paging& paging,
                                    std::int64_t total)
{
    const auto last = (total + paging.limit - 1) / paging.limit;
    if (last <= 1) return {};
    const auto current = std::min(paging.page, last); // a page beyond the end counts as the last one
    std::string links;
    const auto add = [&](std::int64_t page, std::string_view relation) {
        if (!links.empty()) links += ',';
        links += '<';
        links += address;
        links += query_for(query, page);
        links += ">; rel=\"";
        links += relation;
        links += '"';
    };
    if (current < last) {
        add(current + 1, "next");
        add(last, "last");
    }
    if (current == 1) return {links};

    // Today's clients look for "prev", our specification says "previous". A client that reads only one Link header
    // finds what it expects whether it takes the first or the last.
    add(1, "first");
    add(current - 1, "prev");
    auto known_today = links;
    add(current - 1, "previous");
    return {std::move(links), std::move(known_today)};
}

} // namespace cairn::api
