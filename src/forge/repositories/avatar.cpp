#include "repositories/avatar.hpp"

#include <algorithm>

#include "accounts/profile/avatars.hpp"
#include "crypto/digest.hpp"
#include "db/database.hpp"
#include "pictures/picture.hpp"
#include "repositories/guards.hpp"
#include "repositories/tables.hpp"
#include "storage/storage.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;

namespace {

struct UpdateRepoAvatarOption {
    std::string image;
};
BOOST_DESCRIBE_STRUCT(UpdateRepoAvatarOption, (), (image))
constexpr auto notes(const UpdateRepoAvatarOption*)
{
    return std::array{Note{.member = "image", .doc = "the picture's bytes in base64", .required = true}};
}

struct PicturePath {
    std::string hash;
};
BOOST_DESCRIBE_STRUCT(PicturePath, (), (hash))

constexpr std::size_t hash_length = 32;

std::string stored_name(std::string_view hash)
{
    return "repo-avatars/" + std::string(hash.substr(0, 2)) + "/" + std::string(hash);
}

void set(const Site& site, const StoredRepository& repository, const std::string& hash)
{
    site.db.write(
        [&](db::Transaction& tx) { tx.run("UPDATE repository SET avatar = $2 WHERE id = $1", repository.id, hash); });
    if (repository.avatar != hash) forget_avatar(site.storage, repository);
}

Result<> update(Call& call, const RepositoryContext& place, Body<UpdateRepoAvatarOption> body)
{
    const auto bytes = TRY(accounts::accept_picture(body->image));
    set(call.site, place.repository, keep_picture(call.site.storage, place.repository.id, bytes));
    return {};
}

Result<> remove(Call& call, const RepositoryContext& place)
{
    set(call.site, place.repository, {});
    return {};
}

// Who knows the name of the picture was shown it; it says nothing of the repository.
Result<Raw> get(Call& call, Path<PicturePath> path)
{
    const std::string& hash = path->hash;
    if (hash.size() != hash_length
        || !std::ranges::all_of(hash, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }))
        return not_found("the picture");
    auto bytes = call.site.storage.read(stored_name(hash));
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
constexpr Operation operations[] = {
    {POST,   "/repos/{owner}/{repo}/avatar", scope::repository, administers_repository_at_once, handle<update>, 204, "repoUpdateAvatar", "Give a repository a picture", {400, 422}},
    {DELETE, "/repos/{owner}/{repo}/avatar", scope::repository, administers_repository_at_once, handle<remove>, 204, "repoDeleteAvatar", "Take a repository's picture away"},
};
constexpr Operation picture_operations[] = {
    {GET, "/repo-avatars/{hash}", scope::none, unguarded, handle<get>, 200, "siteRepoAvatar", "Give the picture of a repository"},
};
// clang-format on
static_assert(well_formed(operations));
static_assert(well_formed(picture_operations));

} // namespace

const Table avatar_table{"repository", operations};
const Table picture_table{"site", picture_operations, Door::site};

std::string keep_picture(storage::Storage& storage, std::int64_t repository_id, std::string_view bytes)
{
    // Another picture has another name, so that whoever has kept the old one asks again.
    auto hash = crypto::sha256_hex(std::to_string(repository_id) + ":" + std::string(bytes)).substr(0, hash_length);
    storage.put(stored_name(hash), bytes);
    return hash;
}

void copy_avatar(const Site& site, const StoredRepository& from, StoredRepository& to)
{
    if (from.avatar.empty()) return;
    const auto bytes = site.storage.read(stored_name(from.avatar));
    if (!bytes) return;
    const auto hash = keep_picture(site.storage, to.id, *bytes);
    set(site, to, hash);
    to.avatar = hash;
}

void forget_avatar(storage::Storage& storage, const StoredRepository& repository)
{
    if (!repository.avatar.empty()) storage.remove(stored_name(repository.avatar));
}

} // namespace cairn::repositories
