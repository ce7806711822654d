#include "repositories/listed.hpp"

#include <algorithm>
#include <set>

#include "db/composition.hpp"

namespace cairn::repositories {

using db::bound;

std::vector<ListedRepository> listed_repositories(const api::View& view, std::span<const std::int64_t> ids)
{
    if (ids.empty()) return {};
    const std::vector wanted(ids.begin(), ids.end());
    db::Composition query(
        "SELECT r.id, r.owner_id, o.name AS owner, o.avatar AS owner_avatar,"
        " (o.kind = 'organization') AS of_organization, r.name, r.description, r.private, r.audience, r.units,"
        " r.anonymous_levels, r.everyone_levels, (r.fork_of IS NOT NULL) AS fork, r.mirror, r.template,"
        " (r.archived_at <> 0) AS archived, r.language, r.topics, r.stars_count, r.forks_count, r.updated_at"
        " FROM repository r JOIN account o ON o.id = r.owner_id WHERE r.id IN ");
    query << bound(wanted);
    auto rows = view.db().all<ListedRow>(query);
    std::ranges::sort(rows, {}, [&](const ListedRow& row) { return std::ranges::find(ids, row.id) - ids.begin(); });

    std::set<std::int64_t> starred;
    if (!view.caller.anonymous()) {
        db::Composition stars("SELECT s.repository_id AS value FROM star s WHERE s.account_id = ");
        stars << bound(view.caller.id) << " AND s.repository_id IN " << bound(wanted);
        for (const auto id : view.db().all<std::int64_t>(stars)) starred.insert(id);
    }
    std::vector<access::RepositoryFacts> facts;
    for (const auto& row : rows) facts.push_back(row.facts());
    const auto access = access::access_to(view.db(), access::Viewer::of(view.caller), facts);
    std::vector<ListedRepository> listed;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool has_star = starred.contains(rows[i].id);
        listed.push_back({.row = std::move(rows[i]), .access = access[i], .starred = has_star});
    }
    return listed;
}

} // namespace cairn::repositories
