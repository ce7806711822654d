// The tags of a repository.
#include <algorithm>
#include <tuple>

#include "base/text.hpp"
#include "contents/branch.hpp"
#include "contents/revision.hpp"
#include "db/database.hpp"
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

struct CreateTagOption {
    std::string tag_name;
    std::string message;
    std::string target;
};
BOOST_DESCRIBE_STRUCT(CreateTagOption, (), (tag_name, message, target))
constexpr auto notes(const CreateTagOption*)
{
    return std::array{Note{.member = "tag_name", .doc = "what it shall be called", .required = true},
                      Note{"message", "with one, the tag has an object of its own"},
                      Note{"target", "a branch, tag or commit; the default branch unless said otherwise"}};
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

Result<FoundTag> find_exactly(const git::Repository& repository, const std::string& name)
{
    const auto reference = TRY(git::find_reference(repository, std::string(git::tags) + name));
    return FoundTag{.name = name, .target = reference.target, .commit = reference.commit};
}

Result<Tag> get(Call& call, const RepositoryContext& place, Path<TagPath> path)
{
    const auto repository = TRY(contents::open_repository(call, place));
    return show(call, place, *repository, TRY(find_exactly(*repository, path->tag)));
}

bool has_release(const Call& call, const RepositoryContext& place, const std::string& tag)
{
    return call.db().scalar<bool>("SELECT EXISTS (SELECT 1 FROM release WHERE repository_id = $1"
                                  " AND lower_tag_name = $2 AND NOT tag_only) AS value",
                                  place.repository.id, text::to_lower(tag));
}

Result<Tag> create(Call& call, const RepositoryContext& place, Body<CreateTagOption> body)
{
    const auto repository = TRY(contents::open_repository(call, place));
    if (TRY(find_any_tag(*repository, body->tag_name)) || has_release(call, place, body->tag_name))
        return fail(Errc::conflict, "there is a tag of this name already");
    const auto made = TRY(
        make_tag(call, place, *repository, {.name = body->tag_name, .target = body->target, .message = body->message}));
    return show(call, place, *repository, made);
}

Result<> remove(Call& call, const RepositoryContext& place, Path<TagPath> path)
{
    const auto repository = TRY(contents::open_repository(call, place));
    const auto found = TRY(find_exactly(*repository, path->tag));
    if (has_release(call, place, path->tag)) return fail(Errc::conflict, "the tag has a release");
    TRY(check_tag(call, place, path->tag));
    return contents::update_and_record(
        call, place, *repository, {.name = std::string(git::tags) + path->tag, .before = found.target, .after = {}});
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/tags",        scope::repository, repositories::reads_code,       handle<list>,   200, "repoListTags",  "List the tags of a repository", {}, "TagList"},
    {POST,   "/repos/{owner}/{repo}/tags",        scope::repository, repositories::writes_live_code, handle<create>, 201, "repoCreateTag", "Make a tag", {409, 422}},
    {GET,    "/repos/{owner}/{repo}/tags/{tag*}", scope::repository, repositories::reads_code,       handle<get>,    200, "repoGetTag",    "Get a tag"},
    {DELETE, "/repos/{owner}/{repo}/tags/{tag*}", scope::repository, repositories::writes_live_code, handle<remove>, 204, "repoDeleteTag", "Delete a tag", {409, 422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table tag_table{"repository", operations};

} // namespace cairn::releases
