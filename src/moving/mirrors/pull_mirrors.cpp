// A mirror of a repository elsewhere: asked for news, or made a repository of its own.
#include "mirrors/pull.hpp"
#include "mirrors/tables.hpp"
#include "repositories/show.hpp"

namespace cairn::mirrors {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

Result<> sync(Call& call, const RepositoryContext& place) { return sync_pull_mirror(call, place); }

Result<repositories::Repository> convert(Call& call, const RepositoryContext& place)
{
    return repositories::show_repository(call, TRY(convert_pull_mirror(call, place)), place.owner, place.access);
}

// clang-format off
constexpr Operation pull_mirror_operations[] = {
    {POST, "/repos/{owner}/{repo}/mirror-sync",    scope::repository, repositories::writes_live_code, handle<sync>,    200, "repoMirrorSync",    "Bring a mirror up to date", {400}},
    {POST, "/repos/{owner}/{repo}/mirror/convert", scope::repository, repositories::owns_repository,  handle<convert>, 200, "repoConvertMirror", "Make a repository of its own out of a mirror", {400}},
};
// clang-format on
static_assert(well_formed(pull_mirror_operations));

} // namespace

const Table pull_mirror_table{"repository", pull_mirror_operations};

} // namespace cairn::mirrors
