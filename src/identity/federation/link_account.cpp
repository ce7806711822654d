// Whoever comes from a provider and has no account that is linked: makes one, or signs in to one and links it.
#include "accounts/guards.hpp"
#include "accounts/sources/newcomer.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "identity/federation/arrivals.hpp"
#include "identity/tables.hpp"
#include "pages/page.hpp"

namespace cairn::identity {

using namespace api;
using namespace pages;
using enum Method;
using accounts::Source;
using words::Phrase;

namespace {

const Notice identity_linked{"identity-linked", Phrase("From now on you can sign in that way, too.")};

struct NewAccountForm {
    std::string user_name;
    std::string email;
};
BOOST_DESCRIBE_STRUCT(NewAccountForm, (), (user_name, email))
constexpr auto notes(const NewAccountForm*)
{
    return std::array{Note{.member = "user_name", .required = true, .max_length = 40},
                      Note{.member = "email", .required = true, .max_length = 254}};
}

struct LinkView {
    std::string source;
    std::string name;    // there
    std::string account; // who is signed in here; empty: nobody
    bool may_make = false;
    Form<NewAccountForm> form;
    PageHead head{};
};
BOOST_DESCRIBE_STRUCT(LinkView, (), (source, name, account, may_make, form, head))

// Somebody who has come from a source that is still there, and from where.
struct Guest {
    Arrival arrival;
    Source source;
};

Result<void> check_has_arrived(Call& call)
{
    auto arrival = find_arrival(call);
    auto source = arrival ? accounts::find_source(call.db(), arrival->source_id) : std::nullopt;
    if (!source || !source->active) return elsewhere(Errc::see_other, "/user/login");
    call.load(Guest{.arrival = std::move(*arrival), .source = std::move(*source)});
    return {};
}
constexpr Guard has_arrived{.name = "comes from a provider", .loads = &tag<Guest>, .check = &check_has_arrived};

Result<LinkView> show(Call& call, const Guest& guest, Form<NewAccountForm> form)
{
    const auto& person = guest.arrival.person;
    form.begin_with({.user_name = accounts::account_name_of(person.name), .email = person.mail});
    return LinkView{.source = guest.source.name,
                    .name = person.name.empty() ? guest.arrival.subject : person.name,
                    .account = call.caller.anonymous() ? "" : call.caller.name,
                    .may_make = call.caller.anonymous() && guest.source.read().makes_accounts,
                    .form = std::move(form)};
}

// By whoever has signed in to the account, in this browser.
Result<Done> link(Call& call, const Guest& guest)
{
    if (call.caller.anonymous()) return done("/user/login?redirect_to=%2Fuser%2Flink_account");
    TRY(link_own_account(call, guest.source, guest.arrival));
    end_arrival(call);
    return done(guest.arrival.redirect_to, identity_linked);
}

// Which field a refusal is about: the checks that the use case makes, asked once more.
std::string_view refused_field(const Call& call, const NewAccountForm& form)
{
    if (!accounts::check_name(form.user_name)) return "user_name";
    if (!accounts::check_email(form.email)) return "email";
    return accounts::find_account(call.db(), form.user_name) ? "user_name" : "email";
}

Result<Raw> make(Call& call, const Guest& guest, Body<NewAccountForm> form)
{
    if (!call.caller.anonymous() || !guest.source.read().makes_accounts)
        return fail(Errc::forbidden, "no account is made that way");
    auto arrival = guest.arrival;
    // Another address than the one that the provider knows is nobody's until it is confirmed.
    if (!text::iequals(form->email, arrival.person.mail)) arrival.person.mail_confirmed = false;
    arrival.person.mail = text::trim(form->email);
    auto made = make_linked_account(call, guest.source, arrival, form->user_name);
    if (!made && made.error().code == Errc::unprocessable)
        return std::unexpected(about(refused_field(call, form.value), std::move(made).error()));
    end_arrival(call);
    if (!made) return std::unexpected(std::move(made).error());
    return let_in(call, guest.source, *made, arrival.redirect_to);
}

constexpr auto& link_page = shows<show, "identity/link_account">;

// clang-format off
constexpr Operation link_operations[] = {
    {GET,  "/user/link_account",     scope::none, has_arrived, link_page,             200, "siteLinkAccountPage", "Ask whose account somebody's from a provider is to be"},
    {POST, "/user/link_account",     scope::none, has_arrived, does<link, link_page>, 303, "siteLinkAccount",     "Link the own account to one at a provider"},
    {POST, "/user/link_account/new", scope::none, has_arrived, does<make, link_page>, 303, "siteMakeLinkedAccount", "Make an account for somebody from a provider"},
};
// clang-format on
static_assert(well_formed(link_operations));

} // namespace

const Table link_account_table{"site", link_operations, Door::site, refuse_page, listens::at_the_entrance};

} // namespace cairn::identity
