// The operations on releases.
#include "api/plain_refusal.hpp"
#include "contents/commit.hpp"
#include "contents/revision.hpp"
#include "db/database.hpp"
#include "releases/change.hpp"
#include "releases/tables.hpp"

namespace cairn::releases {

using namespace api;
using enum Method;

namespace {

Result<Page<Release>> list(Call& call, const RepositoryContext& place, Query<ListReleases> query)
{
    const auto found = releases_of(call, place, query.value);
    return Page<Release>{.items = show_releases(call, place, found.items), .total = found.total};
}

Result<Release> get(Call& call, const RepositoryContext& place, Path<ReleasePath> path)
{
    return show_release(call, place, TRY(seen_release(call, place, path->id)));
}

Result<Release> get_by_tag(Call& call, const RepositoryContext& place, Path<ReleaseTagPath> path)
{
    return show_release(call, place, TRY(seen_release_of(call, place, path->tag)));
}

Result<Release> get_latest(Call& call, const RepositoryContext& place)
{
    return show_release(call, place, TRY(find_latest_release(call.db(), place)));
}

Result<Release> create(Call& call, const RepositoryContext& place, Body<CreateReleaseOption> body)
{
    return show_release(call, place, TRY(create_release(call, place, body.value)));
}

Result<Release> edit(Call& call, const RepositoryContext& place, Path<ReleasePath> path, Body<EditReleaseOption> body)
{
    return show_release(call, place, TRY(edit_release(call, place, path->id, body.value)));
}

Result<> remove(Call& call, const RepositoryContext& place, Path<ReleasePath> path)
{
    delete_release(call, place, TRY(find_release(call.db(), place, path->id)));
    return {};
}

Result<> remove_by_tag(Call& call, const RepositoryContext& place, Path<ReleaseTagPath> path)
{
    delete_release(call, place, TRY(find_release_of(call.db(), place, path->tag)));
    return {};
}

// For people and scripts that know no version: the page of the release's tag.
Result<Raw> lead_to_latest(Call& call, const RepositoryContext& place)
{
    const auto release = TRY(find_latest_release(call.db(), place));
    const contents::Addresses addresses(call.settings(), place);
    return Raw{.body = {},
               .content_type = {},
               .headers = {{"Location", addresses.web + "/releases/tag/" + contents::escape_path(release.tag_name)},
                           {"Cache-Control", "private, no-cache"}}};
}

// clang-format off
constexpr Operation release_operations[] = {
    {GET,    "/repos/{owner}/{repo}/releases",             scope::repository, reads_releases,  handle<list>,          200, "repoListReleases",       "List the releases of a repository", {}, "ReleaseList"},
    {GET,    "/repos/{owner}/{repo}/releases/latest",      scope::repository, reads_releases,  handle<get_latest>,    200, "repoGetLatestRelease",   "Get the newest release that is for everybody"},
    {GET,    "/repos/{owner}/{repo}/releases/{id}",        scope::repository, reads_releases,  handle<get>,           200, "repoGetRelease",         "Get a release"},
    {GET,    "/repos/{owner}/{repo}/releases/tags/{tag*}", scope::repository, reads_releases,  handle<get_by_tag>,    200, "repoGetReleaseByTag",    "Get the release of a tag"},
    {POST,   "/repos/{owner}/{repo}/releases",             scope::repository, writes_releases, handle<create>,        201, "repoCreateRelease",      "Make a release", {409, 422, 423}},
    {PATCH,  "/repos/{owner}/{repo}/releases/{id}",        scope::repository, writes_releases, handle<edit>,          200, "repoEditRelease",        "Change a release, or publish a draft", {409, 422, 423}},
    {DELETE, "/repos/{owner}/{repo}/releases/{id}",        scope::repository, writes_releases, handle<remove>,        204, "repoDeleteRelease",      "Delete a release and leave its tag", {422}},
    {DELETE, "/repos/{owner}/{repo}/releases/tags/{tag*}", scope::repository, writes_releases, handle<remove_by_tag>, 204, "repoDeleteReleaseByTag", "Delete the release of a tag and leave the tag", {422}},
};
constexpr Operation site_operations[] = {
    {GET, "/{owner}/{repo}/releases/latest", scope::repository, reads_releases, handle<lead_to_latest>, 302, "siteLatestRelease", "Lead to the newest release that is for everybody"},
};
// clang-format on
static_assert(well_formed(release_operations));
static_assert(well_formed(site_operations));

} // namespace

const Table release_table{"repository", release_operations};
const Table latest_table{"site", site_operations, Door::site, &refuse_in_words, listens::to_tools_and_pages};

} // namespace cairn::releases
