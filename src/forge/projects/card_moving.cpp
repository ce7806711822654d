#include "projects/card_moving.hpp"

#include "db/composition.hpp"
#include "issues/boards/cards.hpp"
#include "issues/readable.hpp"

namespace cairn::projects {

using access::Viewer;
using api::Call;
using db::bound;
using issues::StoredIssue;

namespace {

// What JSON's numbers hold exactly; so there always is a place behind the last one.
constexpr std::int64_t highest_sorting = std::int64_t{1} << 53;

// An issue that may become a card of a board here, or is one.
struct Candidate {
    StoredIssue issue;
    std::int64_t owner_id = 0; // of its repository
};

// Errc::not_found also for one that the caller may not read, or that is not of the repository whose board it is;
// Errc::locked where its repository is archived.
Result<Candidate> find_candidate(db::Queries& db, const Call& call, const Home& home, std::int64_t issue_id)
{
    auto issue = issues::find_issue(db, issue_id);
    if (!issue || (home.repository_id != 0 && issue->repository_id != home.repository_id))
        return not_found("the issue");
    const auto repository = repositories::find_repository(db, issue->repository_id);
    if (!repository || !access_to(db, Viewer::of(call.caller), repository->facts()).reads(issue->unit()))
        return not_found("the issue");
    if (repository->archived()) return fail(Errc::locked, "the repository of the issue is archived");
    return Candidate{.issue = std::move(*issue), .owner_id = repository->owner_id};
}

// Errc::forbidden for an issue of somebody else's repository on an account's board.
Result<> put(db::Transaction& tx, const Call& call, const Home& home, const StoredProject& project,
             std::int64_t column_id, std::int64_t issue_id)
{
    auto [issue, owner_id] = TRY(find_candidate(tx, call, home, issue_id));
    if (home.owner_id != 0 && owner_id != home.owner_id)
        return fail(Errc::forbidden, "the issue is in a repository of somebody else");
    issues::put_on_board({tx, call.site.events, call.caller.id, issue}, project.id, column_id);
    return {};
}

struct CardSpot {
    std::int64_t sorting = 0;
    std::int64_t issue_id = 0;
};
BOOST_DESCRIBE_STRUCT(CardSpot, (), (sorting, issue_id))

// How many cards of the column stand in front of the place, without the card itself; nothing: all of them.
std::optional<std::int64_t> rank_of(db::Transaction& tx, std::int64_t column_id, std::int64_t issue_id,
                                    const CardPlace& place)
{
    if (place.top) return 0;
    const auto beside = place.before != 0 ? place.before : place.after;
    if (beside == 0 || beside == issue_id) return {};
    const auto spot = tx.first<CardSpot>(
        "SELECT sorting, issue_id FROM project_card WHERE column_id = $1 AND issue_id = $2", column_id, beside);
    if (!spot) return {};
    const auto rank = tx.scalar<std::int64_t>("SELECT COUNT(*) AS value FROM project_card WHERE column_id = $1"
                                              " AND issue_id <> $2 AND (sorting, issue_id) < ($3, $4)",
                                              column_id, issue_id, spot->sorting, spot->issue_id);
    return place.before != 0 ? rank : rank + 1;
}

// Numbers the cards of a column from 0 on, as clients of the API do that move them, with a gap for this one.
void make_room(db::Transaction& tx, std::int64_t project_id, std::int64_t column_id, std::int64_t issue_id,
               std::int64_t rank)
{
    tx.run("UPDATE project_card SET sorting = n.place FROM (SELECT o.issue_id,"
           " CASE WHEN o.place < $4 THEN o.place ELSE o.place + 1 END AS place FROM (SELECT issue_id,"
           " ROW_NUMBER() OVER (ORDER BY sorting, issue_id) - 1 AS place FROM project_card WHERE column_id = $2"
           " AND issue_id <> $3) o) n WHERE project_card.project_id = $1 AND project_card.issue_id = n.issue_id"
           " AND project_card.sorting <> n.place",
           project_id, column_id, issue_id, rank);
    tx.run("UPDATE project_card SET sorting = $3 WHERE project_id = $1 AND issue_id = $2", project_id, issue_id, rank);
}

} // namespace

Result<Page<StoredIssue>> list_cards(const api::View& view, const Home& home, const ColumnPath& path,
                                     const Paging& paging)
{
    const auto project = TRY(find_project(view.db(), home, path.id));
    const auto column = find_column(view.db(), project, path.column_id);
    if (!column) return not_found("the column");
    db::Composition cards("SELECT i.* FROM project_card c JOIN issue i ON i.id = c.issue_id"
                          " JOIN repository r ON r.id = i.repository_id WHERE c.column_id = ");
    cards << bound(column->id) << " AND ";
    issues::add_reads_issue(cards, home.onlooker(view.caller));
    cards << " ORDER BY c.sorting, c.issue_id";
    return view.db().page<StoredIssue>(paging, cards);
}

Result<> add_card(const Call& call, const Home& home, const CardPath& path)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto project = TRY(find_open_project(tx, home, path.id));
        const auto column = find_column(tx, project, path.column_id);
        if (!column) return not_found("the column");
        return put(tx, call, home, project, column->id, path.issue_id);
    });
}

