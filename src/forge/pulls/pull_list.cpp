#include "pulls/pull_list.hpp"

#include "cache/id_list_cache.hpp"
#include "contents/head_context.hpp"
#include "db/composition.hpp"
#include "pulls/follow/following.hpp"

namespace cairn::pulls {

using api::Call;
using api::View;
using db::bound;
using Piece = db::Composition::Piece;

namespace {

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

Result<Filter> read_filter(const View& view, const RepositoryContext& place, const ListPulls& wanted)
{
    Filter filter{.repository_id = place.repository.id,
                  .base_branch = wanted.base_branch,
                  .milestone_id = wanted.milestone,
                  .labels = wanted.labels};
    if (wanted.state == "open" || wanted.state == "closed") filter.closed = wanted.state == "closed";
    if (!wanted.poster.empty()) {
        const auto poster = accounts::find_account(view.db(), wanted.poster);
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

} // namespace

Result<Page<StoredIssue>> list_pulls(const View& view, const RepositoryContext& place, const ListPulls& wanted)
{
    const auto filter = TRY(read_filter(view, place, wanted));
    const auto found = find_page(view.db(), wanted, filter);
    return Page<StoredIssue>{.items = issues::find_issues(view.db(), found.items), .total = found.total};
}

std::map<std::string, HeadPull> latest_pulls_from(db::Queries& db, std::int64_t repository_id,
                                                  const std::vector<std::string>& branches)
{
    std::map<std::string, HeadPull> latest;
    if (branches.empty()) return latest;
    db::Composition query("SELECT p.head_branch, i.number, i.title, i.closed, i.draft, i.merged_at FROM pull_request p"
                          " JOIN issue i ON i.id = p.issue_id WHERE NOT p.by_push AND p.repository_id = ");
    query << bound(repository_id) << " AND p.head_repository_id = " << bound(repository_id) << " AND p.head_branch IN "
          << bound(branches) << " ORDER BY i.number";
    for (auto& pull : db.all<HeadPull>(query)) latest.insert_or_assign(pull.head_branch, std::move(pull));
    return latest;
}

std::vector<MergedPull> pulls_merged_as(db::Queries& db, std::int64_t repository_id,
                                        const std::vector<std::string>& commits)
{
    if (commits.empty()) return {};
    db::Composition query("SELECT i.number, i.title, COALESCE(a.name, '') AS poster FROM pull_request p"
                          " JOIN issue i ON i.id = p.issue_id LEFT JOIN account a ON a.id = i.poster_id"
                          " WHERE p.repository_id = ");
    query << bound(repository_id) << " AND p.merge_commit <> '' AND p.merge_commit IN " << bound(commits)
          << " ORDER BY i.number LIMIT 500";
    return db.all<MergedPull>(query);
}

Result<StoredIssue> find_current(const Call& call, std::int64_t issue_id)
{
    auto known = find_known(call.db(), issue_id);
    if (!known) return not_found("the pull request");
    static_cast<void>(follow(call.site, *known)); // where git cannot tell, it is shown as it was
    return std::move(known->issue);
}

Result<StoredIssue> find_pull_of_branches(const Call& call, const RepositoryContext& place, const std::string& base,
                                          const std::string& head)
{
    auto branch = head;
    const auto head_place = contents::find_head_context(call, place, branch);
    if (!head_place) return not_found("the pull request");
    const auto found = call.db().first<std::int64_t>("SELECT issue_id FROM pull_request WHERE head_repository_id = $1"
                                                     " AND head_branch = $2 AND repository_id = $3 AND base_branch = $4"
                                                     " ORDER BY issue_id DESC LIMIT 1",
                                                     head_place->repository.id, branch, place.repository.id, base);
    if (!found) return not_found("the pull request");
    return find_current(call, *found);
}

Result<StoredIssue> find_pull_of_commit(const Call& call, const RepositoryContext& place, const std::string& sha)
{
    const auto found = call.db().first<std::int64_t>(
        "SELECT issue_id FROM pull_request WHERE repository_id = $1 AND merge_commit = $2 AND merge_commit <> ''"
        " ORDER BY issue_id DESC LIMIT 1",
        place.repository.id, sha);
    if (!found) return not_found("a pull request that was merged as this commit");
    return find_current(call, *found);
}

} // namespace cairn::pulls
