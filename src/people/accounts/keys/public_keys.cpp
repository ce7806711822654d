// The operations on SSH keys of people.
#include "accounts/guards.hpp"
#include "accounts/keys/public_key.hpp"
#include "accounts/tables.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

using namespace api;
using enum Method;

namespace {

struct ListKeys : Paging {
    std::string fingerprint;
};
BOOST_DESCRIBE_STRUCT(ListKeys, (Paging), (fingerprint))
constexpr auto notes(const ListKeys*)
{
    return std::array{Note{"fingerprint", "only the key with this fingerprint: SHA256: and unpadded Base64"}};
}

Page<PublicKey> show(const Call& call, const Page<StoredKey>& found, const Account& owner)
{
    Page<PublicKey> shown{.items = {}, .total = found.total};
    for (const StoredKey& key : found.items) shown.items.push_back(show_key(call, key, owner));
    return shown;
}

// Today's clients find the owner of a key by asking for its fingerprint here, so this looks at all accounts.
Result<Page<PublicKey>> find_anywhere(Call& call, const ListKeys& query)
{
    const auto found = call.db().page<StoredKey>(
        query, "SELECT * FROM public_key WHERE fingerprint = $1 AND account_id IS NOT NULL ORDER BY id",
        query.fingerprint);
    if (found.items.empty()) return Page<PublicKey>{.items = {}, .total = found.total};
    const auto owner = find_account(call.db(), found.items.front().account_id);
    if (!owner) return Page<PublicKey>{};
    return show(call, found, *owner);
}

Result<Page<PublicKey>> list_of(Call& call, const Account& account, Query<ListKeys> query)
{
    return show(
        call,
        query->fingerprint.empty()
            ? call.db().page<StoredKey>(query.value, "SELECT * FROM public_key WHERE account_id = $1 ORDER BY id",
                                        account.id)
            : call.db().page<StoredKey>(
                  query.value, "SELECT * FROM public_key WHERE account_id = $1 AND fingerprint = $2 ORDER BY id",
                  account.id, query->fingerprint),
        account);
}

Result<Page<PublicKey>> list_own(Call& call, const Account& account, Query<ListKeys> query)
{
    return query->fingerprint.empty() ? list_of(call, account, query) : find_anywhere(call, query.value);
}

Result<PublicKey> get(Call& call, const Account&, Path<KeyPath> path)
{
    const auto key =
        call.db().first<StoredKey>("SELECT * FROM public_key WHERE id = $1 AND account_id IS NOT NULL", path->id);
    const auto owner = key ? find_account(call.db(), key->account_id) : std::nullopt;
    if (!owner) return not_found("the key");
    return show_key(call, *key, *owner);
}

Result<PublicKey> create(Call& call, const Account& account, Body<CreateKeyOption> body)
{
    return register_key(call, account, body.value);
}

Result<> remove(Call& call, const Account& account, Path<KeyPath> path)
{
    return unregister_key(call, account, path->id);
}

constexpr Scope own = scope::closed_to_public_only(scope::user);

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/user/keys",             own,         signed_in,            handle<list_own>, 200, "userCurrentListKeys",  "List the own SSH keys, or find whose key has a fingerprint", {403}, "PublicKeyList"},
    {POST,   "/user/keys",             own,         signed_in,            handle<create>,   201, "userCurrentPostKey",   "Register an SSH key", {403, 422}},
    {GET,    "/user/keys/{id}",        own,         signed_in,            handle<get>,      200, "userCurrentGetKey",    "Show an SSH key", {403, 404}},
    {DELETE, "/user/keys/{id}",        own,         signed_in,            handle<remove>,   204, "userCurrentDeleteKey", "Delete an SSH key", {403, 404}},
    {GET,    "/users/{username}/keys", scope::user, reads_user_signed_in, handle<list_of>,  200, "userListKeys",         "List somebody's SSH keys", {}, "PublicKeyList"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table public_key_table{"user", operations};

} // namespace cairn::accounts