Result<> add_cards(const Call& call, const Home& home, const ProjectPath& path, std::int64_t column_id,
                   const std::vector<std::int64_t>& issue_ids)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto project = TRY(find_open_project(tx, home, path.id));
        if (column_id != 0 && !find_column(tx, project, column_id))
            return fail(Errc::unprocessable, "[column]: the project has no such column");
        const auto column = column_id != 0 ? column_id : issues::default_column(tx, project);
        for (const auto id : issue_ids) TRY(put(tx, call, home, project, column, id));
        return {};
    });
}

Result<> remove_card(const Call& call, const Home& home, const CardPath& path)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto project = TRY(find_open_project(tx, home, path.id));
        auto issue = TRY(find_candidate(tx, call, home, path.issue_id)).issue;
        if (!tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM project_card WHERE project_id = $1 AND column_id = $2"
                             " AND issue_id = $3) AS value",
                             project.id, path.column_id, issue.id))
            return not_found("the issue in this column");
        issues::take_off_board({tx, call.site.events, call.caller.id, issue}, project.id);
        return {};
    });
}

Result<> take_off(const Call& call, const Home& home, const MovePath& path)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto project = TRY(find_open_project(tx, home, path.id));
        auto issue = TRY(find_candidate(tx, call, home, path.issue_id)).issue;
        if (!issues::take_off_board({tx, call.site.events, call.caller.id, issue}, project.id))
            return not_found("the issue on this board");
        return {};
    });
}

Result<> move_card(const Call& call, const Home& home, const MovePath& path, const MoveProjectIssueOption& option)
{
    if (option.sorting && (*option.sorting < -highest_sorting || *option.sorting > highest_sorting))
        return fail(Errc::unprocessable, "[sorting]: it is too far away");
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto project = TRY(find_open_project(tx, home, path.id));
        auto issue = TRY(find_candidate(tx, call, home, path.issue_id)).issue;
        const auto column = find_column(tx, project, option.column_id);
        if (!column) return fail(Errc::unprocessable, "[column_id]: the project has no such column");
        if (!tx.scalar<bool>(
                "SELECT EXISTS (SELECT 1 FROM project_card WHERE project_id = $1 AND issue_id = $2) AS value",
                project.id, issue.id))
            return fail(Errc::unprocessable, "the issue is not on this board");
        issues::put_on_board({tx, call.site.events, call.caller.id, issue}, project.id, column->id, option.sorting);
        return {};
    });
}

Result<> place_card(const Call& call, const Home& home, const MovePath& path, const CardPlace& place)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto project = TRY(find_open_project(tx, home, path.id));
        auto issue = TRY(find_candidate(tx, call, home, path.issue_id)).issue;
        const auto present = tx.first<std::int64_t>(
            "SELECT column_id FROM project_card WHERE project_id = $1 AND issue_id = $2", project.id, issue.id);
        if (!present) return fail(Errc::unprocessable, "the issue is not on this board");
        const auto column_id = place.column_id != 0 ? place.column_id : *present;
        if (!find_column(tx, project, column_id))
            return fail(Errc::unprocessable, "[column]: the project has no such column");
        issues::put_on_board({tx, call.site.events, call.caller.id, issue}, project.id, column_id);
        if (const auto rank = rank_of(tx, column_id, issue.id, place))
            make_room(tx, project.id, column_id, issue.id, *rank);
        return {};
    });
}

} // namespace cairn::projects
