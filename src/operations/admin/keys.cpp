// SSH keys of people, as administrators register and delete them.
#include "accounts/guards.hpp"
#include "accounts/keys/public_key.hpp"
#include "admin/tables.hpp"

namespace cairn::admin {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

Result<PublicKey> create(Call& call, const Account& account, Body<CreateKeyOption> body)
{
    return show_key(call, TRY(register_key(call, account, body.value)), account);
}

// As if the named account did it: the key of another one is not within reach by a slip of the pen.
Result<> remove(Call& call, const Account& account, Path<KeyPath> path)
{
    return unregister_key(call, account, path->id);
}

// clang-format off
constexpr Operation key_operations[] = {
    {POST,   "/admin/users/{username}/keys",      scope::admin, administers_person, handle<create>, 201, "adminCreatePublicKey",     "Register an SSH key for somebody", {422}},
    {DELETE, "/admin/users/{username}/keys/{id}", scope::admin, administers_person, handle<remove>, 204, "adminDeleteUserPublicKey", "Delete somebody's SSH key"},
};
// clang-format on
static_assert(well_formed(key_operations));

} // namespace

const Table key_table{"admin", key_operations};

} // namespace cairn::admin
