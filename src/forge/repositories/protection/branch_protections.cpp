// The operations on the rules for a repository's branches.
#include "config/settings.hpp"
#include "db/database.hpp"
#include "repositories/protection/branch_protection.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;

namespace {

struct RulePath {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(RulePath, (), (name))
constexpr auto notes(const RulePath*) { return std::array{Note{"name", "the name of the rule"}}; }

// Where the site has no queues, clients that know of none see none.
std::vector<BranchProtection> show_all(const Call& call, const RepositoryContext& place,
                                       std::span<const StoredBranchProtection> rules)
{
    auto shown = show_branch_protections(call.db(), place, rules);
    if (!call.settings().repository_pull_request.merge_queue)
        for (auto& rule : shown) rule.enable_merge_queue.reset();
    return shown;
}

BranchProtection show(const Call& call, const RepositoryContext& place, const StoredBranchProtection& rule)
{
    return std::move(show_all(call, place, {&rule, 1}).front());
}

Result<std::vector<BranchProtection>> list(Call& call, const RepositoryContext& place)
{
    return show_all(call, place, branch_protections(call.db(), place.repository.id));
}

Result<BranchProtection> get(Call& call, const RepositoryContext& place, Path<RulePath> path)
{
    return show(call, place, TRY(find_branch_protection(call.db(), place, path->name)));
}

Result<BranchProtection> create(Call& call, const RepositoryContext& place, Body<CreateBranchProtectionOption> body)
{
    return show(call, place, TRY(create_branch_protection(call, place, body.value)));
}

Result<BranchProtection> edit(Call& call, const RepositoryContext& place, Path<RulePath> path,
                              Body<EditBranchProtectionOption> body)
{
    return show(call, place, TRY(edit_branch_protection(call, place, path->name, body.value)));
}

Result<> remove(Call& call, const RepositoryContext& place, Path<RulePath> path)
{
    return delete_branch_protection(call, place, path->name);
}

Result<> set_priorities(Call& call, const RepositoryContext& place, Body<UpdateBranchProtectionPriories> body)
{
    order_branch_protections(call, place, body.value);
    return {};
}

// clang-format off
constexpr Operation branch_protection_operations[] = {
    {GET,    "/repos/{owner}/{repo}/branch_protections",          scope::repository, administers_repository,      handle<list>,           200, "repoListBranchProtection",           "List the rules for a repository's branches", {}, "BranchProtectionList"},
    {POST,   "/repos/{owner}/{repo}/branch_protections",          scope::repository, administers_live_repository, handle<create>,         201, "repoCreateBranchProtection",         "Make a rule for branches", {400, 422}},
    {POST,   "/repos/{owner}/{repo}/branch_protections/priority", scope::repository, administers_live_repository, handle<set_priorities>, 204, "repoUpdateBranchProtectionPriories", "Put the rules for branches into an order", {422}},
    {GET,    "/repos/{owner}/{repo}/branch_protections/{name*}",  scope::repository, administers_repository,      handle<get>,            200, "repoGetBranchProtection",            "Get a rule for branches"},
    {PATCH,  "/repos/{owner}/{repo}/branch_protections/{name*}",  scope::repository, administers_live_repository, handle<edit>,           200, "repoEditBranchProtection",           "Change a rule for branches", {422}},
    {DELETE, "/repos/{owner}/{repo}/branch_protections/{name*}",  scope::repository, administers_live_repository, handle<remove>,         204, "repoDeleteBranchProtection",         "Delete a rule for branches"},
};
// clang-format on
static_assert(well_formed(branch_protection_operations));

} // namespace

const Table branch_protection_table{"repository", branch_protection_operations};

} // namespace cairn::repositories
