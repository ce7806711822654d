// The cards of boards: issues and pull requests, each by its id, in a column.
#include "issues/show.hpp"
#include "projects/card_moving.hpp"
#include "projects/tables.hpp"

namespace cairn::projects {

using namespace api;
using enum Method;
using issues::Issue;

namespace {

struct ListCards : Paging { };
BOOST_DESCRIBE_STRUCT(ListCards, (Paging), ())

Result<Page<Issue>> list(Call& call, const Home& home, Path<ColumnPath> path, Query<ListCards> query)
{
    const auto found = TRY(list_cards(call, home, path.value, query.value));
    return Page<Issue>{.items = issues::show_issues(call, found.items), .total = found.total};
}

Result<> add(Call& call, const Home& home, Path<CardPath> path) { return add_card(call, home, path.value); }
Result<> remove(Call& call, const Home& home, Path<CardPath> path) { return remove_card(call, home, path.value); }

Result<> move(Call& call, const Home& home, Path<MovePath> path, Body<MoveProjectIssueOption> body)
{
    return move_card(call, home, path.value, body.value);
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
