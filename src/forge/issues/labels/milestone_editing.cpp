#include "issues/labels/milestone_editing.hpp"

#include "accounts/user_search.hpp"
#include "db/composition.hpp"

namespace cairn::issues {

using api::Call;
using db::bound;
using repositories::RepositoryContext;

namespace {

Result<Time> end_of_due_day(const std::string& written)
{
    const auto refuse = [] { return fail(Errc::unprocessable, "[due_on]: is no time as in RFC 3339"); };
    if (!parse_rfc3339(written)) return refuse();
    const auto end = parse_rfc3339(written.substr(0, 10) + "T23:59:59Z");
    if (!end) return refuse();
    return *end;
}

} // namespace

Page<StoredMilestone> list_milestones(const api::View& view, const RepositoryContext& place,
                                      const ListMilestones& wanted)
{
    db::Composition query("SELECT * FROM milestone WHERE repository_id = ");
    query << bound(place.repository.id);
    if (wanted.state == "closed") query << " AND closed_at <> 0";
    else if (wanted.state != "all") query << " AND closed_at = 0";
    if (!wanted.name.empty())
        query << " AND folded(title) LIKE " << bound(accounts::SearchPatterns(wanted.name).exact) << " ESCAPE '\\'";
    query << " ORDER BY due_at, title, id";
    return view.db().page<StoredMilestone>(wanted, query);
}

StoredMilestone create_milestone(const Call& call, const RepositoryContext& place, const CreateMilestoneOption& option)
{
    const auto now = Time::now();
    return call.db().write([&](db::Transaction& tx) {
        return tx.one<StoredMilestone>(
            "INSERT INTO milestone (repository_id, title, description, due_at, closed_at, created_at, updated_at)"
            " VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING *",
            place.repository.id, option.title, option.description, option.due_on.value_or(Time{}),
            option.state == "closed" ? now : Time{}, now);
    });
}

Result<StoredMilestone> edit_milestone(const Call& call, const RepositoryContext& place, std::string_view id_or_title,
                                       const EditMilestoneOption& option)
{
    const auto due_at = option.due_on ? TRY(end_of_due_day(*option.due_on)) : Time{};
    return call.db().write([&](db::Transaction& tx) -> Result<StoredMilestone> {
        auto milestone = find_milestone(tx, place.repository.id, id_or_title);
        if (!milestone) return not_found("the milestone");
        const auto now = Time::now();
        if (!option.title.empty()) milestone->title = option.title;
        if (option.description) milestone->description = *option.description;
        if (option.state && *option.state != "closed") milestone->closed_at = {};
        else if (option.state && milestone->closed_at.seconds == 0) milestone->closed_at = now;
        return tx.one<StoredMilestone>(
            "UPDATE milestone SET title = $2, description = $3, due_at = $4, closed_at = $5, updated_at = $6"
            " WHERE id = $1 RETURNING *",
            milestone->id, milestone->title, milestone->description, due_at, milestone->closed_at, now);
    });
}

Result<> delete_milestone(const Call& call, const RepositoryContext& place, std::string_view id_or_title)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto milestone = find_milestone(tx, place.repository.id, id_or_title);
        if (!milestone) return not_found("the milestone");
        // In this order, so that nothing is counted in what is going.
        tx.run("DELETE FROM milestone WHERE id = $1", milestone->id);
        tx.run("UPDATE issue SET milestone_id = 0 WHERE milestone_id = $1 AND milestone_id <> 0", milestone->id);
        return {};
    });
}

} // namespace cairn::issues
