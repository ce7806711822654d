// The cards of boards: issues and pull requests, each by its id, in a column.
#include "issues/boards/cards.hpp"

#include "db/composition.hpp"
#include "issues/readable.hpp"
#include "projects/column.hpp"
#include "projects/tables.hpp"

namespace cairn::projects {

using namespace api;
using enum Method;
using access::Viewer;
using db::bound;
using issues::Issue;
using issues::StoredIssue;

namespace {

// What JSON's numbers hold exactly; so there always is a place behind the last one.
constexpr std::int64_t highest_sorting = std::int64_t{1} << 53;

struct ListCards : Paging { };
BOOST_DESCRIBE_STRUCT(ListCards, (Paging), ())

struct CardPath : ColumnPath {
    std::int64_t issue_id = 0;
};
BOOST_DESCRIBE_STRUCT(CardPath, (ColumnPath), (issue_id))
constexpr auto notes(const CardPath*)
{
    return std::array{Note{"issue_id", "the issue's id, which is not its number"}};
}

struct MovePath : ProjectPath {
    std::int64_t issue_id = 0;
};
BOOST_DESCRIBE_STRUCT(MovePath, (ProjectPath), (issue_id))
constexpr auto notes(const MovePath*)
{
    return std::array{Note{"issue_id", "the issue's id, which is not its number"}};
}

struct MoveProjectIssueOption {
    std::int64_t column_id = 0;
    std::optional<std::int64_t> sorting;
};
BOOST_DESCRIBE_STRUCT(MoveProjectIssueOption, (), (column_id, sorting))
constexpr auto notes(const MoveProjectIssueOption*)
{
    return std::array{Note{.member = "column_id", .doc = "the column that it shall be in", .required = true},
                      Note{"sorting", "its place there; without it, the end"}};
}

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

Result<Page<Issue>> list(Call& call, const Home& home, Path<ColumnPath> path, Query<ListCards> query)
{
    const auto project = TRY(find_project(call.db(), home, path->id));
    const auto column = find_column(call.db(), project, path->column_id);
    if (!column) return not_found("the column");
    db::Composition cards("SELECT i.* FROM project_card c JOIN issue i ON i.id = c.issue_id"
                          " JOIN repository r ON r.id = i.repository_id WHERE c.column_id = ");
    cards << bound(column->id) << " AND ";
    issues::add_reads_issue(cards, home.onlooker(call.caller));
    cards << " ORDER BY c.sorting, c.issue_id";
    const auto found = call.db().page<StoredIssue>(query.value, cards);
    return Page<Issue>{.items = issues::show_issues(call, found.items), .total = found.total};
}

Result<> add(Call& call, const Home& home, Path<CardPath> path)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto project = TRY(find_open_project(tx, home, path->id));
        const auto column = find_column(tx, project, path->column_id);
        if (!column) return not_found("the column");
        auto [issue, owner_id] = TRY(find_candidate(tx, call, home, path->issue_id));
        if (home.owner_id != 0 && owner_id != home.owner_id)
            return fail(Errc::forbidden, "the issue is in a repository of somebody else");
        issues::put_on_board({tx, call.site.events, call.caller.id, issue}, project.id, column->id);
        return {};
    });
}

Result<> remove(Call& call, const Home& home, Path<CardPath> path)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto project = TRY(find_open_project(tx, home, path->id));
        auto issue = TRY(find_candidate(tx, call, home, path->issue_id)).issue;
        if (!tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM project_card WHERE project_id = $1 AND column_id = $2"
                             " AND issue_id = $3) AS value",
                             project.id, path->column_id, issue.id))
            return not_found("the issue in this column");
        issues::take_off_board({tx, call.site.events, call.caller.id, issue}, project.id);
        return {};
    });
}

