// Watches: who wants to hear of a repository.
#include "accounts/guards.hpp"
#include "accounts/profile/blocks.hpp"
#include "accounts/user.hpp"
#include "api/view.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "repositories/guards.hpp"
#include "repositories/listing.hpp"
#include "repositories/social/watch_info.hpp"
#include "repositories/social/watching.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::Account;
using accounts::User;
using db::bound;

namespace {

WatchInfo show(const Call& call, const RepositoryContext& place)
{
    const std::string address =
        call.settings().server.root_url + "api/v1/repos/" + place.owner.name + "/" + place.repository.name;
    return {.subscribed = true,
            .ignored = false,
            .reason = {},
            .created_at = place.repository.created_at,
            .url = address + "/subscription",
            .repository_url = address};
}

Page<Written<Repository>> list_watched(const View& view, const Account& account, const Paging& paging)
{
    db::Composition ids("SELECT r.id FROM watch w JOIN repository r ON r.id = w.repository_id"
                        " WHERE NOT w.ignored AND w.account_id = ");
    ids << bound(account.id);
    if (account.id != view.caller.id) ids << " AND r.audience = 0";
    ids << " AND ";
    access::add_sees(ids, access::Viewer::of(view.caller));
    ids << " ORDER BY w.id";
    return list_repositories(view, paging, ids, viewer_of(account));
}

Result<Page<Written<Repository>>> list_own(const View& view, const Account& account, Query<ListRepositories> query)
{
    return list_watched(view, account, query.value);
}

Result<Page<Written<Repository>>> list_of(const View& view, const Account& account, Query<ListRepositories> query)
{
    return list_watched(view, account, query.value);
}

Result<Unlinked<User>> list_subscribers(const View& view, const RepositoryContext& place, Query<ListRepositories> query)
{
    const auto found =
        view.db().page<accounts::ShownAccount>(query.value,
                                               "SELECT a.* FROM watch w JOIN account a ON a.id = w.account_id"
                                               " WHERE w.repository_id = $1 AND NOT w.ignored ORDER BY w.id",
                                               place.repository.id);
    return Unlinked<User>{accounts::show_users(found, view.caller, view.settings())};
}

Result<WatchInfo> check(Call& call, const RepositoryContext& place)
{
    if (!call.db().scalar<bool>("SELECT EXISTS (SELECT 1 FROM watch WHERE account_id = $1 AND repository_id = $2"
                                " AND NOT ignored) AS value",
                                call.caller.id, place.repository.id))
        return not_found("the subscription");
    return show(call, place);
}

Result<WatchInfo> begin(Call& call, const RepositoryContext& place)
{
    if (accounts::is_blocked(call.db(), place.owner.id, call.caller.id))
        return fail(Errc::forbidden, "the owner has blocked you");
    call.db().write([&](db::Transaction& tx) { watch(tx, call.caller.id, place.repository.id); });
    return show(call, place);
}

Result<> end(Call& call, const RepositoryContext& place)
{
    call.db().write([&](db::Transaction& tx) { unwatch(tx, call.caller.id, place.repository.id); });
    return {};
}

// clang-format off
constexpr Operation user_operations[] = {
    {GET, "/user/subscriptions",             scope::user, accounts::oneself,              cached<list_own>, 200, "userCurrentListSubscriptions", "List the repositories that you watch"},
    {GET, "/users/{username}/subscriptions", scope::user, accounts::reads_user_signed_in, cached<list_of>,  200, "userListSubscriptions",        "List the repositories that somebody watches"},
};
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/subscribers",  scope::repository, sees_repository,           cached<list_subscribers>, 200, "repoListSubscribers",           "List who watches a repository"},
    {GET,    "/repos/{owner}/{repo}/subscription", scope::repository, sees_repository_signed_in, handle<check>,            200, "userCurrentCheckSubscription",  "Check whether you watch a repository"},
    {PUT,    "/repos/{owner}/{repo}/subscription", scope::repository, sees_repository_signed_in, handle<begin>,            200, "userCurrentPutSubscription",    "Watch a repository", {403}},
    {DELETE, "/repos/{owner}/{repo}/subscription", scope::repository, sees_repository_signed_in, handle<end>,              204, "userCurrentDeleteSubscription", "Watch a repository no longer"},
};
// clang-format on
static_assert(well_formed(user_operations));
static_assert(well_formed(operations));

} // namespace

const Table watch_table{"user", user_operations};
const Table subscriber_table{"repository", operations};

} // namespace cairn::repositories
