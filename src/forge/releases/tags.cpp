// The operations on the tags of a repository.
#include "contents/revision.hpp"
#include "releases/shown_tag.hpp"
#include "releases/tables.hpp"
#include "releases/tag.hpp"

namespace cairn::releases {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

struct TagPath {
    std::string tag;
};
BOOST_DESCRIBE_STRUCT(TagPath, (), (tag))
constexpr auto notes(const TagPath*) { return std::array{Note{"tag", "the name of the tag"}}; }

struct ListTags : Paging { };
BOOST_DESCRIBE_STRUCT(ListTags, (Paging), ())

Result<Unlinked<Tag>> list(Call& call, const RepositoryContext& place, Query<ListTags> query)
{
    return Unlinked<Tag>{TRY(tags_of(call, place, query.value))};
}

Result<Tag> get(Call& call, const RepositoryContext& place, Path<TagPath> path)
{
    const auto repository = TRY(contents::open_repository(call, place));
    return show_tag(call, place, *repository, TRY(find_tag(*repository, path->tag)));
}

Result<Tag> create(Call& call, const RepositoryContext& place, Body<CreateTagOption> body)
{
    const auto repository = TRY(contents::open_repository(call, place));
    return show_tag(call, place, *repository, TRY(create_tag(call, place, *repository, body.value)));
}

Result<> remove(Call& call, const RepositoryContext& place, Path<TagPath> path)
{
    return delete_tag(call, place, path->tag);
}

// clang-format off
constexpr Operation tag_operations[] = {
    {GET,    "/repos/{owner}/{repo}/tags",        scope::repository, repositories::reads_code,       handle<list>,   200, "repoListTags",  "List the tags of a repository", {}, "TagList"},
    {POST,   "/repos/{owner}/{repo}/tags",        scope::repository, repositories::writes_live_code, handle<create>, 201, "repoCreateTag", "Make a tag", {409, 422}},
    {GET,    "/repos/{owner}/{repo}/tags/{tag*}", scope::repository, repositories::reads_code,       handle<get>,    200, "repoGetTag",    "Get a tag"},
    {DELETE, "/repos/{owner}/{repo}/tags/{tag*}", scope::repository, repositories::writes_live_code, handle<remove>, 204, "repoDeleteTag", "Delete a tag", {409, 422}},
};
// clang-format on
static_assert(well_formed(tag_operations));

} // namespace

const Table tag_table{"repository", tag_operations};

} // namespace cairn::releases
