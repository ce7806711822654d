// People as others and they themselves see them: one by name, the caller, and those who are searched for.
#include "accounts/guards.hpp"
#include "accounts/tables.hpp"
#include "accounts/user.hpp"
#include "accounts/user_search.hpp"
#include "accounts/written_users.hpp"

namespace cairn::accounts {

using namespace api;
using enum Method;

namespace {

struct UserSearchResults {
    bool ok = true;
    std::vector<Written<User>> data;
};
BOOST_DESCRIBE_STRUCT(UserSearchResults, (), (ok, data))
constexpr auto notes(const UserSearchResults*) { return std::array{Note{"", "The people that were found"}}; }

Result<User> get_current(Call& call, const Account& account)
{
    return show_user(account, call.caller, call.settings());
}

Result<User> get(Call& call, const Account& account) { return show_user(account, call.caller, call.settings()); }

Result<Counted<UserSearchResults>> search(const View& view, Query<SearchUsers> query)
{
    const auto found = search_users(view, query.value);
    if (found.virtual_account == nullptr)
        return Counted<UserSearchResults>{{.data = write_users(view, found.people.items)}, found.people.total};
    const auto shown = show_user(*found.virtual_account, view.caller, view.settings());
    Counted<UserSearchResults> results{{}, found.people.total};
    results.value.data.emplace_back().text = to_json(type_of<User>(), &shown);
    return results;
}

// clang-format off
constexpr Operation user_operations[] = {
    {GET, "/user",             scope::user, oneself,    quick<get_current>, 200, "userGetCurrent", "Show the account that is signed in"},
    {GET, "/users/search",     scope::user, anyone,     cached<search>,     200, "userSearch",     "Search people"},
    {GET, "/users/{username}", scope::user, reads_user, quick<get>,         200, "userGet",        "Show an account"},
};
// clang-format on
static_assert(well_formed(user_operations));

} // namespace

const Table user_table{"user", user_operations};

} // namespace cairn::accounts
