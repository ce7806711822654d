#include "accounts/profile/avatar.hpp"

#include <algorithm>
#include <mutex>

#include "base/encoding.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"
#include "pictures/picture.hpp"
#include "storage/storage.hpp"

namespace cairn::accounts {

namespace {

constexpr std::size_t most_bytes = 1024 * 1024;
constexpr std::size_t kept_bytes = 256 * 1024; // larger ones are cropped and scaled
constexpr unsigned most_pixels = 4096;         // in width and in height
constexpr unsigned usual_side = 256;           // of a drawing

// The sizes that there are smaller versions of, so that nobody can have one made for every number.
constexpr std::array<unsigned, 4> sides{64, 128, 256, 512};
constexpr unsigned largest_side = sides.back();

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

std::string smaller_picture(std::string_view hash, unsigned side)
{
    return stored_picture(hash) + "-" + std::to_string(side);
}

void forget(storage::Storage& storage, const std::string& hash)
{
    if (!is_hash(hash)) return;
    storage.remove(stored_picture(hash));
    for (const unsigned side : sides) storage.remove(smaller_picture(hash, side));
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
        if (auto smaller = storage.read(smaller_picture(hash, side))) return smaller;
    auto whole = storage.read(stored_picture(hash));
    if (!whole || side == 0) return whole;
    const auto header = pictures::read_header(*whole);
    if (!header || std::min(header->width, header->height) <= side) return whole;
    auto smaller = scaled(*whole, *header, side);
    if (!smaller) return whole;
    storage.put(smaller_picture(hash, side), *smaller);
    return smaller;
}

} // namespace

std::string stored_picture(std::string_view hash)
{
    return "avatars/" + std::string(hash.substr(0, 2)) + "/" + std::string(hash);
}

Result<Picture> find_picture(const api::Call& call, const std::string& name, std::int64_t size)
{
    if (!is_hash(name)) return not_found("the picture");
    const auto owner = call.db().first<PictureOwner>("SELECT has_own_avatar FROM account WHERE avatar = $1", name);
    if (!owner) return not_found("the picture");
    const unsigned side = side_for(size);
    Picture found{.bytes = {}, .type = "image/png", .version = name + "-" + std::to_string(side), .lasting = false};
    if (owner->has_own_avatar)
        if (auto bytes = uploaded(call.site.get<storage::Storage>(), name, side)) {
            const auto header = pictures::read_header(*bytes);
            found.type = header ? pictures::media_type(header->format) : "application/octet-stream";
            found.bytes = std::move(*bytes);
            found.lasting = true;
            return found;
        }
    found.bytes = pictures::to_png(pictures::identicon(name), side == 0 ? usual_side : side);
    return found;
}

Picture picture_of_nobody()
{
    static const std::string drawn = pictures::to_png(pictures::silhouette(), usual_side);
    return {.bytes = drawn, .type = "image/png", .version = "nobody", .lasting = false};
}

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
    storage.put(stored_picture(hash), bytes);
    return hash;
}

Result<void> set_avatar(const api::Call& call, const Account& account, std::string_view base64)
{
    const auto bytes = TRY(accept_picture(base64));
    const auto hash = keep_picture(call.site.get<storage::Storage>(), std::to_string(account.id), bytes);
    call.db().write([&](db::Transaction& tx) {
        tx.run("UPDATE account SET avatar = $2, has_own_avatar = TRUE, updated_at = $3 WHERE id = $1", account.id, hash,
               Time::now());
    });
    if (account.has_own_avatar && account.avatar != hash) forget(call.site.get<storage::Storage>(), account.avatar);
    return {};
}

void remove_avatar(const api::Call& call, const Account& account)
{
    if (!account.has_own_avatar) return;
    call.db().write([&](db::Transaction& tx) {
        tx.run("UPDATE account SET avatar = $2, has_own_avatar = FALSE, updated_at = $3 WHERE id = $1", account.id,
               crypto::random_hex(hash_length / 2), Time::now());
    });
    forget(call.site.get<storage::Storage>(), account.avatar);
}

void forget_avatar(storage::Storage& storage, const Account& account)
{
    if (account.has_own_avatar) forget(storage, account.avatar);
}

} // namespace cairn::accounts
