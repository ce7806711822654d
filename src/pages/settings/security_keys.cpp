// The pages on which security keys are added and removed.
#include "accounts/guards.hpp"
#include "accounts/sign_in/protection.hpp"
#include "base/text.hpp"
#include "pages/assets.hpp"
#include "pages/settings/recovery_codes.hpp"
#include "pages/settings/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

constexpr std::string_view overview = "/user/settings/security";

struct NewKeyPage {
    std::string name;
    std::string question; // for the script
    std::string script;
    std::string error;
    std::string query; // of the form's address: where to go when it is done
};
BOOST_DESCRIBE_STRUCT(NewKeyPage, (), (name, question, script, error, query))

struct NewKeyForm : KeyAnswer {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(NewKeyForm, (KeyAnswer), (name))
constexpr auto notes(const NewKeyForm*) { return std::array{Note{.member = "name", .max_length = 100}}; }

struct KeyPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(KeyPath, (), (id))

Raw ask(Call& call, const Account& account, const ReturnQuery& query, std::string name, std::string error)
{
    const auto redirect_to = safe_redirect(call.settings(), query.redirect_to);
    NewKeyPage content{.name = std::move(name),
                       .question = ask_for_key(call, account, call.caller.session_id),
                       .script = address_of(call.settings(), asset_address("security_key.js")),
                       .error = std::move(error),
                       .query = return_query(redirect_to)};
    return page(call,
                {.file = "security_key_new",
                 .title = "Add a security key",
                 .tab = overview,
                 .leads_to_application = leads_to_application(redirect_to)},
                content);
}

Result<Raw> show(Call& call, const Account& account, Query<ReturnQuery> query)
{
    return ask(call, account, query.value, "", "");
}

Result<Raw> add(Call& call, const Account& account, Query<ReturnQuery> query, Body<NewKeyForm> form)
{
    auto added = add_security_key(call, account, form->name, form.value);
    if (!added)
        return ask(call, account, query.value, std::string(text::trim(form->name)), sentence(added.error().message));
    const auto next = safe_redirect(call.settings(), query->redirect_to, overview);
    if (!added->recovery_codes.empty())
        return show_recovery_codes(call, {.codes = std::move(added->recovery_codes), .enrolled = true, .next = next});
    leave_notice(call, "security-key-added");
    return see_other(call, next);
}

Result<Raw> remove(Call& call, const Account& account, Path<KeyPath> path)
{
    TRY(remove_security_key(call, account, path->id));
    leave_notice(call, "security-key-removed");
    return see_other(call, overview);
}

// clang-format off
constexpr Operation security_key_operations[] = {
    {GET,  "/user/settings/security/keys/new",         scope::none, signed_in, handle<show>,   200, "siteNewSecurityKey",    "Ask for a new security key"},
    {POST, "/user/settings/security/keys/new",         scope::none, signed_in, handle<add>,    200, "siteAddSecurityKey",    "Add a security key"},
    {POST, "/user/settings/security/keys/{id}/delete", scope::none, signed_in, handle<remove>, 303, "siteRemoveSecurityKey", "Remove a security key"},
};
// clang-format on
static_assert(well_formed(security_key_operations));

} // namespace

const Table security_key_table{"site", security_key_operations, Door::site, refuse_page,
                               listens::where_protection_is_set_up};

} // namespace cairn::pages
