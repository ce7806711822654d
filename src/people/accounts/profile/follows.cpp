#include "accounts/profile/follows.hpp"

#include "accounts/guards.hpp"
#include "accounts/profile/blocks.hpp"
#include "accounts/tables.hpp"
#include "accounts/user.hpp"
#include "accounts/visibility.hpp"
#include "api/view.hpp"
#include "db/database.hpp"

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

constexpr auto followers_of =
    "SELECT a.* FROM follow l JOIN account a ON a.id = l.account_id WHERE l.followed_id = $5 AND " + visible_sql
    + " ORDER BY l.id";
constexpr auto followed_by =
    "SELECT a.* FROM follow l JOIN account a ON a.id = l.followed_id WHERE l.account_id = $5 AND " + visible_sql
    + " ORDER BY l.id";

Page<User> list(const View& view, db::Sql sql, const Paging& paging, const Account& account)
{
    const auto viewer = Viewer::of(view.caller);
    return show_users(view.db().page<ShownAccount>(paging, sql, viewer.id, viewer.admin, viewer.restricted,
                                                   viewer.public_only, account.id),
                      view.caller, view.settings());
}

Result<Page<User>> list_followers(const View& view, const Account& account, Query<ListUsers> query)
{
    return list(view, followers_of.text, query.value, account);
}

Result<Page<User>> list_following(const View& view, const Account& account, Query<ListUsers> query)
{
    return list(view, followed_by.text, query.value, account);
}

bool follows(const Call& call, const Account& who, const Account& whom)
{
    return call.db().scalar<bool>(
        "SELECT EXISTS (SELECT 1 FROM follow WHERE account_id = $1 AND followed_id = $2) AS value", who.id, whom.id);
}

std::unexpected<Error> does_not_follow(const Account& who, const Account& whom)
{
    return fail(Errc::not_found, who.name + " does not follow " + whom.name);
}

Result<> check_following(Call& call, const Account& account, Path<TargetPath>)
{
    const auto whom = TRY(account_at(call, "target"));
    if (!may_see(call.db(), Viewer::of(call.caller), whom)) return not_found("the account");
    if (!follows(call, account, whom)) return does_not_follow(account, whom);
    return {};
}

Result<> check_own(Call& call, const Account& self, Path<UserPath>)
{
    const auto whom = TRY(account_at(call, "username"));
    // Whoever has hidden since is still known to those who follow them.
    if (follows(call, self, whom)) return {};
    if (!may_see(call.db(), Viewer::of(call.caller), whom)) return not_found("the account");
    return does_not_follow(self, whom);
}

Result<> put_own(Call& call, const Account& self, Path<UserPath>)
{
    const auto whom = TRY(account_at(call, "username"));
    if (!may_see(call.db(), Viewer::of(call.caller), whom)) return not_found("the account");
    return call.db().write([&](db::Transaction& tx) { return follow(tx, self.id, whom.id); });
}

Result<> delete_own(Call& call, const Account& self, Path<UserPath>)
{
    const auto whom = TRY(account_at(call, "username"));
    if (!follows(call, self, whom) && !may_see(call.db(), Viewer::of(call.caller), whom))
        return not_found("the account");
    call.db().write([&](db::Transaction& tx) { unfollow(tx, self.id, whom.id); });
    return {};
}

// clang-format off
constexpr Operation operations[] = {
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
static_assert(well_formed(operations));

} // namespace

const Table follow_table{"user", operations};

Result<void> follow(db::Transaction& tx, std::int64_t account_id, std::int64_t followed_id)
{
    if (account_id == followed_id) return {};
    if (is_blocked_either_way(tx, account_id, followed_id))
        return fail(Errc::forbidden, "one of the two accounts has blocked the other");
    const auto made = tx.run("INSERT INTO follow (account_id, followed_id, created_at) VALUES ($1, $2, $3)"
                             " ON CONFLICT DO NOTHING",
                             account_id, followed_id, Time::now());
    if (made == 0) return {};
    tx.run("UPDATE account SET following_count = following_count + 1 WHERE id = $1", account_id);
    tx.run("UPDATE account SET followers_count = followers_count + 1 WHERE id = $1", followed_id);
    return {};
}

void unfollow(db::Transaction& tx, std::int64_t account_id, std::int64_t followed_id)
{
    if (tx.run("DELETE FROM follow WHERE account_id = $1 AND followed_id = $2", account_id, followed_id) == 0) return;
    tx.run("UPDATE account SET following_count = following_count - 1 WHERE id = $1", account_id);
    tx.run("UPDATE account SET followers_count = followers_count - 1 WHERE id = $1", followed_id);
}

void uncount_follows(db::Transaction& tx, std::int64_t account_id)
{
    tx.run("UPDATE account SET followers_count = followers_count - 1"
           " WHERE id IN (SELECT followed_id FROM follow WHERE account_id = $1)",
           account_id);
    tx.run("UPDATE account SET following_count = following_count - 1"
           " WHERE id IN (SELECT account_id FROM follow WHERE followed_id = $1)",
           account_id);
}

} // namespace cairn::accounts
