// Passwords that were forgotten, and those that have to be changed before anything else.
#include "accounts/guards.hpp"
#include "accounts/sign_in/password_change.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "mail/outbox.hpp"
#include "pages/return_address.hpp"
#include "pages/said.hpp"
#include "pages/site/new_password.hpp"
#include "pages/site/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

struct ForgotPage {
    std::string query; // of the form's address: where to go when it is done
};
BOOST_DESCRIBE_STRUCT(ForgotPage, (), (query))

struct ForgotForm {
    std::string email;
};
BOOST_DESCRIBE_STRUCT(ForgotForm, (), (email))

struct RecoverPage : NewPasswordFields {
    std::string code;
    std::string name;
    std::string error;
};
BOOST_DESCRIBE_STRUCT(RecoverPage, (NewPasswordFields), (code, name, error))

struct ChangeForm {
    std::string password;
    std::string retype;
};
BOOST_DESCRIBE_STRUCT(ChangeForm, (), (password, retype))

struct ChangePage : NewPasswordFields {
    std::string error;
    std::string query; // of the form's address: where to go when it is done
};
BOOST_DESCRIBE_STRUCT(ChangePage, (NewPasswordFields), (error, query))

Raw no_mail(Call& call, const std::string& redirect_to)
{
    return say(call, "Forgotten password",
               {.words = "This site sends no mail. Ask an administrator to set a new password for you.",
                .link = "/user/login" + return_query(redirect_to),
                .link_label = "Back to sign in"});
}

Result<Raw> get_forgot(Call& call, Query<ReturnQuery> query)
{
    const auto redirect_to = safe_redirect(call.settings(), query->redirect_to);
    if (!call.site.get<mail::Outbox>().enabled()) return no_mail(call, redirect_to);
    return page(call, {.file = "forgot_password", .title = "Forgotten password"},
                ForgotPage{return_query(redirect_to)});
}

// The answer, and the time that it takes, do not tell whether anybody has that address.
Result<Raw> post_forgot(Call& call, Query<ReturnQuery> query, Body<ForgotForm> form)
{
    const auto redirect_to = safe_redirect(call.settings(), query->redirect_to);
    if (!call.site.get<mail::Outbox>().enabled()) return no_mail(call, redirect_to);
    send_recovery(call, std::string(text::trim(form->email)), redirect_to);
    return say(call, "Check your mail",
               {.words = "If an account uses that address, a mail with a link is on its way to it.",
                .link = "/user/login" + return_query(redirect_to),
                .link_label = "Back to sign in"});
}

Raw bad_link(Call& call)
{
    return say(call, "This link does not work",
               {.words = "It was used already, or it is too old.",
                .link = "/user/forgot_password",
                .link_label = "Get a new link"},
               404);
}

Raw recover_page(Call& call, RecoverPage content)
{
    content.least = call.settings().security.min_password_length;
    return page(call, {.file = "recover_account", .title = "Choose a new password", .status = 200}, content);
}

Result<Raw> get_recover(Call& call, Query<CodeField> query)
{
    const auto recovery = find_recovery(call, query->code);
    if (!recovery) return bad_link(call);
    RecoverPage content;
    content.code = query->code;
    content.name = recovery->account.name;
    return recover_page(call, content);
}

Result<Raw> post_recover(Call& call, Body<RecoverForm> form)
{
    const auto recovery = find_recovery(call, form->code);
    if (!recovery) return bad_link(call);
    const auto recovered = recover_account(call, *recovery, form.value);
    if (!recovered && recovered.error().code == Errc::not_found) return bad_link(call);
    if (!recovered) {
        RecoverPage content;
        content.code = form->code;
        content.name = recovery->account.name;
        content.error = sentence(recovered.error().message);
        return recover_page(call, content);
    }
    leave_notice(call, "password-reset");
    return see_other(call, "/user/login" + return_query(safe_redirect(call.settings(), recovery->code.redirect_to)));
}

Raw change_page(Call& call, const ReturnQuery& query, std::string error = {})
{
    const auto redirect_to = safe_redirect(call.settings(), query.redirect_to);
    ChangePage content;
    content.least = call.settings().security.min_password_length;
    content.error = std::move(error);
    content.query = return_query(redirect_to);
    return page(call,
                {.file = "change_password",
                 .title = "Change your password",
                 .status = 200,
                 .leads_to_application = leads_to_application(redirect_to)},
                content);
}

// There is nothing to change, any more.
Raw go_on(Call& call, const ReturnQuery& query)
{
    return see_other(call, safe_redirect(call.settings(), query.redirect_to, "/user/settings/account"));
}

Result<Raw> get_change(Call& call, const Account& account, Query<ReturnQuery> query)
{
    if (!account.must_change_password) return go_on(call, query.value);
    return change_page(call, query.value);
}

Result<Raw> post_change(Call& call, const Account& account, Query<ReturnQuery> query, Body<ChangeForm> form)
{
    if (!account.must_change_password) return go_on(call, query.value);
    auto cookie = replace_own_password(call, account, form->password, form->retype);
    if (!cookie && cookie.error().code == Errc::unavailable) return std::unexpected(cookie.error());
    if (!cookie) return change_page(call, query.value, sentence(cookie.error().message));
    call.reply_headers.emplace_back("Set-Cookie", std::move(*cookie));
    leave_notice(call, "password-changed");
    return see_other(call, safe_redirect(call.settings(), query->redirect_to));
}

// clang-format off
constexpr Operation recovery_operations[] = {
    {GET,  "/user/forgot_password",          scope::none, anyone,    handle<get_forgot>,   200, "siteForgotPasswordPage", "Ask for the address of an account"},
    {POST, "/user/forgot_password",          scope::none, anyone,    handle<post_forgot>,  200, "siteForgotPassword",     "Mail a link for a new password"},
    {GET,  "/user/recover_account",          scope::none, anyone,    handle<get_recover>,  200, "siteRecoverAccountPage", "Ask for the new password"},
    {POST, "/user/recover_account",          scope::none, anyone,    handle<post_recover>, 303, "siteRecoverAccount",     "Set the new password"},
    {GET,  "/user/settings/change_password", scope::none, signed_in, handle<get_change>,   200, "siteMustChangePage",     "Ask for another password before anything else"},
    {POST, "/user/settings/change_password", scope::none, signed_in, handle<post_change>,  303, "siteMustChange",         "Set it"},
};
// clang-format on
static_assert(well_formed(recovery_operations));

} // namespace

const Table recovery_table{"site", recovery_operations, Door::site, refuse_page, listens::at_the_entrance};

} // namespace cairn::pages
