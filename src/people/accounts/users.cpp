// People as others and they themselves see them: one by name, and the caller.
#include "accounts/guards.hpp"
#include "accounts/tables.hpp"
#include "accounts/user.hpp"

namespace cairn::accounts {

using namespace api;
using enum Method;

namespace {

Result<User> get_current(Call& call, const Account& account)
{
    return show_user(account, call.caller, call.settings());
}

Result<User> get(Call& call, const Account& account) { return show_user(account, call.caller, call.settings()); }

// clang-format off
constexpr Operation operations[] = {
    {GET, "/user",             scope::user, oneself,    quick<get_current>, 200, "userGetCurrent", "Show the account that is signed in"},
    {GET, "/users/{username}", scope::user, reads_user, quick<get>,         200, "userGet",        "Show an account"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table user_table{"user", operations};

} // namespace cairn::accounts
