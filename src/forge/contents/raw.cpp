// Files as they are, for programs under /api/v1 and for people under the repository's own address.
#include "api/plain_refusal.hpp"
#include "base/blocking_guard.hpp"
#include "contents/entry.hpp"
#include "contents/media_type.hpp"
#include "contents/pointer.hpp"
#include "contents/raw_file.hpp"
#include "contents/ref_path.hpp"
#include "contents/tables.hpp"
#include "db/database.hpp"
#include "lfs/object.hpp"

namespace cairn::contents {

using namespace api;
using repositories::reads_code;
using repositories::RepositoryContext;
using enum Method;

namespace {

struct RawPath {
    std::string filepath;
};
BOOST_DESCRIBE_STRUCT(RawPath, (), (filepath))
constexpr auto notes(const RawPath*)
{
    return std::array{Note{"filepath", "the path of the file; a branch, a tag or a commit may stand before it"}};
}

// What is asked for where a file of git is only a pointer to a large file that is kept beside it.
enum class Pointers : std::uint8_t { as_they_are, followed };

// The large file, if the blob points to one that the repository has; else the blob.
RawBlob follow_pointer(const Call& call, const RepositoryContext& place, RawBlob blob)
{
    const auto* text = std::get_if<std::string>(&blob.body);
    const auto pointer = text != nullptr ? read_pointer(*text) : std::nullopt;
    if (pointer) before_blocking();
    const auto object = pointer ? lfs::find_object(call.db(), place.repository.id, pointer->oid) : std::nullopt;
    if (!object) return blob;
    const auto beginning = lfs::read_object(call.site, *object, {.offset = 0, .length = enough_to_tell});
    auto body = lfs::open_object(call.site, *object);
    if (!beginning || !body) return blob;
    return {std::move(*body), shown_type(*beginning), object->oid};
}

Result<Raw> serve(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                  const RevisionAndPath& at, Pointers pointers)
{
    const auto path = clean_path(at.path);
    if (!path) return fail(Errc::bad_request, "no file is kept under .git");
    EntryView view(call, place, repository, at.revision);
    const auto entry = TRY(view.find(*path));
    if (entry.kind() != git::Kind::blob) return not_found(*path);
    auto blob = TRY(open_raw(call, repository, entry.id));
    if (pointers == Pointers::followed) blob = follow_pointer(call, place, std::move(blob));
    return raw_answer(std::move(blob), entry);
}

template <Pointers pointers>
Result<Raw> get(Call& call, const RepositoryContext& place, Path<RawPath> path, Query<AtRef> query)
{
    const auto repository = TRY(open_repository(call, place));
    return serve(call, place, *repository, TRY(split_path(*repository, place, query->ref, path->filepath)), pointers);
}

// Under the repository's own address the kind of the ref is told, and nothing else will do.
template <RefKind kind, Pointers pointers>
Result<Raw> get_at(Call& call, const RepositoryContext& place, Path<RawPath> path)
{
    const auto repository = TRY(open_repository(call, place));
    return serve(call, place, *repository, TRY(split_path_at(*repository, place, kind, path->filepath)), pointers);
}

// clang-format off
constexpr Operation raw_operations[] = {
    {GET, "/repos/{owner}/{repo}/raw/{filepath*}",   scope::repository, reads_code, quick<get<Pointers::as_they_are>>, 200, "repoGetRawFile",      "Give a file as it is", {400}},
    {GET, "/repos/{owner}/{repo}/media/{filepath*}", scope::repository, reads_code, quick<get<Pointers::followed>>,    200, "repoGetRawFileOrLFS", "Give a file as it is, or what its pointer leads to", {400}},
};
constexpr Operation site_operations[] = {
    {GET, "/{owner}/{repo}/raw/branch/{filepath*}",   scope::repository, reads_code, handle<get_at<RefKind::branch, Pointers::as_they_are>>,       200, "siteRawBranch",   "Give a file of a branch"},
    {GET, "/{owner}/{repo}/raw/tag/{filepath*}",      scope::repository, reads_code, handle<get_at<RefKind::tag, Pointers::as_they_are>>,          200, "siteRawTag",      "Give a file of a tag"},
    {GET, "/{owner}/{repo}/raw/commit/{filepath*}",   scope::repository, reads_code, handle<get_at<RefKind::commit, Pointers::as_they_are>>,       200, "siteRawCommit",   "Give a file of a commit"},
    {GET, "/{owner}/{repo}/media/branch/{filepath*}", scope::repository, reads_code, handle<get_at<RefKind::branch, Pointers::followed>>,          200, "siteMediaBranch", "Give a file of a branch, or what its pointer leads to"},
    {GET, "/{owner}/{repo}/media/tag/{filepath*}",    scope::repository, reads_code, handle<get_at<RefKind::tag, Pointers::followed>>,             200, "siteMediaTag",    "Give a file of a tag, or what its pointer leads to"},
    {GET, "/{owner}/{repo}/media/commit/{filepath*}", scope::repository, reads_code, handle<get_at<RefKind::commit, Pointers::followed>>,          200, "siteMediaCommit", "Give a file of a commit, or what its pointer leads to"},
};
// clang-format on
static_assert(well_formed(raw_operations));
static_assert(well_formed(site_operations));

} // namespace

const Table raw_table{"repository", raw_operations};
const Table raw_site_table{"site", site_operations, Door::site, &refuse_in_words, listens::to_tools_and_pages};

} // namespace cairn::contents
