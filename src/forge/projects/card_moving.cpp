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
        auto [issue, owner_id] = TRY(find_candidate(tx, call, home, path.issue_id));
        if (home.owner_id != 0 && owner_id != home.owner_id)
            return fail(Errc::forbidden, "the issue is in a repository of somebody else");
        issues::put_on_board({tx, call.site.events, call.caller.id, issue}, project.id, column->id);
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

} // namespace cairn::projects
