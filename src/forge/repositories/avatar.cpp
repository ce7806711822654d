#include "repositories/avatar.hpp"

#include <algorithm>

#include "accounts/profile/avatar.hpp"
#include "crypto/digest.hpp"
#include "db/database.hpp"
#include "storage/storage.hpp"

namespace cairn::repositories {

using namespace api;

namespace {

constexpr std::size_t hash_length = 32;

void set(const Site& site, const StoredRepository& repository, const std::string& hash)
{
    site.db.write(
        [&](db::Transaction& tx) { tx.run("UPDATE repository SET avatar = $2 WHERE id = $1", repository.id, hash); });
    if (repository.avatar != hash) forget_avatar(site.get<storage::Storage>(), repository);
}

} // namespace

std::string stored_picture(std::string_view hash)
{
    return "repo-avatars/" + std::string(hash.substr(0, 2)) + "/" + std::string(hash);
}

Result<void> set_avatar(const Call& call, const RepositoryContext& place, const UpdateRepoAvatarOption& wanted)
{
    const auto bytes = TRY(accounts::accept_picture(wanted.image));
    set(call.site, place.repository, keep_picture(call.site.get<storage::Storage>(), place.repository.id, bytes));
    return {};
}

void remove_avatar(const Call& call, const RepositoryContext& place) { set(call.site, place.repository, {}); }

std::optional<std::string> read_picture(storage::Storage& storage, std::string_view hash)
{
    if (hash.size() != hash_length
        || !std::ranges::all_of(hash, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }))
        return std::nullopt;
    return storage.read(stored_picture(hash));
}

std::string keep_picture(storage::Storage& storage, std::int64_t repository_id, std::string_view bytes)
{
    // Another picture has another name, so that whoever has kept the old one asks again.
    auto hash = crypto::sha256_hex(std::to_string(repository_id) + ":" + std::string(bytes)).substr(0, hash_length);
    storage.put(stored_picture(hash), bytes);
    return hash;
}

void copy_avatar(const Site& site, const StoredRepository& from, StoredRepository& to)
{
    if (from.avatar.empty()) return;
    const auto bytes = site.get<storage::Storage>().read(stored_picture(from.avatar));
    if (!bytes) return;
    const auto hash = keep_picture(site.get<storage::Storage>(), to.id, *bytes);
    set(site, to, hash);
    to.avatar = hash;
}

void forget_avatar(storage::Storage& storage, const StoredRepository& repository)
{
    if (!repository.avatar.empty()) storage.remove(stored_picture(repository.avatar));
}

} // namespace cairn::repositories
