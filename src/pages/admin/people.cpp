// The people of the site, as administrators look through them, and the form for a new one.
#include <algorithm>

#include "accounts/guards.hpp"
#include "admin/person_access.hpp"
#include "admin/user_change.hpp"
#include "admin/user_search.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "pages/admin/person_guard.hpp"
#include "pages/admin/tables.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/avatar_address.hpp"

namespace cairn::pages {

using namespace api;
using accounts::administers_site;
using admin::CreateUserOption;
using enum Method;
using words::Phrase;

namespace {

const Notice person_created{"person-created", Phrase("The account is made.")};

struct AdminPeopleQuery : Paging {
    std::string q;
    std::string state;
    std::string sort;
};
BOOST_DESCRIBE_STRUCT(AdminPeopleQuery, (Paging), (q, state, sort))

struct AdminChoice {
    std::string value;
    std::string words;
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(AdminChoice, (), (value, words, chosen))

struct AdminPersonRow {
    accounts::ShownAccount account;
    std::string avatar;
    bool second_step = false;
};
BOOST_DESCRIBE_STRUCT(AdminPersonRow, (), (account, avatar, second_step))

struct AdminPeopleView {
    Navigation navigation;
    std::string q;
    std::vector<AdminChoice> states{};
    std::vector<AdminChoice> sorts{};
    bool filtered = false;
    std::vector<AdminPersonRow> people{};
    std::int64_t total = 0;
    Pager pager;
};
BOOST_DESCRIBE_STRUCT(AdminPeopleView, (), (navigation, q, states, sorts, filtered, people, total, pager))

struct AdminNewPersonView {
    Navigation navigation;
    std::string visibility;
    std::int64_t least = 0; // characters of a password
    bool mails = false;
    Form<CreateUserOption> form;
};
BOOST_DESCRIBE_STRUCT(AdminNewPersonView, (), (navigation, visibility, least, mails, form))

// What can be looked for: the member of the search, and what it has to be.
struct PeopleStateRow {
    std::string_view name;
    std::optional<bool> admin::SearchUsers::* member;
    bool wanted;
    Phrase words;
};
constexpr PeopleStateRow people_states[] = {
    {"active", &admin::SearchUsers::is_active, true, Phrase("Active")},
    {"inactive", &admin::SearchUsers::is_active, false, Phrase("Not active")},
    {"admin", &admin::SearchUsers::is_admin, true, Phrase("Administrators")},
    {"restricted", &admin::SearchUsers::is_restricted, true, Phrase("Restricted")},
    {"shut_out", &admin::SearchUsers::is_prohibit_login, true, Phrase("May not sign in")},
    {"second_step", &admin::SearchUsers::is_2fa_enabled, true, Phrase("With a second step")},
    {"no_second_step", &admin::SearchUsers::is_2fa_enabled, false, Phrase("Without a second step")},
};

struct PeopleSortRow {
    std::string_view name;
    admin::SortBy sort;
    std::string_view order;
    Phrase words;
};
constexpr PeopleSortRow people_sorts[] = {
    {"name", admin::SortBy::name, "asc", Phrase("Name")},
    {"newest", admin::SortBy::created, "desc", Phrase("Newest")},
    {"oldest", admin::SortBy::created, "asc", Phrase("Oldest")},
    {"updated", admin::SortBy::updated, "desc", Phrase("Changed last")},
};

admin::SearchUsers search_of(const AdminPeopleQuery& query)
{
    admin::SearchUsers wanted;
    static_cast<Paging&>(wanted) = query;
    wanted.q = query.q;
    for (const PeopleStateRow& row : people_states)
        if (row.name == query.state) wanted.*row.member = row.wanted;
    for (const PeopleSortRow& row : people_sorts)
        if (row.name == query.sort) {
            wanted.sort = row.sort;
            wanted.order = row.order;
        }
    return wanted;
}

template <class Rows> std::vector<AdminChoice> choices_of(const Call& call, const Rows& rows, std::string_view chosen)
{
    std::vector<AdminChoice> choices;
    for (const auto& row : rows)
        choices.push_back({std::string(row.name), language_of(call).say(row.words), row.name == chosen});
    return choices;
}

Result<AdminPeopleView> show(Call& call, Query<AdminPeopleQuery> query)
{
    auto found = TRY(admin::search_users(call, search_of(query.value)));
    std::vector<std::int64_t> ids;
    for (const auto& account : found.items) ids.push_back(account.id);
    const auto protected_ones = admin::with_second_step(call.db(), ids);
    AdminPeopleView view{.navigation = administration_navigation(call),
                         .q = query->q,
                         .states = choices_of(call, people_states, query->state),
                         .sorts = choices_of(call, people_sorts, query->sort),
                         .filtered = !query->q.empty() || !query->state.empty(),
                         .total = found.total,
                         .pager = pager(call, query.value, found.total)};
    for (auto& account : found.items) {
        const bool second_step = std::ranges::find(protected_ones, account.id) != protected_ones.end();
        auto avatar = avatar_address(account);
        view.people.push_back({std::move(account), std::move(avatar), second_step});
    }
    return view;
}

Result<AdminNewPersonView> show_new(Call& call, Form<CreateUserOption> form)
{
    const auto& settings = call.settings();
    form.begin_with({.must_change_password = true, .visibility = settings.service.default_user_visibility});
    return AdminNewPersonView{.navigation = administration_navigation(call),
                              .visibility = form.value("visibility"),
                              .least = settings.security.min_password_length,
                              .mails = settings.mailer.enabled,
                              .form = std::move(form)};
}

// Which field a refusal is about: the checks that the use case makes, asked once more.
std::string_view refused_field(const Call& call, const CreateUserOption& wanted)
{
    if (!accounts::check_password(call.settings(), wanted.password)) return "password";
    if (!accounts::check_name(wanted.username)) return "username";
    if (!accounts::check_email(wanted.email)) return "email";
    return accounts::find_account(call.db(), wanted.username) ? "username" : "email";
}

Result<Done> create(Call& call, Body<CreateUserOption> form)
{
    auto made = admin::create_user(call, form.value);
    if (!made) return std::unexpected(about(refused_field(call, form.value), std::move(made).error()));
    return done(admin_person_address(*made), person_created);
}

constexpr auto& list_page = shows<show, "admin/people", "adminSearchUsers adminCreateUser">;
constexpr auto& new_page = shows<show_new, "admin/new_person", "adminCreateUser">;

// clang-format off
constexpr Operation people_operations[] = {
    {GET,  "/-/admin/users",     scope::none, administers_site, list_page,              200, "siteAdminPeople",    "Show the people of the site"},
    {GET,  "/-/admin/users/new", scope::none, administers_site, new_page,               200, "siteAdminNewPerson", "Ask for what a new account needs"},
    {POST, "/-/admin/users/new", scope::none, administers_site, does<create, new_page>, 303, "siteAdminMakePerson", "Make an account"},
};
// clang-format on
static_assert(well_formed(people_operations));

} // namespace

const Table admin_people_table{"site", people_operations, Door::site, refuse_page};

} // namespace cairn::pages
