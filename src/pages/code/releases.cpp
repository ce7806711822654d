// The releases of a repository: the list, one of them, and deleting one.
#include "contents/revision.hpp"
#include "db/database.hpp"
#include "pages/code/commit_form.hpp"
#include "pages/code/shown_release.hpp"
#include "pages/code/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/repository_place.hpp"
#include "releases/change.hpp"
#include "releases/tag.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using releases::ReleaseTagPath;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice release_deleted{"release-deleted", Phrase("The release is deleted.")};
const Notice release_and_tag_deleted{"release-and-tag-deleted", Phrase("The release and its tag are deleted.")};

constexpr std::int64_t usual_count = 10; // on a page

struct ReleasesQuery : Paging { };
BOOST_DESCRIBE_STRUCT(ReleasesQuery, (Paging), ())

struct ReleasesView {
    RepositoryPlace place;
    std::vector<ShownRelease> releases{};
    Pager pager;
    bool may_change = false;
};
BOOST_DESCRIBE_STRUCT(ReleasesView, (), (place, releases, pager, may_change))

struct ReleaseView {
    PageHead head{};
    RepositoryPlace place;
    ShownRelease row;
    bool may_change = false;
};
BOOST_DESCRIBE_STRUCT(ReleaseView, (), (head, place, row, may_change))

struct TagQuery {
    std::string tag;
};
BOOST_DESCRIBE_STRUCT(TagQuery, (), (tag))
constexpr auto notes(const TagQuery*) { return std::array{Note{"tag", "the name of its tag"}}; }

struct DeleteReleaseForm {
    bool delete_tag = false;
};
BOOST_DESCRIBE_STRUCT(DeleteReleaseForm, (), (delete_tag))

struct DeleteReleaseView {
    PageHead head{};
    RepositoryPlace place;
    std::string tag;
    std::string title;
    std::int64_t files = 0;
    bool may_delete_tag = false;
    Form<DeleteReleaseForm> form;
};
BOOST_DESCRIBE_STRUCT(DeleteReleaseView, (), (head, place, tag, title, files, may_delete_tag, form))

Result<ReleasesView> show_list(Call& call, const RepositoryContext& place, Query<ReleasesQuery> query)
{
    auto paging = query.value;
    if (call.parameter("limit") == nullptr) paging.limit = usual_count;
    releases::ListReleases wanted;
    static_cast<Paging&>(wanted) = paging;
    const auto found = releases::releases_of(call, place, wanted);
    return ReleasesView{.place = repository_place(call, place, RepositoryTab::releases),
                        .releases = show_release_rows(call, place, found.items, true),
                        .pager = pager(call, paging, found.total),
                        .may_change = may_change_releases(call, place)};
}

// A tag without a release has no notes: what is there is shown.
Result<releases::StoredRelease> find_or_lead_on(const Call& call, const RepositoryContext& place,
                                                const std::string& tag)
{
    auto release = releases::seen_release_of(call, place, tag);
    if (release || !place.access.reads(access::Unit::code)) return release;
    const auto repository = TRY(contents::open_repository(call, place));
    if (const auto found = releases::find_tag(*repository, tag); !found) return release;
    return elsewhere(Errc::see_other, repository_address(place) + "/src/tag/" + contents::escape_path(tag));
}

Result<ReleaseView> show_one(Call& call, const RepositoryContext& place, Path<ReleaseTagPath> path)
{
    const auto release = TRY(find_or_lead_on(call, place, path->tag));
    return ReleaseView{.head = {.values = {{"id", std::to_string(release.id)}}},
                       .place = repository_place(call, place, RepositoryTab::releases),
                       .row = std::move(show_release_rows(call, place, {&release, 1}, false).front()),
                       .may_change = may_change_releases(call, place)};
}

Result<DeleteReleaseView> show_delete(Call& call, const RepositoryContext& place, Query<TagQuery> query,
                                      Form<DeleteReleaseForm> form)
{
    const auto release = TRY(releases::seen_release_of(call, place, query->tag));
    return DeleteReleaseView{.head = {.values = {{"tag", release.tag_name}, {"id", std::to_string(release.id)}}},
                             .place = repository_place(call, place, RepositoryTab::releases),
                             .tag = release.tag_name,
                             .title = release.title.empty() ? release.tag_name : release.title,
                             .files = static_cast<std::int64_t>(releases::assets_of(call, place, release).size()),
                             .may_delete_tag = releases::check_tag_of(call, place, release).has_value(),
                             .form = std::move(form)};
}

Result<Done> remove(Call& call, const RepositoryContext& place, Query<TagQuery> query, Body<DeleteReleaseForm> body)
{
    const auto release = TRY(releases::seen_release_of(call, place, query->tag));
    if (body->delete_tag) {
        TRY(releases::delete_release_and_tag(call, place, release));
        return done(releases_address(place), release_and_tag_deleted);
    }
    releases::delete_release(call, place, release);
    return done(releases_address(place), release_deleted);
}

constexpr auto& list_page = shows<show_list, "repository/releases", "repoListReleases repoCreateRelease">;
constexpr auto& one_page =
    shows<show_one, "repository/release", "repoGetReleaseByTag repoEditRelease repoDeleteRelease">;
constexpr auto& delete_page =
    shows<show_delete, "repository/delete_release", "repoGetReleaseByTag repoDeleteReleaseByTag">;

using releases::reads_releases;
using releases::writes_releases;

// clang-format off
constexpr Operation releases_operations[] = {
    {GET,  "/{owner}/{repo}/releases",            scope::none, reads_releases,  list_page,                 200, "siteReleases",       "Show the releases"},
    {GET,  "/{owner}/{repo}/releases/tag/{tag*}", scope::none, reads_releases,  one_page,                  200, "siteRelease",        "Show a release"},
    {GET,  "/{owner}/{repo}/releases/delete",     scope::none, writes_releases, delete_page,               200, "siteDeleteRelease",  "Ask whether to delete a release"},
    {POST, "/{owner}/{repo}/releases/delete",     scope::none, writes_releases, does<remove, delete_page>, 303, "siteReleaseDeleted", "Delete a release"},
};
// clang-format on
static_assert(well_formed(releases_operations));

} // namespace

const Table releases_table{"site", releases_operations, Door::site, refuse_page};

} // namespace cairn::pages
