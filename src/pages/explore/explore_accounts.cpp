// Looking around among the people and the organizations of the site, and following them.
#include "accounts/guards.hpp"
#include "accounts/profile/follow.hpp"
#include "accounts/user_search.hpp"
#include "api/view.hpp"
#include "organizations/affiliation.hpp"
#include "pages/explore/explore_tabs.hpp"
#include "pages/explore/shown_account.hpp"
#include "pages/explore/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/return_address.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::Account;
using accounts::AccountKind;

namespace {

struct AccountsQuery : Paging {
    std::string q;
    std::string sort;
};
BOOST_DESCRIBE_STRUCT(AccountsQuery, (Paging), (q, sort))
constexpr auto notes(const AccountsQuery*)
{
    return std::array{Note{"q", "a piece of the name or the full name"}, Note{"sort", "name, newest or oldest"}};
}

struct AccountsView {
    PageHead head{};
    std::vector<ShownEntry> tabs{};
    bool organizations = false;
    std::string q{};
    std::string sort{}; // name, newest or oldest
    std::vector<ShownPerson> accounts{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(AccountsView, (), (head, tabs, organizations, q, sort, accounts, pager))

std::string sort_of(std::string_view sort) { return sort == "newest" || sort == "oldest" ? std::string(sort) : "name"; }

PageHead head_of(const AccountsQuery& query)
{
    PageHead head;
    if (!query.q.empty()) head.values.emplace("q", query.q);
    return head;
}

Result<AccountsView> show_people(Call& call, Query<AccountsQuery> query)
{
    accounts::SearchUsers wanted;
    wanted.q = query->q;
    wanted.page = query->page;
    wanted.limit = query->limit;
    const auto order = query->sort == "newest" ? accounts::UserOrder::newest
        : query->sort == "oldest"              ? accounts::UserOrder::oldest
                                               : accounts::UserOrder::name;
    const auto found = accounts::search_users(call, wanted, order).people;
    return AccountsView{.head = head_of(query.value),
                        .tabs = explore_tabs(call, ExploreTab::people),
                        .q = query->q,
                        .sort = sort_of(query->sort),
                        .accounts = show_account_rows(call, found.items, AccountKind::individual),
                        .pager = pager(call, query.value, found.total)};
}

Result<AccountsView> show_organizations(Call& call, Query<AccountsQuery> query)
{
    using organizations::DirectoryOrder;
    const auto order = query->sort == "newest" ? DirectoryOrder::newest
        : query->sort == "oldest"              ? DirectoryOrder::oldest
                                               : DirectoryOrder::name;
    const auto found = organizations::search_directory(call, query.value, query->q, order);
    return AccountsView{.head = head_of(query.value),
                        .tabs = explore_tabs(call, ExploreTab::organizations),
                        .organizations = true,
                        .q = query->q,
                        .sort = sort_of(query->sort),
                        .accounts = show_account_rows(call, found.items, AccountKind::organization),
                        .pager = pager(call, query.value, found.total)};
}

// Back to the page that has the button.
Done back(const Call& call, const ReturnQuery& form)
{
    return done(safe_redirect(call.settings(), form.redirect_to, "/explore/users"));
}

Result<Done> begin(Call& call, const Account& self, Path<accounts::UserPath>, Body<ReturnQuery> form)
{
    TRY(accounts::follow(call, self, TRY(accounts::account_at(call, "username"))));
    return back(call, form.value);
}

Result<Done> end(Call& call, const Account& self, Path<accounts::UserPath>, Body<ReturnQuery> form)
{
    TRY(accounts::unfollow(call, self, TRY(accounts::account_at(call, "username"))));
    return back(call, form.value);
}

// clang-format off
constexpr Operation accounts_operations[] = {
    {GET,  "/explore/users",           scope::none, accounts::anyone,  shows<show_people, "explore/accounts", "userSearch">,       200, "siteExplorePeople",        "Look around among people"},
    {GET,  "/explore/organizations",   scope::none, accounts::anyone,  shows<show_organizations, "explore/accounts", "orgGetAll">, 200, "siteExploreOrganizations", "Look around among organizations"},
    {POST, "/{username}/-/follow",     scope::none, accounts::oneself, does<begin>,                                              303, "siteFollow",               "Follow an account"},
    {POST, "/{username}/-/unfollow",   scope::none, accounts::oneself, does<end>,                                                303, "siteUnfollow",             "No longer follow an account"},
};
// clang-format on
static_assert(well_formed(accounts_operations));

} // namespace

const Table explore_accounts_table{"site", accounts_operations, Door::site, refuse_page};

} // namespace cairn::pages
