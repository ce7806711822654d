#include "accounts/profile/avatars.hpp"

#include <algorithm>
#include <mutex>

#include "accounts/guards.hpp"
#include "accounts/tables.hpp"
#include "base/encoding.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"
#include "pictures/picture.hpp"
#include "storage/storage.hpp"

namespace cairn::accounts {

using namespace api;
using enum Method;

namespace {

constexpr std::size_t most_bytes = 1024 * 1024;
constexpr std::size_t kept_bytes = 256 * 1024; // larger ones are cropped and scaled
constexpr unsigned most_pixels = 4096;         // in width and in height
constexpr unsigned usual_side = 256;           // of a drawing

// The sizes that there are smaller versions of, so that nobody can have one made for every number.
constexpr std::array<unsigned, 4> sides{64, 128, 256, 512};
constexpr unsigned largest_side = sides.back();

struct PicturePath {
    std::string hash;
};
BOOST_DESCRIBE_STRUCT(PicturePath, (), (hash))

struct PictureSize {
    std::int64_t size = 0;
};
BOOST_DESCRIBE_STRUCT(PictureSize, (), (size))

struct PictureOwner {
    bool has_own_avatar = false;
};
BOOST_DESCRIBE_STRUCT(PictureOwner, (), (has_own_avatar))

constexpr std::size_t hash_length = 32;

bool is_hash(std::string_view text)
{
    return text.size() == hash_length
        && std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::string stored_name(std::string_view hash)
{
    return "avatars/" + std::string(hash.substr(0, 2)) + "/" + std::string(hash);
}
std::string stored_name(std::string_view hash, unsigned side) { return stored_name(hash) + "-" + std::to_string(side); }

void forget(storage::Storage& storage, const std::string& hash)
{
    if (!is_hash(hash)) return;
    storage.remove(stored_name(hash));
    for (const unsigned side : sides) storage.remove(stored_name(hash, side));
}

// Decoding is the one thing here that takes memory and time, so it is done for one picture at a time.
std::mutex one_at_a_time;

std::optional<std::string> scaled(std::string_view bytes, const pictures::Header& header, unsigned side)
{
    const std::lock_guard lock(one_at_a_time);
    return pictures::scaled_square(bytes, header, side);
}

// What may be kept: a small picture as it came, once it has shown to be one, and of a large one its middle.
std::optional<std::string> kept_version(std::string bytes, const pictures::Header& header)
{
    if (bytes.size() > kept_bytes) return scaled(bytes, header, largest_side);
    const std::lock_guard lock(one_at_a_time);
    if (!pictures::is_decodable(bytes, header)) return {};
    return bytes;
}

// 0: as it is.
unsigned side_for(std::int64_t size)
{
    if (size <= 0) return 0;
    const auto fits = std::ranges::find_if(sides, [&](unsigned side) { return size <= side; });
    return fits == sides.end() ? largest_side : *fits;
}

// The uploaded picture in the smallest version that is large enough.
std::optional<std::string> uploaded(storage::Storage& storage, const std::string& hash, unsigned side)
{
    if (side != 0)
        if (auto smaller = storage.read(stored_name(hash, side))) return smaller;
    auto whole = storage.read(stored_name(hash));
    if (!whole || side == 0) return whole;
    const auto header = pictures::read_header(*whole);
    if (!header || std::min(header->width, header->height) <= side) return whole;
    auto smaller = scaled(*whole, *header, side);
    if (!smaller) return whole;
    storage.put(stored_name(hash, side), *smaller);
    return smaller;
}

Raw picture(std::string bytes, std::string_view type, const std::string& tag, bool forever)
{
    // A picture that is really something else must not become a page of this site.
    return {.body = std::move(bytes),
            .content_type = std::string(type),
            .headers = {{"Cache-Control", forever ? "public, max-age=31536000, immutable" : "public, max-age=86400"},
                        {"ETag", "\"" + tag + "\""},
                        {"X-Content-Type-Options", "nosniff"},
                        {"Content-Security-Policy", "default-src 'none'; sandbox"}}};
}

Result<Raw> get(Call& call, Path<PicturePath> path, Query<PictureSize> query)
{
    const std::string& hash = path->hash;
    if (!is_hash(hash)) return not_found("the picture");
    const auto owner = call.db().first<PictureOwner>("SELECT has_own_avatar FROM account WHERE avatar = $1", hash);
    if (!owner) return not_found("the picture");
    const unsigned side = side_for(query->size);
    const std::string tag = hash + "-" + std::to_string(side);
    if (owner->has_own_avatar)
        if (auto bytes = uploaded(call.site.storage, hash, side)) {
            const auto header = pictures::read_header(*bytes);
            const auto type = header ? pictures::media_type(header->format) : "application/octet-stream";
            return picture(std::move(*bytes), type, tag, true);
        }
    return picture(pictures::to_png(pictures::identicon(hash), side == 0 ? usual_side : side), "image/png", tag, false);
}

Result<Raw> get_default(Call&)
{
    static const std::string drawn = pictures::to_png(pictures::silhouette(), usual_side);
    return picture(drawn, "image/png", "nobody", false);
}

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
constexpr Operation operations[] = {
    {POST,   "/user/avatar", own_avatar, signed_in, handle<update>, 204, "userUpdateAvatar", "Give yourself a picture", {400, 422}},
    {DELETE, "/user/avatar", own_avatar, signed_in, handle<remove>, 204, "userDeleteAvatar", "Take your picture away"},
};
constexpr Operation picture_operations[] = {
    {GET, "/avatars/{hash}",                scope::none, unguarded, handle<get>,         200, "siteAvatar",        "Give the picture of an account"},
    {GET, "/assets/img/avatar_default.png", scope::none, unguarded, handle<get_default>, 200, "siteDefaultAvatar", "Give the picture of nobody"},
};
// clang-format on
static_assert(well_formed(operations));
static_assert(well_formed(picture_operations));

} // namespace

const Table avatar_table{"user", operations};
const Table picture_table{"site", picture_operations, Door::site};

Result<std::string> accept_picture(std::string_view base64)
{
    auto bytes = base64_decode(base64);
    if (!bytes) return fail(Errc::bad_request, "the image is not in base64");
    if (bytes->size() > most_bytes) return fail(Errc::unprocessable, "a picture has at most 1 MiB");
    const auto header = pictures::read_header(*bytes);
    if (!header) return fail(Errc::unprocessable, "this is no picture in PNG, JPEG, GIF or WebP");
    if (header->width > most_pixels || header->height > most_pixels)
        return fail(Errc::unprocessable, "a picture has at most 4096 by 4096 pixels");
    auto kept = kept_version(std::move(*bytes), *header);
    if (!kept) return fail(Errc::unprocessable, "the picture cannot be read");
    return std::move(*kept);
}

std::string keep_picture(storage::Storage& storage, std::string_view whose, std::string_view bytes)
{
    // Another picture has another name, so that whoever has kept the old one asks again.
    auto hash = crypto::sha256_hex(std::string(whose) + ":" + std::string(bytes)).substr(0, hash_length);
    storage.put(stored_name(hash), bytes);
    return hash;
}

Result<void> set_avatar(Call& call, const Account& account, std::string_view base64)
{
    const auto bytes = TRY(accept_picture(base64));
    const auto hash = keep_picture(call.site.storage, std::to_string(account.id), bytes);
    call.db().write([&](db::Transaction& tx) {
        tx.run("UPDATE account SET avatar = $2, has_own_avatar = TRUE, updated_at = $3 WHERE id = $1", account.id, hash,
               Time::now());
    });
    if (account.has_own_avatar && account.avatar != hash) forget(call.site.storage, account.avatar);
    return {};
}

void remove_avatar(Call& call, const Account& account)
{
    if (!account.has_own_avatar) return;
    call.db().write([&](db::Transaction& tx) {
        tx.run("UPDATE account SET avatar = $2, has_own_avatar = FALSE, updated_at = $3 WHERE id = $1", account.id,
               crypto::random_hex(hash_length / 2), Time::now());
    });
    forget(call.site.storage, account.avatar);
}

void forget_avatar(storage::Storage& storage, const Account& account)
{
    if (account.has_own_avatar) forget(storage, account.avatar);
}

} // namespace cairn::accounts
