#include "pages/profiles/person_profile.hpp"

#include "accounts/keys/public_key.hpp"
#include "accounts/profile/block.hpp"
#include "accounts/profile/follow.hpp"
#include "api/view.hpp"
#include "feeds/calendar.hpp"
#include "http/url.hpp"
#include "organizations/affiliation.hpp"
#include "pages/kit.hpp"
#include "repositories/social/pin.hpp"

namespace cairn::pages {

using accounts::Account;
using accounts::AccountKind;
using api::Call;

namespace {

constexpr std::int64_t deeds_of_overview = 8;
constexpr std::int64_t deeds_of_tab = 30;
constexpr std::int64_t organizations_shown = 30;
constexpr std::int64_t day_seconds = 24 * 3600;

std::string profile_address(const Account& account) { return "/" + http::encode_path_segment(account.name); }

void add_card(const Call& call, const Account& account, PersonProfile& shown)
{
    shown.bot = account.bot;
    shown.followers = account.followers_count;
    shown.following = account.following_count;
    if (account.id <= 0) return;
    if (!call.caller.anonymous() && !account.keep_email_private) shown.email = account.email;
    shown.keys = std::ssize(accounts::public_keys_of(call.db(), account.id));
    for (const auto& one :
         organizations::organizations_of(call, account, {.page = 1, .limit = organizations_shown}).items)
        shown.organizations.push_back(
            {.name = one.name, .avatar = one.avatar.empty() ? std::string() : "/avatars/" + one.avatar});
    if (call.caller.anonymous() || call.caller.id == account.id) return;
    shown.blocked = accounts::is_blocked(call.db(), call.caller.id, account.id);
    shown.can_block = !shown.blocked;
    shown.followed = !accounts::followed_among(call.db(), call.caller.id, {account.id}).empty();
    shown.can_follow = !accounts::is_blocked_either_way(call.db(), call.caller.id, account.id);
}

void add_deeds(const Call& call, const Account& account, std::int64_t before, std::int64_t limit, PersonProfile& shown)
{
    shown.quiet = feeds::hides_activity(call, account);
    if (shown.quiet) return;
    const auto recent = feeds::recent_deeds_of(call, account, before, limit);
    shown.deeds = show_deeds(call, recent.activities);
    shown.is_older = before > 0;
    if (recent.older_than != 0)
        shown.older = profile_address(account) + "?tab=activity&before=" + std::to_string(recent.older_than);
}

void add_days(const Call& call, const Account& account, std::int64_t before, PersonProfile& shown)
{
    add_deeds(call, account, before, deeds_of_tab, shown);
    std::int64_t day = -1;
    for (auto& deed : shown.deeds) {
        if (const auto of_deed = deed.at.seconds / day_seconds; shown.days.empty() || of_deed != day) {
            day = of_deed;
            shown.days.push_back({.title = language_of(call).day(deed.at)});
        }
        shown.days.back().deeds.push_back(std::move(deed));
    }
    shown.deeds.clear();
}

void add_overview(const Call& call, const Account& account, PersonProfile& shown)
{
    shown.readme = profile_readme(call, account);
    shown.pins = show_repository_rows(call, repositories::pinned_by(call, account));
    if (feeds::tells_when(call, account)) {
        const auto today = Time::now().seconds / day_seconds;
        shown.year =
            show_year(language_of(call), feeds::counted_days(call, account, first_day_of_year_to(today)), today);
    }
    add_deeds(call, account, 0, deeds_of_overview, shown);
}

void add_people(const Call& call, const Page<accounts::ShownAccount>& found, const ProfileQuery& query,
                PersonProfile& shown)
{
    shown.people = show_account_rows(call, found.items, AccountKind::individual);
    shown.pager = pager(call, query, found.total);
}

} // namespace

ProfileTab profile_tab(std::string_view name)
{
    for (const auto tab : {ProfileTab::repositories, ProfileTab::stars, ProfileTab::activity, ProfileTab::followers,
                           ProfileTab::following})
        if (word_of(tab) == name) return tab;
    return ProfileTab::overview;
}

std::string_view place_of(ProfileTab tab)
{
    switch (tab) {
    case ProfileTab::overview: return "/{}";
    case ProfileTab::repositories: return "/{}?tab=repositories";
    case ProfileTab::stars: return "/{}?tab=stars";
    case ProfileTab::activity: return "/{}?tab=activity";
    case ProfileTab::followers: return "/{}?tab=followers";
    case ProfileTab::following: return "/{}?tab=following";
    }
    std::unreachable();
}

PersonProfile person_profile(const Call& call, const Account& account, const ProfileQuery& query)
{
    PersonProfile shown{.tab = profile_tab(query.tab)};
    add_card(call, account, shown);
    const auto path = profile_address(account);
    switch (shown.tab) {
    case ProfileTab::overview: add_overview(call, account, shown); break;
    case ProfileTab::repositories:
        shown.list = owner_repositories(call, {.owner_id = account.id}, query, path, "repositories");
        break;
    case ProfileTab::stars:
        shown.list = owner_repositories(call, {.starred_by = account.id}, query, path, "stars");
        break;
    case ProfileTab::activity: add_days(call, account, query.before, shown); break;
    case ProfileTab::followers: add_people(call, accounts::followers_of(call, account, query), query, shown); break;
    case ProfileTab::following: add_people(call, accounts::followed_by(call, account, query), query, shown); break;
    }
    return shown;
}

} // namespace cairn::pages
