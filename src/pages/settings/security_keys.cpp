// The pages on which security keys are added and removed.
#include "accounts/guards.hpp"
#include "accounts/sign_in/in_person.hpp"
#include "accounts/sign_in/protection.hpp"
#include "pages/return_address.hpp"
#include "pages/settings/recovery_codes.hpp"
#include "pages/settings/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;
using words::Phrase;

namespace {

constexpr std::string_view overview = "/user/settings/security";

const Notice security_key_added{"security-key-added", Phrase("The security key is added.")};
const Notice security_key_removed{"security-key-removed", Phrase("The security key is removed.")};

struct NewKeyForm : KeyAnswer {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(NewKeyForm, (KeyAnswer), (name))
constexpr auto notes(const NewKeyForm*) { return std::array{Note{.member = "name", .max_length = 100}}; }

struct KeyPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(KeyPath, (), (id))

struct NewKeyView {
    Navigation navigation;
    Form<NewKeyForm> form;
    std::string question; // for the script
    std::string query;    // of the form's address: where to go when it is done
    PageHead head;
};
BOOST_DESCRIBE_STRUCT(NewKeyView, (), (navigation, form, question, query, head))

Result<NewKeyView> show(Call& call, const Account& account, Query<ReturnQuery> query, Form<NewKeyForm> form)
{
    const auto redirect_to = safe_redirect(call.settings(), query->redirect_to);
    return NewKeyView{.navigation = settings_navigation(call, overview),
                      .form = std::move(form),
                      .question = ask_for_key(call, account, call.caller.session_id),
                      .query = return_query(redirect_to),
                      .head = {.leads_to_application = leads_to_application(redirect_to)}};
}

Result<Raw> add(Call& call, const Account& account, Query<ReturnQuery> query, Body<NewKeyForm> form)
{
    auto added = TRY(add_security_key(call, account, form->name, form.value));
    const auto next = safe_redirect(call.settings(), query->redirect_to, overview);
    if (!added.recovery_codes.empty())
        return show_recovery_codes(call, {.codes = std::move(added.recovery_codes), .enrolled = true, .next = next});
    return answer_done(call, done(next, security_key_added));
}

Result<Done> remove(Call& call, const Account& account, Path<KeyPath> path)
{
    TRY(remove_security_key(call, account, path->id));
    return done(std::string(overview), security_key_removed);
}

constexpr auto& new_key_page = shows<show, "settings/security_key">;

// clang-format off
constexpr Operation security_key_operations[] = {
    {GET,  "/user/settings/security/keys/new",         scope::none, signed_in_person, new_key_page,            200, "siteNewSecurityKey",    "Ask for a new security key"},
    {POST, "/user/settings/security/keys/new",         scope::none, signed_in_person, does<add, new_key_page>, 200, "siteAddSecurityKey",    "Add a security key"},
    {POST, "/user/settings/security/keys/{id}/delete", scope::none, signed_in, does<remove>,            303, "siteRemoveSecurityKey", "Remove a security key"},
};
// clang-format on
static_assert(well_formed(security_key_operations));

} // namespace

const Table security_key_table{"site", security_key_operations, Door::site, refuse_page,
                               listens::where_protection_is_set_up};

} // namespace cairn::pages
