// The operations on SSH keys of people.
#include "accounts/guards.hpp"
#include "accounts/keys/public_key.hpp"
#include "accounts/tables.hpp"

namespace cairn::accounts {

using namespace api;
using enum Method;

namespace {

Result<Page<PublicKey>> list_of(Call& call, const Account& account, Query<ListKeys> query)
{
    const auto found = list_public_keys(call, account, query.value);
    Page<PublicKey> shown{.items = {}, .total = found.total};
    for (const StoredKey& key : found.items) shown.items.push_back(show_key(call, key, account));
    return shown;
}

// Today's clients find the owner of a key by asking for its fingerprint here, so this looks at all accounts.
Result<Page<PublicKey>> list_own(Call& call, const Account& account, Query<ListKeys> query)
{
    if (query->fingerprint.empty()) return list_of(call, account, query);
    const auto found = find_fingerprint(call, query.value);
    Page<PublicKey> shown{.items = {}, .total = found.total};
    for (const auto& [key, owner] : found.items) shown.items.push_back(show_key(call, key, owner));
    return shown;
}

Result<PublicKey> get(Call& call, const Account&, Path<KeyPath> path)
{
    const auto [key, owner] = TRY(find_public_key(call, path->id));
    return show_key(call, key, owner);
}

Result<PublicKey> create(Call& call, const Account& account, Body<CreateKeyOption> body)
{
    return show_key(call, TRY(register_key(call, account, body.value)), account);
}

Result<> remove(Call& call, const Account& account, Path<KeyPath> path)
{
    return unregister_key(call, account, path->id);
}

constexpr Scope own = scope::closed_to_public_only(scope::user);

// clang-format off
constexpr Operation public_key_operations[] = {
    {GET,    "/user/keys",             own,         signed_in,            handle<list_own>, 200, "userCurrentListKeys",  "List the own SSH keys, or find whose key has a fingerprint", {403}, "PublicKeyList"},
    {POST,   "/user/keys",             own,         signed_in,            handle<create>,   201, "userCurrentPostKey",   "Register an SSH key", {403, 422}},
    {GET,    "/user/keys/{id}",        own,         signed_in,            handle<get>,      200, "userCurrentGetKey",    "Show an SSH key", {403, 404}},
    {DELETE, "/user/keys/{id}",        own,         signed_in,            handle<remove>,   204, "userCurrentDeleteKey", "Delete an SSH key", {403, 404}},
    {GET,    "/users/{username}/keys", scope::user, reads_user_signed_in, handle<list_of>,  200, "userListKeys",         "List somebody's SSH keys", {}, "PublicKeyList"},
};
// clang-format on
static_assert(well_formed(public_key_operations));

} // namespace

const Table public_key_table{"user", public_key_operations};

} // namespace cairn::accounts