Result<> move(Call& call, const Home& home, Path<MovePath> path, Body<MoveProjectIssueOption> body)
{
    if (body->sorting && (*body->sorting < -highest_sorting || *body->sorting > highest_sorting))
        return fail(Errc::unprocessable, "[sorting]: it is too far away");
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto project = TRY(find_open_project(tx, home, path->id));
        auto issue = TRY(find_candidate(tx, call, home, path->issue_id)).issue;
        const auto column = find_column(tx, project, body->column_id);
        if (!column) return fail(Errc::unprocessable, "[column_id]: the project has no such column");
        if (!tx.scalar<bool>(
                "SELECT EXISTS (SELECT 1 FROM project_card WHERE project_id = $1 AND issue_id = $2) AS value",
                project.id, issue.id))
            return fail(Errc::unprocessable, "the issue is not on this board");
        issues::put_on_board({tx, call.site.events, call.caller.id, issue}, project.id, column->id, body->sorting);
        return {};
    });
}

// clang-format off
constexpr Operation of_repositories[] = {
    {GET,    "/repos/{owner}/{repo}/projects/{id}/columns/{column_id}/issues",            in_repository,   reads_in_repository,     handle<list>,   200, "repoListProjectColumnIssues",             "List the issues in a column of a repository's project"},
    {POST,   "/repos/{owner}/{repo}/projects/{id}/columns/{column_id}/issues/{issue_id}", in_repository,   changes_in_repository,   handle<add>,    201, "repoAddIssueToProjectColumn",             "Put an issue into a column of a repository's project", {422}},
    {DELETE, "/repos/{owner}/{repo}/projects/{id}/columns/{column_id}/issues/{issue_id}", in_repository,   changes_in_repository,   handle<remove>, 204, "repoRemoveIssueFromProjectColumn",        "Take an issue off a repository's project"},
    {POST,   "/repos/{owner}/{repo}/projects/{id}/issues/{issue_id}/move",                in_repository,   changes_in_repository,   handle<move>,   204, "repoMoveProjectIssue",                    "Move an issue on a repository's project", {422}},
};
constexpr Operation of_organizations[] = {
    {GET,    "/orgs/{org}/projects/{id}/columns/{column_id}/issues",                      in_organization, reads_in_organization,   handle<list>,   200, "orgListProjectColumnIssues",              "List the issues in a column of an organization's project"},
    {POST,   "/orgs/{org}/projects/{id}/columns/{column_id}/issues/{issue_id}",           in_organization, changes_in_organization, handle<add>,    201, "orgAddIssueToProjectColumn",              "Put an issue into a column of an organization's project", {422, 423}},
    {DELETE, "/orgs/{org}/projects/{id}/columns/{column_id}/issues/{issue_id}",           in_organization, changes_in_organization, handle<remove>, 204, "orgRemoveIssueFromProjectColumn",         "Take an issue off an organization's project", {423}},
    {POST,   "/orgs/{org}/projects/{id}/issues/{issue_id}/move",                          in_organization, changes_in_organization, handle<move>,   204, "orgMoveProjectIssue",                     "Move an issue on an organization's project", {422, 423}},
};
constexpr Operation of_people[] = {
    {GET,    "/user/projects/{id}/columns/{column_id}/issues",                            of_person,       keeps_own,               handle<list>,   200, "userCurrentListProjectColumnIssues",      "List the issues in a column of one of your projects", {404}},
    {POST,   "/user/projects/{id}/columns/{column_id}/issues/{issue_id}",                 of_person,       keeps_own,               handle<add>,    201, "userCurrentAddIssueToProjectColumn",      "Put an issue into a column of one of your projects", {404, 422, 423}},
    {DELETE, "/user/projects/{id}/columns/{column_id}/issues/{issue_id}",                 of_person,       keeps_own,               handle<remove>, 204, "userCurrentRemoveIssueFromProjectColumn", "Take an issue off one of your projects", {404, 423}},
    {POST,   "/user/projects/{id}/issues/{issue_id}/move",                                of_person,       keeps_own,               handle<move>,   204, "userCurrentMoveProjectIssue",             "Move an issue on one of your projects", {404, 422, 423}},
};
// clang-format on
static_assert(well_formed(of_repositories));
static_assert(well_formed(of_organizations));
static_assert(well_formed(of_people));

} // namespace

const Table repository_card_table{"repository", of_repositories};
const Table organization_card_table{"organization", of_organizations};
const Table own_card_table{"user", of_people};

} // namespace cairn::projects
