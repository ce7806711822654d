// The operations on branches.
#include "contents/branch.hpp"
#include "contents/branch_change.hpp"
#include "contents/reference_tables.hpp"
#include "db/database.hpp"

namespace cairn::contents {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using repositories::StoredBranch;

namespace {

struct BranchPath {
    std::string branch;
};
BOOST_DESCRIBE_STRUCT(BranchPath, (), (branch))
constexpr auto notes(const BranchPath*) { return std::array{Note{"branch", "the name of the branch"}}; }

Result<Branch> show_one(const Call& call, const RepositoryContext& place, const StoredBranch& stored)
{
    return std::move(TRY(show_branches(call, place, {&stored, 1})).front());
}

// Nothing at all, not even an empty list, is what clients know of a repository that is empty.
using Branches = std::optional<std::vector<Branch>>;

Result<Counted<Branches>> list(Call& call, const RepositoryContext& place, Query<ListBranches> query)
{
    auto found = branches_of(call, place, query.value);
    if (found.total == 0 && place.repository.empty) return Counted<Branches>{};
    if (found.total == 0) found.total = count_branches(call.db(), place.repository.id);
    return Counted<Branches>{.value = TRY(show_branches(call, place, found.items)), .total = found.total};
}

Result<Branch> get(Call& call, const RepositoryContext& place, Path<BranchPath> path)
{
    return show_one(call, place, TRY(find_branch(call, place, path->branch)));
}

Result<Branch> create(Call& call, const RepositoryContext& place, Body<CreateBranchRepoOption> body)
{
    return show_one(call, place, TRY(create_branch(call, place, body.value)));
}

Result<> remove(Call& call, const RepositoryContext& place, Path<BranchPath> path)
{
    return delete_branch(call, place, path->branch);
}

Result<> move(Call& call, const RepositoryContext& place, Path<BranchPath> path, Body<UpdateBranchRepoOption> body)
{
    return move_branch(call, place, path->branch, body.value);
}

Result<> rename(Call& call, const RepositoryContext& place, Path<BranchPath> path, Body<RenameBranchRepoOption> body)
{
    return rename_branch(call, place, path->branch, body.value);
}

// clang-format off
constexpr Operation branch_operations[] = {
    {GET,    "/repos/{owner}/{repo}/branches",           scope::repository, repositories::reads_code,       quick<list>,    200, "repoListBranches", "List the branches of a repository", {}, "BranchList"},
    {POST,   "/repos/{owner}/{repo}/branches",           scope::repository, repositories::writes_live_code, handle<create>, 201, "repoCreateBranch", "Make a branch", {409, 422}},
    {GET,    "/repos/{owner}/{repo}/branches/{branch*}", scope::repository, repositories::reads_code,       quick<get>,     200, "repoGetBranch",    "Get a branch"},
    {PUT,    "/repos/{owner}/{repo}/branches/{branch*}", scope::repository, repositories::writes_live_code, handle<move>,   204, "repoUpdateBranch", "Move a branch to another commit", {409, 422}},
    {PATCH,  "/repos/{owner}/{repo}/branches/{branch*}", scope::repository, repositories::writes_live_code, handle<rename>, 204, "repoRenameBranch", "Give a branch another name", {422}},
    {DELETE, "/repos/{owner}/{repo}/branches/{branch*}", scope::repository, repositories::writes_live_code, handle<remove>, 204, "repoDeleteBranch", "Delete a branch", {409}},
};
// clang-format on
static_assert(well_formed(branch_operations));

} // namespace

const Table branch_table{"repository", branch_operations};

} // namespace cairn::contents
