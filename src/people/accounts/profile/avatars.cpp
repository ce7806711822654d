// /user/avatar and /avatars/{hash}: the operations on pictures of accounts.
#include "accounts/guards.hpp"
#include "accounts/profile/avatar.hpp"
#include "accounts/tables.hpp"

namespace cairn::accounts {

using namespace api;
using enum Method;

namespace {

struct PicturePath {
    std::string hash;
};
BOOST_DESCRIBE_STRUCT(PicturePath, (), (hash))

struct PictureSize {
    std::int64_t size = 0;
};
BOOST_DESCRIBE_STRUCT(PictureSize, (), (size))

Raw show(Picture picture)
{
    const auto kept = picture.lasting ? "public, max-age=31536000, immutable" : "public, max-age=86400";
    // A picture that is really something else must not become a page of this site.
    return {.body = std::move(picture.bytes),
            .content_type = std::string(picture.type),
            .headers = {{"Cache-Control", kept},
                        {"ETag", "\"" + picture.version + "\""},
                        {"X-Content-Type-Options", "nosniff"},
                        {"Content-Security-Policy", "default-src 'none'; sandbox"}}};
}

Result<Raw> get(Call& call, Path<PicturePath> path, Query<PictureSize> query)
{
    return show(TRY(find_picture(call, path->hash, query->size)));
}

Result<Raw> get_default(Call&) { return show(picture_of_nobody()); }

Result<> update(Call& call, const Account& self, Body<UpdateUserAvatarOption> body)
{
    return set_avatar(call, self, body->image);
}

Result<> remove(Call& call, const Account& self)
{
    remove_avatar(call, self);
    return {};
}

constexpr Scope own_avatar = scope::closed_to_public_only(scope::user);

// clang-format off
constexpr Operation avatar_operations[] = {
    {POST,   "/user/avatar", own_avatar, signed_in, handle<update>, 204, "userUpdateAvatar", "Give yourself a picture", {400, 422}},
    {DELETE, "/user/avatar", own_avatar, signed_in, handle<remove>, 204, "userDeleteAvatar", "Take your picture away"},
};
constexpr Operation picture_operations[] = {
    {GET, "/avatars/{hash}",                scope::none, unguarded, handle<get>,         200, "siteAvatar",        "Give the picture of an account"},
    {GET, "/assets/img/avatar_default.png", scope::none, unguarded, handle<get_default>, 200, "siteDefaultAvatar", "Give the picture of nobody"},
};
// clang-format on
static_assert(well_formed(avatar_operations));
static_assert(well_formed(picture_operations));

} // namespace

const Table avatar_table{"user", avatar_operations};
const Table picture_table{"site", picture_operations, Door::site};

} // namespace cairn::accounts
