// The pull requests of a repository.
#include "cache/id_list_cache.hpp"
#include "db/composition.hpp"
#include "pulls/show.hpp"
#include "pulls/tables.hpp"

namespace cairn::pulls {

using namespace api;
using enum Method;
using db::bound;
using Piece = db::Composition::Piece;

namespace {

struct ListPulls : Paging {
    std::string base_branch;
    std::string state;
    std::string sort;
    std::int64_t milestone = 0;
    std::vector<std::int64_t> labels;
    std::string poster;
};
BOOST_DESCRIBE_STRUCT(ListPulls, (Paging), (base_branch, state, sort, milestone, labels, poster))
constexpr auto notes(const ListPulls*)
{
    return std::array{
        Note{"base_branch", "only those that go to this branch"},
        Note{"state", "open or closed; without it, all"},
        Note{"sort",
             "oldest, recentupdate, leastupdate, recentclose, mostcomment, leastcomment or priority; without it, the"
             " newest first"},
        Note{.member = "milestone", .doc = "the id of a milestone", .format = "int64"},
        Note{"labels", "ids of labels: one of them is enough"},
        Note{"poster", "the name of who opened it"},
    };
}

struct Filter {
    std::int64_t repository_id = 0;
    std::optional<bool> closed{};
    std::string base_branch{};
    std::int64_t milestone_id = 0;
    std::vector<std::int64_t> labels{};
    std::int64_t poster_id = 0;

    // The repository's row knows how many there are.
    bool is_plain() const { return base_branch.empty() && milestone_id == 0 && labels.empty() && poster_id == 0; }
};

Result<Filter> read_filter(const Call& call, const RepositoryContext& place, const ListPulls& wanted)
{
    Filter filter{.repository_id = place.repository.id,
                  .base_branch = wanted.base_branch,
                  .milestone_id = wanted.milestone,
                  .labels = wanted.labels};
    if (wanted.state == "open" || wanted.state == "closed") filter.closed = wanted.state == "closed";
    if (!wanted.poster.empty()) {
        const auto poster = accounts::find_account(call.db(), wanted.poster);
        if (!poster) return fail(Errc::bad_request, "there is no " + wanted.poster);
        filter.poster_id = poster->id;
    }
    return filter;
}

void add_where(db::Composition& query, const Filter& filter)
{
    query << " FROM issue i WHERE i.repository_id = " << bound(filter.repository_id) << " AND i.is_pull = TRUE";
    if (filter.closed) query << " AND i.closed = " << bound(*filter.closed);
    if (filter.poster_id != 0) query << " AND i.poster_id = " << bound(filter.poster_id);
    if (filter.milestone_id != 0) query << " AND i.milestone_id = " << bound(filter.milestone_id);
    if (!filter.base_branch.empty())
        query << " AND EXISTS (SELECT 1 FROM pull_request p WHERE p.issue_id = i.id AND p.base_branch = "
              << bound(filter.base_branch) << ")";
    if (!filter.labels.empty())
        query << " AND EXISTS (SELECT 1 FROM issue_label l WHERE l.issue_id = i.id AND l.label_id IN "
              << bound(filter.labels) << ")";
}

Piece order_of(std::string_view sort)
{
    if (sort == "oldest") return " ORDER BY i.created_at, i.id";
    if (sort == "recentupdate") return " ORDER BY i.updated_at DESC, i.id DESC";
    if (sort == "leastupdate") return " ORDER BY i.updated_at, i.id";
    if (sort == "recentclose") return " ORDER BY i.closed_at DESC, i.id DESC";
    if (sort == "mostcomment") return " ORDER BY i.comment_count DESC, i.id DESC";
    if (sort == "leastcomment") return " ORDER BY i.comment_count, i.id";
    return " ORDER BY i.created_at DESC, i.id DESC";
}

// An index has them in the order of creation and of changes.
bool is_indexed(std::string_view sort)
{
    return sort != "recentclose" && sort != "mostcomment" && sort != "leastcomment";
}

std::int64_t total_of(const issues::IssueCounts& counts, const Filter& filter)
{
    return (filter.closed.value_or(false) ? 0 : counts.open_pulls_count)
        + (filter.closed.value_or(true) ? counts.closed_pulls_count : 0);
}

// What an index has in order is read a page at a time, everything else once for as long as the issues of the
// repository have the same versions (cache/id_list_cache.hpp).
Page<std::int64_t> find_page(db::Queries& db, const ListPulls& wanted, const Filter& filter)
{
    db::Composition ids("SELECT i.id");
    add_where(ids, filter);
    ids << order_of(wanted.sort);
    if (filter.is_plain() && is_indexed(wanted.sort)) {
        ids << " LIMIT " << bound(wanted.limit) << " OFFSET " << bound(wanted.offset());
        Page<std::int64_t> page{.items = db.all<std::int64_t>(ids),
                                .total = total_of(issues::count_issues(db, filter.repository_id), filter)};
        if (!page.items.empty())
            page.total = std::max(page.total, wanted.offset() + static_cast<std::int64_t>(page.items.size()));
        return page;
    }
    const cache::Versions versions([&] { return issues::issue_versions(db, filter.repository_id); });
    return cache::page_of_ids(db, wanted, versions, ids);
}

Result<Page<PullRequest>> list(Call& call, const RepositoryContext& place, Query<ListPulls> query)
{
    const auto filter = TRY(read_filter(call, place, query.value));
    const auto found = find_page(call.db(), query.value, filter);
    return Page<PullRequest>{.items =
                                 show_pulls(call, place, issues::find_issues(call.db(), found.items), Detail::listed),
                             .total = found.total};
}

// clang-format off
constexpr Operation operations[] = {
    {GET, "/repos/{owner}/{repo}/pulls", scope::repository, reads_pulls, handle<list>, 200, "repoListPullRequests", "List the pull requests of a repository", {400, 422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table list_table{"repository", operations};

} // namespace cairn::pulls
