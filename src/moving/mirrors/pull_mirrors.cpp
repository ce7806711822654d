// A mirror of a repository elsewhere: asked for news, or made a repository of its own.
#include "config/settings.hpp"
#include "db/database.hpp"
#include "mirrors/pull.hpp"
#include "mirrors/tables.hpp"
#include "repositories/guards.hpp"
#include "repositories/show.hpp"

namespace cairn::mirrors {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

Result<void> check_is_mirror(const RepositoryContext& place)
{
    if (place.repository.mirror) return {};
    return fail(Errc::bad_request, "the repository is not a mirror");
}

Result<> sync(Call& call, const RepositoryContext& place)
{
    TRY(check_is_mirror(place));
    if (!call.settings().mirror.enabled) return fail(Errc::bad_request, "this site keeps no mirrors");
    call.db().write([&](db::Transaction& tx) { ask_for_pull(tx, place.repository.id); });
    return {};
}

Result<repositories::Repository> convert(Call& call, const RepositoryContext& place)
{
    TRY(check_is_mirror(place));
    call.db().write([&](db::Transaction& tx) { end_pull_mirror(tx, place.repository.id); });
    const auto repository = repositories::find_repository(call.db(), place.repository.id);
    if (!repository) return not_found("the repository");
    return repositories::show_repository(call, *repository, place.owner, place.access);
}

// clang-format off
constexpr Operation operations[] = {
    {POST, "/repos/{owner}/{repo}/mirror-sync",    scope::repository, repositories::writes_live_code, handle<sync>,    200, "repoMirrorSync",    "Bring a mirror up to date", {400}},
    {POST, "/repos/{owner}/{repo}/mirror/convert", scope::repository, repositories::owns_repository,  handle<convert>, 200, "repoConvertMirror", "Make a repository of its own out of a mirror", {400}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table pull_mirror_table{"repository", operations};

} // namespace cairn::mirrors
