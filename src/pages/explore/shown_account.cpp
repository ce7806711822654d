#include "pages/explore/shown_account.hpp"

#include "accounts/profile/follow.hpp"
#include "accounts/shown_accounts.hpp"
#include "api/view.hpp"
#include "pages/places/avatar_address.hpp"

namespace cairn::pages {

std::vector<ShownPerson> show_account_rows(const api::Call& call, std::span<const accounts::ShownAccount> accounts,
                                           accounts::AccountKind kind)
{
    std::vector<std::int64_t> ids;
    for (const auto& account : accounts) ids.push_back(account.id);
    const auto followed = accounts::followed_among(call.db(), call.caller.id, ids);
    std::vector<ShownPerson> shown;
    for (const auto& account : accounts)
        shown.push_back({.name = account.name,
                         .full_name = account.full_name,
                         .avatar = avatar_address(account),
                         .description = account.description,
                         .location = account.location,
                         .organization = kind == accounts::AccountKind::organization,
                         .followers = account.followers_count,
                         .created_at = account.created_at,
                         .followed = followed.contains(account.id),
                         .can_follow = !call.caller.anonymous() && account.id > 0 && account.id != call.caller.id});
    return shown;
}

std::vector<ShownPerson> show_account_rows(const api::Call& call, std::span<const std::int64_t> ids,
                                           accounts::AccountKind kind)
{
    const accounts::ShownAccounts known(call.db(), std::vector(ids.begin(), ids.end()));
    std::vector<accounts::ShownAccount> rows;
    for (const auto id : ids)
        if (const auto* account = known.find(id)) rows.push_back(*account);
    return show_account_rows(call, rows, kind);
}

} // namespace cairn::pages
