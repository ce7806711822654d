#include "accounts/user.hpp"

#include "base/text.hpp"
#include "config/settings.hpp"

namespace cairn::accounts {

namespace {

std::string placeholder_email(const ShownAccount& account, const config::Settings& settings)
{
    return std::to_string(account.id) + "+" + text::to_lower(account.name) + "@" + settings.service.no_reply_address;
}

User show(const ShownAccount& account, bool to_signed_in, bool insider, const config::Settings& settings)
{
    const bool hides_email = !to_signed_in || (account.keep_email_private && !insider);
    const std::string& root = settings.server.root_url;
    User user{
        .id = account.id,
        .login = account.name,
        .full_name = account.full_name,
        .email = hides_email ? placeholder_email(account, settings) : account.email,
        .avatar_url = root + (account.avatar.empty() ? "assets/img/avatar_default.png" : "avatars/" + account.avatar),
        .html_url = root + account.name,
        .created = account.created_at,
        .restricted = account.is_restricted,
        .location = account.location,
        .website = account.website,
        .description = account.description,
        .visibility = account.visibility,
        .followers_count = account.followers_count,
        .following_count = account.following_count,
        .starred_repos_count = account.starred_repos_count,
        .username = account.name,
    };
    if (insider) {
        user.login_name = account.login_name;
        user.source_id = account.login_source;
        user.language = account.language;
        user.is_admin = account.is_admin;
        user.last_login = account.last_login_at;
        user.active = account.is_active;
        user.prohibit_login = account.prohibit_login;
    }
    return user;
}

} // namespace

User show_user_plainly(const ShownAccount& account, bool to_signed_in, const config::Settings& settings)
{
    return show(account, to_signed_in, false, settings);
}

bool is_insider(std::int64_t account_id, const api::Caller& caller)
{
    // Nobody is behind an account without a row, so there is nothing more to tell of it.
    return account_id > 0 && (caller.admin || caller.id == account_id);
}

User show_user(const ShownAccount& account, const api::Caller& caller, const config::Settings& settings)
{
    return show(account, !caller.anonymous(), is_insider(account.id, caller), settings);
}

Page<User> show_users(const Page<ShownAccount>& found, const api::Caller& caller, const config::Settings& settings)
{
    Page<User> page{.items = {}, .total = found.total};
    page.items.reserve(found.items.size());
    for (const ShownAccount& account : found.items) page.items.push_back(show_user(account, caller, settings));
    return page;
}

} // namespace cairn::accounts

template <> const cairn::Type& cairn::type_of<cairn::accounts::User>() { return detail::type<cairn::accounts::User>; }
