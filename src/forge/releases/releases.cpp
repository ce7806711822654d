// Releases: finding them.
#include "releases/release.hpp"

#include "api/plain_refusal.hpp"
#include "base/case_folding.hpp"
#include "contents/commit.hpp"
#include "contents/revision.hpp"
#include "db/composition.hpp"
#include "releases/tables.hpp"

namespace cairn::releases {

using namespace api;
using enum Method;
using db::bound;

namespace {

struct ListReleases : Paging {
    std::optional<bool> draft;
    std::optional<bool> pre_release;
    std::string tag_filter;
};
BOOST_DESCRIBE_STRUCT(ListReleases, (Paging), (draft, pre_release, tag_filter))
constexpr auto notes(const ListReleases*)
{
    return std::array{
        Note{"draft", "only drafts, or none; for those who may write releases"},
        Note{.member = "pre_release", .doc = "only pre-releases, or none", .alias = "pre-release"},
        Note{"tag_filter", "a part of the tag's name, with * for anything"},
    };
}

// For LIKE: what people write as * is the only thing that stands for others.
std::string like(std::string_view filter)
{
    std::string pattern = "%";
    for (const char c : fold_case(filter)) {
        if (c == '%' || c == '_' || c == '\\') pattern += '\\';
        pattern += c == '*' ? '%' : c;
    }
    return pattern + "%";
}

Result<Page<Release>> list(Call& call, const RepositoryContext& place, Query<ListReleases> query)
{
    db::Composition wanted("SELECT * FROM release WHERE NOT tag_only AND repository_id = ");
    wanted << bound(place.repository.id);
    if (!sees_drafts(call, place)) wanted << " AND NOT draft";
    if (query->draft) wanted << " AND draft = " << bound(*query->draft);
    if (query->pre_release) wanted << " AND prerelease = " << bound(*query->pre_release);
    if (!query->tag_filter.empty())
        wanted << " AND folded(tag_name) LIKE " << bound(like(query->tag_filter)) << " ESCAPE '\\'";
    wanted << " ORDER BY created_at DESC, id DESC";
    const auto found = call.db().page<StoredRelease>(query.value, wanted);
    return Page<Release>{.items = show_releases(call, place, found.items), .total = found.total};
}

Result<Release> get(Call& call, const RepositoryContext& place, Path<ReleasePath> path)
{
    const auto release = TRY(find_release(call.db(), place, path->id));
    if (release.draft && !sees_drafts(call, place)) return not_found("the release");
    return show_release(call, place, release);
}

// Here the account's rights count, and not how far the token's go: so clients know it.
Result<Release> get_by_tag(Call& call, const RepositoryContext& place, Path<ReleaseTagPath> path)
{
    const auto release = TRY(find_release_of(call.db(), place, path->tag));
    const bool writes = !call.caller.anonymous() && place.access.writes(access::Unit::releases);
    if (release.draft && !writes) return not_found("the release");
    return show_release(call, place, release);
}

Result<Release> get_latest(Call& call, const RepositoryContext& place)
{
    return show_release(call, place, TRY(find_latest_release(call.db(), place)));
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
constexpr Operation operations[] = {
    {GET, "/repos/{owner}/{repo}/releases",             scope::repository, reads_releases, handle<list>,       200, "repoListReleases",     "List the releases of a repository", {}, "ReleaseList"},
    {GET, "/repos/{owner}/{repo}/releases/latest",      scope::repository, reads_releases, handle<get_latest>, 200, "repoGetLatestRelease", "Get the newest release that is for everybody"},
    {GET, "/repos/{owner}/{repo}/releases/{id}",        scope::repository, reads_releases, handle<get>,        200, "repoGetRelease",       "Get a release"},
    {GET, "/repos/{owner}/{repo}/releases/tags/{tag*}", scope::repository, reads_releases, handle<get_by_tag>, 200, "repoGetReleaseByTag",  "Get the release of a tag"},
};
constexpr Operation site_operations[] = {
    {GET, "/{owner}/{repo}/releases/latest", scope::repository, reads_releases, handle<lead_to_latest>, 302, "siteLatestRelease", "Lead to the newest release that is for everybody"},
};
// clang-format on
static_assert(well_formed(operations));
static_assert(well_formed(site_operations));

} // namespace

const Table release_table{"repository", operations};
const Table latest_table{"site", site_operations, Door::site, &refuse_in_words, listens::to_tools_and_pages};

} // namespace cairn::releases
