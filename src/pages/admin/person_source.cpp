// Where a person signs in: here, or at a source, as administrators choose it.
#include "accounts/sources/source_change.hpp"
#include "admin/user_change.hpp"
#include "db/database.hpp"
#include "pages/admin/person_guard.hpp"
#include "pages/admin/tables.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using accounts::Account;
using admin::MoveUserOption;
using enum Method;
using words::Phrase;

namespace {

const Notice person_moved{"person-moved", Phrase("The account is changed. Who is signed in stays so.")};

struct SourceChoice {
    std::int64_t id = 0;
    std::string name;
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(SourceChoice, (), (id, name, chosen))

struct PersonSourceView {
    PageHead head{};
    Navigation navigation;
    accounts::ShownAccount account;
    std::vector<SourceChoice> sources{};
    bool has_password = false; // here
    Form<MoveUserOption> form;
};
BOOST_DESCRIBE_STRUCT(PersonSourceView, (), (head, navigation, account, sources, has_password, form))

Result<PersonSourceView> show(Call& call, const Account& account, Form<MoveUserOption> form)
{
    form.begin_with({.source_id = account.login_source, .login_name = account.login_name});
    std::vector<SourceChoice> sources;
    for (auto& source : accounts::list_sources(call.db())) {
        const bool chosen = form.value("source_id") == std::to_string(source.id);
        sources.push_back({.id = source.id, .name = std::move(source.name), .chosen = chosen});
    }
    return PersonSourceView{.head = {.values = {{"username", account.name}}},
                            .navigation = administration_navigation(call),
                            .account = account,
                            .sources = std::move(sources),
                            .has_password = !account.password.empty(),
                            .form = std::move(form)};
}

Result<Done> move(Call& call, const Account& account, Body<MoveUserOption> form)
{
    TRY(admin::move_user(call, account, form.value));
    return done(admin_person_address(account), person_moved);
}

constexpr auto& source_page = shows<show, "admin/person_source", "adminEditUser">;
constexpr auto& by_id = administers_person_by_id;

// clang-format off
constexpr Operation person_source_operations[] = {
    {GET,  "/-/admin/users/{id}/source", scope::none, by_id, source_page,             200, "siteAdminPersonSource", "Ask where somebody signs in"},
    {POST, "/-/admin/users/{id}/source", scope::none, by_id, does<move, source_page>, 303, "siteAdminPersonMoved",  "Choose where somebody signs in"},
};
// clang-format on
static_assert(well_formed(person_source_operations));

} // namespace

const Table admin_person_source_table{"site", person_source_operations, Door::site, refuse_page};

} // namespace cairn::pages
