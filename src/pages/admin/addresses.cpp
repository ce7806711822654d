// Every e-mail address of every person: confirmed by administrators where mail does not arrive, or made the primary
// one.
#include "accounts/guards.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "admin/email_search.hpp"
#include "admin/person_access.hpp"
#include "db/database.hpp"
#include "pages/admin/tables.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/return_address.hpp"

namespace cairn::pages {

using namespace api;
using accounts::administers_site;
using admin::SearchEmails;
using enum Method;
using words::Phrase;

namespace {

const Notice address_confirmed{"address-confirmed", Phrase("The address counts as confirmed.")};
const Notice address_unconfirmed{"address-unconfirmed", Phrase("The address counts as not confirmed.")};
const Notice address_primary{"address-primary", Phrase("The address is the primary one.")};

struct AdminAddressesView {
    PageHead head{};
    Navigation navigation;
    std::string q;
    std::vector<admin::ListedEmail> addresses{};
    Pager pager;
};
BOOST_DESCRIBE_STRUCT(AdminAddressesView, (), (head, navigation, q, addresses, pager))

struct AdminAddressPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(AdminAddressPath, (), (id))
constexpr auto notes(const AdminAddressPath*) { return std::array{Note{"id", "the id of the address"}}; }

Result<AdminAddressesView> show(Call& call, Query<SearchEmails> query)
{
    auto found = admin::listed_emails(call, query.value);
    AdminAddressesView view{.navigation = administration_navigation(call),
                            .q = query->q,
                            .addresses = std::move(found.items),
                            .pager = pager(call, query.value, found.total)};
    if (!query->q.empty()) view.head.values.emplace("q", query->q);
    return view;
}

// Back to the page that has the button: the list, or the person.
Done back(const Call& call, const ReturnQuery& form, const Notice& notice)
{
    return done(safe_redirect(call.settings(), form.redirect_to, "/-/admin/emails"), notice);
}

Result<Done> confirm(Call& call, Path<AdminAddressPath> path, Body<ReturnQuery> form)
{
    TRY(admin::set_verified(call, TRY(admin::owner_of_address(call.db(), path->id)), path->id, true));
    return back(call, form.value, address_confirmed);
}

Result<Done> unconfirm(Call& call, Path<AdminAddressPath> path, Body<ReturnQuery> form)
{
    TRY(admin::set_verified(call, TRY(admin::owner_of_address(call.db(), path->id)), path->id, false));
    return back(call, form.value, address_unconfirmed);
}

Result<Done> prefer(Call& call, Path<AdminAddressPath> path, Body<ReturnQuery> form)
{
    TRY(accounts::make_primary(call, TRY(admin::owner_of_address(call.db(), path->id)), path->id));
    return back(call, form.value, address_primary);
}

constexpr auto& list_page = shows<show, "admin/addresses", "adminGetAllEmails adminSearchEmails">;

// clang-format off
constexpr Operation address_operations[] = {
    {GET,  "/-/admin/emails",                scope::none, administers_site, list_page,       200, "siteAdminEmails",          "Show every e-mail address"},
    {POST, "/-/admin/emails/{id}/confirm",   scope::none, administers_site, does<confirm>,   303, "siteAdminEmailConfirmed",  "Say that an address is confirmed"},
    {POST, "/-/admin/emails/{id}/unconfirm", scope::none, administers_site, does<unconfirm>, 303, "siteAdminEmailDoubted",    "Say that an address is not confirmed"},
    {POST, "/-/admin/emails/{id}/primary",   scope::none, administers_site, does<prefer>,    303, "siteAdminEmailPrimary",    "Make an address the primary one"},
};
// clang-format on
static_assert(well_formed(address_operations));

} // namespace

const Table admin_addresses_table{"site", address_operations, Door::site, refuse_page};

} // namespace cairn::pages
