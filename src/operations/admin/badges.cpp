// /admin/users/{username}/badges: the operations on what people wear.
#include "accounts/guards.hpp"
#include "admin/badge.hpp"
#include "admin/tables.hpp"
#include "db/database.hpp"

namespace cairn::admin {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

Result<Unlinked<Badge>> list(Call& call, const Account& account)
{
    auto worn = badges_of(call.db(), account.id);
    const auto total = static_cast<std::int64_t>(worn.size());
    return Unlinked<Badge>{{std::move(worn), total}};
}

Result<> add(Call& call, const Account& account, Body<UserBadgeOption> body)
{
    return give_badges(call, account, body.value);
}

Result<> remove(Call& call, const Account& account, Body<UserBadgeOption> body)
{
    return take_badges(call, account, body.value);
}

// clang-format off
constexpr Operation badge_operations[] = {
    {GET,    "/admin/users/{username}/badges", scope::admin, administers_user, handle<list>,   200, "adminListUserBadges",   "List the badges of an account", {}, "BadgeList"},
    {POST,   "/admin/users/{username}/badges", scope::admin, administers_user, handle<add>,    204, "adminAddUserBadges",    "Give badges to an account", {422}},
    {DELETE, "/admin/users/{username}/badges", scope::admin, administers_user, handle<remove>, 204, "adminDeleteUserBadges", "Take badges from an account", {422}},
};
// clang-format on
static_assert(well_formed(badge_operations));

} // namespace

const Table badge_table{"admin", badge_operations};

} // namespace cairn::admin
