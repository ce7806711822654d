// /repos/{owner}/{repo}/hooks/{id}/tests: trying a hook out.
#include "webhooks/tables.hpp"
#include "webhooks/trial.hpp"

namespace cairn::webhooks {

using namespace api;
using enum Method;
using repositories::administers_repository;
using repositories::RepositoryContext;

namespace {

Result<> test(Call& call, const RepositoryContext& place, Path<HookPath> path, Query<TestHook> query)
{
    return try_hook(call, place, path->id, query.value);
}

// clang-format off
constexpr Operation test_operations[] = {
    {POST, "/repos/{owner}/{repo}/hooks/{id}/tests", scope::repository, administers_repository, handle<test>, 204, "repoTestHook", "Try a hook out"},
};
// clang-format on
static_assert(well_formed(test_operations));

} // namespace

const Table test_table{"repository", test_operations};

} // namespace cairn::webhooks
