// The operation that finds repositories.
#include "accounts/guards.hpp"
#include "api/view.hpp"
#include "repositories/listing.hpp"
#include "repositories/search.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;

namespace {

struct SearchResults {
    bool ok = true;
    std::vector<Written<Repository>> data;
};
BOOST_DESCRIBE_STRUCT(SearchResults, (), (ok, data))
constexpr auto notes(const SearchResults*) { return std::array{Note{"", "The repositories that were found"}}; }

Result<Counted<SearchResults>> search(const View& view, Query<SearchRepositories> query)
{
    auto page = list_repositories(view, TRY(search_repositories(view, query.value)));
    return Counted<SearchResults>{{.data = std::move(page.items)}, page.total};
}

// clang-format off
constexpr Operation search_operations[] = {
    {GET, "/repos/search", scope::repository, accounts::anyone, cached<search>, 200, "repoSearch", "Search repositories", {422}},
};
// clang-format on
static_assert(well_formed(search_operations));

} // namespace

const Table search_table{"repository", search_operations};

} // namespace cairn::repositories
