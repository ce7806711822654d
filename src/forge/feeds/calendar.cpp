#include "feeds/calendar.hpp"

#include "cache/id_list_cache.hpp"

namespace cairn::feeds {

using accounts::Account;
using api::Call;

namespace {

constexpr std::int64_t day_seconds = 24 * 3600;
// The cache keeps lists of numbers: a day and its count are one.
constexpr std::int64_t most_counted = 1'000'000;

struct Ends {
    std::int64_t first = 0;
    std::int64_t last = 0;
};
BOOST_DESCRIBE_STRUCT(Ends, (), (first, last))

// What the person did can only be added at one end and be cleared away at the other; what the caller sees of it changes
// with the repositories.
cache::Versions versions_of(const Call& call, std::int64_t account_id)
{
    return cache::Versions([&call, account_id] {
        auto numbers = cache::versions_in(call.db(), "repository_change").numbers;
        const auto ends = call.db().one<Ends>("SELECT coalesce(MIN(id), 0) AS first, coalesce(MAX(id), 0) AS last"
                                              " FROM activity WHERE actor_id = $1",
                                              account_id);
        numbers.push_back(ends.first);
        numbers.push_back(ends.last);
        return numbers;
    });
}

} // namespace

std::vector<CountedDay> counted_days(const Call& call, const Account& account, std::int64_t since_day)
{
    std::vector<CountedDay> days;
    if (!tells_when(call, account)) return days;
    db::Composition query("SELECT a.created_at / 86400 * 1000000 + CASE WHEN count(*) < 1000000 THEN count(*)"
                          " ELSE 999999 END AS id");
    add_year_of(query, call, account, Time{since_day * day_seconds - 1});
    query << " GROUP BY a.created_at / 86400 ORDER BY 1";
    const auto counted = cache::ids(call.db(), versions_of(call, account.id), query);
    for (const auto both : *counted) days.push_back({.day = both / most_counted, .count = both % most_counted});
    return days;
}

} // namespace cairn::feeds
