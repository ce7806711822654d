// /admin/users: the operations on accounts of people.
#include "accounts/guards.hpp"
#include "accounts/user.hpp"
#include "admin/tables.hpp"
#include "admin/user_change.hpp"
#include "admin/user_search.hpp"
#include "base/text.hpp"

namespace cairn::admin {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

Result<Page<User>> search(Call& call, Query<SearchUsers> query)
{
    return show_users(TRY(search_users(call, query.value)), call.caller, call.settings());
}

Result<User> create(Call& call, Body<CreateUserOption> body)
{
    auto user = show_user(TRY(create_user(call, body.value)), call.caller, call.settings());
    user.email = text::to_lower(user.email); // here alone, as today's clients know it; it is kept as it was spelled
    return user;
}

Result<User> edit(Call& call, const Account& account, Body<EditUserOption> body)
{
    return show_user(TRY(edit_user(call, account, body.value)), call.caller, call.settings());
}

Result<> remove(Call& call, const Account& account, Query<DeleteUser> query)
{
    return delete_user(call, account, query.value);
}

Result<> rename(Call& call, const Account& account, Body<RenameUserOption> body)
{
    return rename_user(call, account, body.value);
}

// clang-format off
constexpr Operation user_operations[] = {
    {GET,    "/admin/users",                   scope::admin, administers_site,   handle<search>, 200, "adminSearchUsers", "Search all accounts", {422}, "UserList"},
    {POST,   "/admin/users",                   scope::admin, administers_site,   handle<create>, 201, "adminCreateUser",  "Make an account", {400, 422}},
    {PATCH,  "/admin/users/{username}",        scope::admin, administers_person, handle<edit>,   200, "adminEditUser",    "Change an account", {400, 422}},
    {DELETE, "/admin/users/{username}",        scope::admin, administers_user,   handle<remove>, 204, "adminDeleteUser",  "Delete an account", {422}},
    {POST,   "/admin/users/{username}/rename", scope::admin, administers_person, handle<rename>, 204, "adminRenameUser",  "Give an account another name", {422}},
};
// clang-format on
static_assert(well_formed(user_operations));

} // namespace

const Table user_table{"admin", user_operations};

} // namespace cairn::admin
