#include "accounts/written_users.hpp"

#include <algorithm>

#include "accounts/shown_accounts.hpp"
#include "api/operation.hpp"
#include "cache/fragment_cache.hpp"
#include "db/composition.hpp"

namespace cairn::accounts {

using cache::Fragment;
using cache::VersionedKey;

namespace {

struct AccountVersion {
    std::int64_t id = 0;
    std::int64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(AccountVersion, (), (id, version))

// All that makes a difference to what is shown of an account.
enum class Right : std::uint8_t { signed_in, insider, count };

// In the order of their ids.
std::vector<VersionedKey> read_keys(const api::View& view, std::span<const std::int64_t> ids)
{
    db::Composition query("SELECT a.id, a.version FROM account a WHERE a.id IN ");
    query << db::bound(std::vector(ids.begin(), ids.end()));
    std::vector<VersionedKey> keys;
    keys.reserve(ids.size());
    for (const auto& row : view.db().all<AccountVersion>(query))
        keys.push_back({.key = {.id = row.id,
                                .kind = cache::FragmentKind::user,
                                .rights = cache::RightSet()
                                              .set(Right::signed_in, !view.caller.anonymous())
                                              .set(Right::insider, is_insider(row.id, view.caller))},
                        .versions = {row.version}});
    // For PostgreSQL it would be a quarter of the work.
    std::ranges::sort(keys, {}, [](const VersionedKey& key) { return key.key.id; });
    return keys;
}

// What is read now may be newer than the versions that it is kept for. Then nobody asks for them any more.
void make(const api::View& view, std::span<const VersionedKey> keys, std::span<const std::size_t> wanted,
          std::span<Fragment> into)
{
    std::vector<std::int64_t> ids;
    for (const auto i : wanted) ids.push_back(keys[i].key.id);
    const ShownAccounts accounts(view.db(), std::move(ids));
    for (const auto i : wanted) {
        const auto* account = accounts.find(keys[i].key.id);
        if (account == nullptr) continue;
        const auto user = show_user(*account, view.caller, view.settings());
        into[i] = std::make_shared<const std::string>(api::to_json(type_of<User>(), &user));
    }
}

} // namespace

std::vector<Written<User>> write_users(const api::View& view, std::span<const std::int64_t> ids)
{
    if (ids.empty()) return {};
    const auto keys = read_keys(view, ids);
    const auto made = cache::fragments(
        view.db(), keys,
        [&](std::span<const std::size_t> wanted, std::span<Fragment> into) { make(view, keys, wanted, into); },
        [&] { return read_keys(view, ids); });
    return cache::fragments_of<User>(ids, keys, made);
}

} // namespace cairn::accounts
