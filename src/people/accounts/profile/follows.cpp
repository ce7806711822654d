// /users/{username}/followers, /user/following and their like: the operations on who follows whom.
#include "accounts/guards.hpp"
#include "accounts/profile/follow.hpp"
#include "accounts/tables.hpp"
#include "accounts/user.hpp"
#include "api/view.hpp"

namespace cairn::accounts {

using namespace api;
using enum Method;

namespace {

struct TargetPath {
    std::string target;
};
BOOST_DESCRIBE_STRUCT(TargetPath, (), (target))
constexpr auto notes(const TargetPath*) { return std::array{Note{"target", "the name of the other account"}}; }

struct ListUsers : Paging { };
BOOST_DESCRIBE_STRUCT(ListUsers, (Paging), ())

Result<Page<User>> list_followers(const View& view, const Account& account, Query<ListUsers> query)
{
    return show_users(followers_of(view, account, query.value), view.caller, view.settings());
}

Result<Page<User>> list_following(const View& view, const Account& account, Query<ListUsers> query)
{
    return show_users(followed_by(view, account, query.value), view.caller, view.settings());
}

Result<> check_following(Call& call, const Account& account, Path<TargetPath>)
{
    return check_follows(call, account, TRY(account_at(call, "target")));
}

Result<> check_own(Call& call, const Account& self, Path<UserPath>)
{
    return check_self_follows(call, self, TRY(account_at(call, "username")));
}

Result<> put_own(Call& call, const Account& self, Path<UserPath>)
{
    return follow(call, self, TRY(account_at(call, "username")));
}

Result<> delete_own(Call& call, const Account& self, Path<UserPath>)
{
    return unfollow(call, self, TRY(account_at(call, "username")));
}

// clang-format off
constexpr Operation follow_operations[] = {
    {GET,    "/users/{username}/followers",          scope::user, reads_user_signed_in, cached<list_followers>,   200, "userListFollowers",         "List who follows an account", {}, "UserList"},
    {GET,    "/users/{username}/following",          scope::user, reads_user_signed_in, cached<list_following>,   200, "userListFollowing",         "List whom an account follows", {}, "UserList"},
    {GET,    "/users/{username}/following/{target}", scope::user, reads_user_signed_in, handle<check_following>,  204, "userCheckFollowing",        "Ask whether an account follows another"},
    {GET,    "/user/followers",                      scope::user, oneself,              cached<list_followers>,   200, "userCurrentListFollowers",  "List who follows you", {}, "UserList"},
    {GET,    "/user/following",                      scope::user, oneself,              cached<list_following>,   200, "userCurrentListFollowing",  "List whom you follow", {}, "UserList"},
    {GET,    "/user/following/{username}",           scope::user, oneself,              handle<check_own>,        204, "userCurrentCheckFollowing", "Ask whether you follow an account", {404}},
    {PUT,    "/user/following/{username}",           scope::user, oneself,              handle<put_own>,          204, "userCurrentPutFollow",      "Follow an account", {403, 404}},
    {DELETE, "/user/following/{username}",           scope::user, oneself,              handle<delete_own>,       204, "userCurrentDeleteFollow",   "No longer follow an account", {404}},
};
// clang-format on
static_assert(well_formed(follow_operations));

} // namespace

const Table follow_table{"user", follow_operations};

} // namespace cairn::accounts
