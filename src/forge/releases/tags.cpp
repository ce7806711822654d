// The operations on the tags of a repository.
#include <algorithm>

#include "contents/branch.hpp"
#include "contents/revision.hpp"
#include "git/objects/person_dates.hpp"
#include "http/url.hpp"
#include "releases/tables.hpp"
#include "releases/tag.hpp"

namespace cairn::releases {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

struct Tag {
    std::string name;
    std::string message;
    std::string id;
    contents::CommitMeta commit;
    std::string zipball_url;
    std::string tarball_url;
};
BOOST_DESCRIBE_STRUCT(Tag, (), (name, message, id, commit, zipball_url, tarball_url))
constexpr auto notes(const Tag*)
{
    return std::array{Note{"", "A tag, and the commit that it names"},
                      Note{"message", "of the tag or, if it has none, of the commit"},
                      Note{"id", "of the tag's object or, if it has none, of the commit"}};
}

struct TagPath {
    std::string tag;
};
BOOST_DESCRIBE_STRUCT(TagPath, (), (tag))
constexpr auto notes(const TagPath*) { return std::array{Note{"tag", "the name of the tag"}}; }

struct ListTags : Paging { };
BOOST_DESCRIBE_STRUCT(ListTags, (Paging), ())

Result<Tag> show(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                 const FoundTag& found)
{
    const contents::Addresses addresses(call.settings(), place);
    const auto name = http::encode_path_segment(found.name);
    const auto commit = TRY(git::read_commit(repository, found.commit));
    Tag shown{.name = found.name,
              .message = commit.message,
              .id = found.target.hex(),
              .commit = {.url = addresses.api + "/git/commits/" + found.target.hex(),
                         .sha = found.commit.hex(),
                         .created = git::written_date(commit.committer)},
              .zipball_url = addresses.web + "/archive/" + name + ".zip",
              .tarball_url = addresses.web + "/archive/" + name + ".tar.gz"};
    if (found.target == found.commit) return shown;
    auto tag = TRY(git::read_tag(repository, found.target));
    shown.message = std::move(tag.message);
    if (tag.tagger) shown.commit.created = git::written_date(*tag.tagger);
    return shown;
}

Result<Unlinked<Tag>> list(Call& call, const RepositoryContext& place, Query<ListTags> query)
{
    const auto repository = TRY(contents::open_repository(call, place));
    const auto all = TRY(dated_tags(*repository));
    const auto total = static_cast<std::int64_t>(all.size());
    Unlinked<Tag> shown{{.items = {}, .total = total}};
    for (auto i = std::min(query->offset(), total); i < std::min(query->offset() + query->limit, total); ++i)
        shown.page.items.push_back(TRY(show(call, place, *repository, all[static_cast<std::size_t>(i)].tag)));
    return shown;
}

Result<Tag> get(Call& call, const RepositoryContext& place, Path<TagPath> path)
{
    const auto repository = TRY(contents::open_repository(call, place));
    return show(call, place, *repository, TRY(find_tag(*repository, path->tag)));
}

Result<Tag> create(Call& call, const RepositoryContext& place, Body<CreateTagOption> body)
{
    const auto repository = TRY(contents::open_repository(call, place));
    return show(call, place, *repository, TRY(create_tag(call, place, *repository, body.value)));
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
