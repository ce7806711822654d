// Acting as somebody else for a while, and the button that ends it, which each page has meanwhile (layouts/site.html).
#include "admin/acting.hpp"
#include "pages/admin/person_guard.hpp"
#include "pages/admin/tables.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using accounts::Account;
using enum Method;
using words::Phrase;

namespace {

const Notice acting_begun{"acting-begun", Phrase("You see the site as this person does.")};
const Notice acting_ended{"acting-ended", Phrase("You are yourself again.")};

struct AskToActView {
    Navigation navigation;
    accounts::ShownAccount account;
    bool may_act_as = false;
};
BOOST_DESCRIBE_STRUCT(AskToActView, (), (navigation, account, may_act_as))

Result<AskToActView> ask(Call& call, const Account& account)
{
    return AskToActView{.navigation = administration_navigation(call),
                        .account = account,
                        .may_act_as = admin::may_act_as(call.caller, account)};
}

Result<Done> begin(Call& call, const Account& account)
{
    call.reply_headers.emplace_back("Set-Cookie", TRY(admin::begin_acting(call, account)));
    return done("/", acting_begun);
}

Result<Done> end(Call& call, const Account& account)
{
    auto returned = TRY(admin::end_acting(call));
    call.reply_headers.emplace_back("Set-Cookie", std::move(returned.cookie));
    return done(admin_person_address(account), acting_ended);
}

// clang-format off
constexpr Operation acting_operations[] = {
    {GET,  "/-/admin/users/{id}/act", scope::none, administers_person_by_id, shows<ask, "admin/act_as">, 200, "siteActAs",      "Ask whether to act as somebody"},
    {POST, "/-/admin/users/{id}/act", scope::none, administers_person_by_id, does<begin>,                303, "siteActing",     "Act as somebody"},
    {POST, "/user/acting/end",        scope::none, accounts::signed_in,      does<end>,                  303, "siteActingEnds", "Act as oneself again"},
};
// clang-format on
static_assert(well_formed(acting_operations));

} // namespace

const Table acting_table{"site", acting_operations, Door::site, refuse_page};

} // namespace cairn::pages
