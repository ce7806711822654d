// The operations on watches: who wants to hear of a repository.
#include "accounts/guards.hpp"
#include "config/settings.hpp"
#include "repositories/listing.hpp"
#include "repositories/social/watch_info.hpp"
#include "repositories/social/watching.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::Account;
using accounts::User;

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

Result<Page<Written<Repository>>> list_watched(const View& view, const Account& account, Query<ListRepositories> query)
{
    return list_repositories(view, watched_by(view, account, query.value), viewer_of(account));
}

Result<Unlinked<User>> list_subscribers(const View& view, const RepositoryContext& place, Query<ListRepositories> query)
{
    return Unlinked<User>{accounts::show_users(watchers(view, place, query.value), view.caller, view.settings())};
}

Result<WatchInfo> check(Call& call, const RepositoryContext& place)
{
    if (!is_watching(call.db(), call.caller.id, place.repository.id)) return not_found("the subscription");
    return show(call, place);
}

Result<WatchInfo> begin(Call& call, const RepositoryContext& place)
{
    TRY(watch(call, place));
    return show(call, place);
}

Result<> end(Call& call, const RepositoryContext& place)
{
    unwatch(call, place);
    return {};
}

// clang-format off
constexpr Operation user_operations[] = {
    {GET, "/user/subscriptions",             scope::user, accounts::oneself,              cached<list_watched>, 200, "userCurrentListSubscriptions", "List the repositories that you watch"},
    {GET, "/users/{username}/subscriptions", scope::user, accounts::reads_user_signed_in, cached<list_watched>, 200, "userListSubscriptions",        "List the repositories that somebody watches"},
};
constexpr Operation subscriber_operations[] = {
    {GET,    "/repos/{owner}/{repo}/subscribers",  scope::repository, sees_repository,           cached<list_subscribers>, 200, "repoListSubscribers",           "List who watches a repository"},
    {GET,    "/repos/{owner}/{repo}/subscription", scope::repository, sees_repository_signed_in, handle<check>,            200, "userCurrentCheckSubscription",  "Check whether you watch a repository"},
    {PUT,    "/repos/{owner}/{repo}/subscription", scope::repository, sees_repository_signed_in, handle<begin>,            200, "userCurrentPutSubscription",    "Watch a repository", {403}},
    {DELETE, "/repos/{owner}/{repo}/subscription", scope::repository, sees_repository_signed_in, handle<end>,              204, "userCurrentDeleteSubscription", "Watch a repository no longer"},
};
// clang-format on
static_assert(well_formed(user_operations));
static_assert(well_formed(subscriber_operations));

} // namespace

const Table watch_table{"user", user_operations};
const Table subscriber_table{"repository", subscriber_operations};

} // namespace cairn::repositories
