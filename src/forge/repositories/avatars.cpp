// The operations on the pictures of repositories.
#include "pictures/picture.hpp"
#include "repositories/avatar.hpp"
#include "repositories/guards.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;

namespace {

struct PicturePath {
    std::string hash;
};
BOOST_DESCRIBE_STRUCT(PicturePath, (), (hash))

Result<> update(Call& call, const RepositoryContext& place, Body<UpdateRepoAvatarOption> body)
{
    return set_avatar(call, place, body.value);
}

Result<> remove(Call& call, const RepositoryContext& place)
{
    remove_avatar(call, place);
    return {};
}

// Who knows the name of the picture was shown it; it says nothing of the repository.
Result<Raw> get(Call& call, Path<PicturePath> path)
{
    const std::string& hash = path->hash;
    auto bytes = read_picture(call.site.get<storage::Storage>(), hash);
    if (!bytes) return not_found("the picture");
    const auto header = pictures::read_header(*bytes);
    return Raw{.body = std::move(*bytes),
               .content_type = std::string(header ? pictures::media_type(header->format) : "application/octet-stream"),
               .headers = {{"Cache-Control", "private, max-age=31536000, immutable"},
                           {"ETag", "\"" + hash + "\""},
                           {"X-Content-Type-Options", "nosniff"},
                           {"Content-Security-Policy", "default-src 'none'; sandbox"}}};
}

// clang-format off
constexpr Operation avatar_operations[] = {
    {POST,   "/repos/{owner}/{repo}/avatar", scope::repository, administers_repository_at_once, handle<update>, 204, "repoUpdateAvatar", "Give a repository a picture", {400, 422}},
    {DELETE, "/repos/{owner}/{repo}/avatar", scope::repository, administers_repository_at_once, handle<remove>, 204, "repoDeleteAvatar", "Take a repository's picture away"},
};
constexpr Operation picture_operations[] = {
    {GET, "/repo-avatars/{hash}", scope::none, unguarded, handle<get>, 200, "siteRepoAvatar", "Give the picture of a repository"},
};
// clang-format on
static_assert(well_formed(avatar_operations));
static_assert(well_formed(picture_operations));

} // namespace

const Table avatar_table{"repository", avatar_operations};
const Table picture_table{"site", picture_operations, Door::site};

} // namespace cairn::repositories
