// The milestones of repositories.
#include "issues/labels/milestone_editing.hpp"
#include "issues/tables.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

struct MilestonePath {
    std::string id;
};
BOOST_DESCRIBE_STRUCT(MilestonePath, (), (id))
constexpr auto notes(const MilestonePath*) { return std::array{Note{"id", "the milestone's id or its title"}}; }

Result<Unlinked<Milestone>> list(const View& view, const RepositoryContext& place, Query<ListMilestones> query)
{
    const auto found = list_milestones(view, place, query.value);
    Unlinked<Milestone> shown{{.items = {}, .total = found.total}};
    for (const auto& milestone : found.items) shown.page.items.push_back(show_milestone(milestone));
    return shown;
}

Result<Milestone> get(Call& call, const RepositoryContext& place, Path<MilestonePath> path)
{
    const auto found = find_milestone(call.db(), place.repository.id, path->id);
    if (!found) return not_found("the milestone");
    return show_milestone(*found);
}

Result<Milestone> create(Call& call, const RepositoryContext& place, Body<CreateMilestoneOption> body)
{
    return show_milestone(create_milestone(call, place, body.value));
}

Result<Milestone> edit(Call& call, const RepositoryContext& place, Path<MilestonePath> path,
                       Body<EditMilestoneOption> body)
{
    return show_milestone(TRY(edit_milestone(call, place, path->id, body.value)));
}

Result<> remove(Call& call, const RepositoryContext& place, Path<MilestonePath> path)
{
    return delete_milestone(call, place, path->id);
}

// clang-format off
constexpr Operation milestone_operations[] = {
    {GET,    "/repos/{owner}/{repo}/milestones",      scope::issue, repositories::sees_repository, cached<list>,   200, "issueGetMilestonesList", "List the milestones of a repository"},
    {POST,   "/repos/{owner}/{repo}/milestones",      scope::issue, writes_issues_or_pulls,        handle<create>, 201, "issueCreateMilestone",   "Make a milestone"},
    {GET,    "/repos/{owner}/{repo}/milestones/{id}", scope::issue, repositories::sees_repository, quick<get>,     200, "issueGetMilestone",      "Get a milestone"},
    {PATCH,  "/repos/{owner}/{repo}/milestones/{id}", scope::issue, writes_issues_or_pulls,        handle<edit>,   200, "issueEditMilestone",     "Change a milestone"},
    {DELETE, "/repos/{owner}/{repo}/milestones/{id}", scope::issue, writes_issues_or_pulls,        handle<remove>, 204, "issueDeleteMilestone",   "Delete a milestone, and take it off its issues"},
};
// clang-format on
static_assert(well_formed(milestone_operations));

} // namespace

const Table milestone_table{"issue", milestone_operations};

} // namespace cairn::issues
