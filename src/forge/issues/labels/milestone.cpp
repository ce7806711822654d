#include "issues/labels/milestone.hpp"

#include <algorithm>

#include "base/distinct.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"

namespace cairn::issues {

Milestone show_milestone(const StoredMilestone& milestone)
{
    const auto if_set = [](Time time) { return time.seconds != 0 ? std::optional(time) : std::nullopt; };
    return {.id = milestone.id,
            .title = milestone.title,
            .description = milestone.description,
            .state = milestone.closed_at.seconds != 0 ? MilestoneState::closed : MilestoneState::open,
            .open_issues = milestone.issue_count - milestone.closed_issue_count,
            .closed_issues = milestone.closed_issue_count,
            .created_at = milestone.created_at,
            .updated_at = milestone.updated_at,
            .closed_at = if_set(milestone.closed_at),
            .due_on = if_set(milestone.due_at)};
}

std::optional<StoredMilestone> find_milestone(db::Queries& db, std::int64_t repository_id, std::int64_t id)
{
    return db.first<StoredMilestone>("SELECT * FROM milestone WHERE id = $1 AND repository_id = $2", id, repository_id);
}

std::optional<StoredMilestone> find_milestone(db::Queries& db, std::int64_t repository_id, std::string_view id_or_title)
{
    if (const auto id = text::parse_integer(id_or_title))
        if (auto found = find_milestone(db, repository_id, *id)) return found;
    return db.first<StoredMilestone>("SELECT * FROM milestone WHERE repository_id = $1 AND title = $2"
                                     " ORDER BY id LIMIT 1",
                                     repository_id, id_or_title);
}

std::map<std::int64_t, Milestone> milestones_by_id(db::Queries& db, const std::vector<std::int64_t>& ids)
{
    std::vector<std::int64_t> wanted;
    std::ranges::copy_if(ids, std::back_inserter(wanted), [](std::int64_t id) { return id != 0; });
    make_distinct(wanted);
    std::map<std::int64_t, Milestone> found;
    if (wanted.empty()) return found;
    db::Composition query("SELECT * FROM milestone WHERE id IN ");
    query << db::bound(wanted);
    for (const auto& milestone : db.all<StoredMilestone>(query)) found.emplace(milestone.id, show_milestone(milestone));
    return found;
}

} // namespace cairn::issues

template <> const cairn::Type& cairn::type_of<cairn::issues::Milestone>()
{
    return detail::type<cairn::issues::Milestone>;
}
