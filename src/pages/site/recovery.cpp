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
using words::Phrase;

namespace {

const Notice password_reset{"password-reset", Phrase("Your new password is set. Sign in with it.")};
const Notice password_changed{"password-changed",
                              Phrase("Your password is changed. Every other browser was signed out.")};

struct ForgotView {
    std::string query; // of the form's address: where to go when it is done
};
BOOST_DESCRIBE_STRUCT(ForgotView, (), (query))
const PageOf<ForgotView> forgot_page{"site/forgot_password"};

struct ForgotForm {
    std::string email;
};
BOOST_DESCRIBE_STRUCT(ForgotForm, (), (email))

struct RecoverView {
    std::string code;
    std::string name;
    std::string error;
    NewPassword password;
};
BOOST_DESCRIBE_STRUCT(RecoverView, (), (code, name, error, password))
const PageOf<RecoverView> recover_page{"site/recover_account"};

struct ChangeForm {
    std::string password;
    std::string retype;
};
BOOST_DESCRIBE_STRUCT(ChangeForm, (), (password, retype))

struct ChangeView {
    Form<ChangeForm> form;
    NewPassword password;
    std::string query; // of the form's address: where to go when it is done
    PageHead head;
};
BOOST_DESCRIBE_STRUCT(ChangeView, (), (form, password, query, head))

NewPassword new_password(const Call& call) { return {.least = call.settings().security.min_password_length}; }

Raw no_mail(Call& call, const std::string& redirect_to)
{
    const auto& in = language_of(call);
    return say(call,
               {.title = in.say(Phrase("Forgotten password")),
                .words = in.say(Phrase("This site sends no mail. Ask an administrator to set a new password for you.")),
                .link = "/user/login" + return_query(redirect_to),
                .link_label = in.say(Phrase("Back to sign in"))});
}

Result<Raw> get_forgot(Call& call, Query<ReturnQuery> query)
{
    const auto redirect_to = safe_redirect(call.settings(), query->redirect_to);
    if (!call.site.get<mail::Outbox>().enabled()) return no_mail(call, redirect_to);
    return forgot_page.show(call, {return_query(redirect_to)});
}

// The answer, and the time that it takes, do not tell whether anybody has that address.
Result<Raw> post_forgot(Call& call, Query<ReturnQuery> query, Body<ForgotForm> form)
{
    const auto redirect_to = safe_redirect(call.settings(), query->redirect_to);
    if (!call.site.get<mail::Outbox>().enabled()) return no_mail(call, redirect_to);
    send_recovery(call, std::string(text::trim(form->email)), redirect_to);
    const auto& in = language_of(call);
    return say(call,
               {.title = in.say(Phrase("Check your mail")),
                .words = in.say(Phrase("If an account uses that address, a mail with a link is on its way to it.")),
                .link = "/user/login" + return_query(redirect_to),
                .link_label = in.say(Phrase("Back to sign in"))});
}

Raw bad_link(Call& call)
{
    const auto& in = language_of(call);
    return say(call,
               {.title = in.say(Phrase("This link does not work")),
                .words = in.say(Phrase("It was used already, or it is too old.")),
                .link = "/user/forgot_password",
                .link_label = in.say(Phrase("Get a new link"))},
               404);
}

Result<Raw> get_recover(Call& call, Query<CodeField> query)
{
    const auto recovery = find_recovery(call, query->code);
    if (!recovery) return bad_link(call);
    return recover_page.show(
        call, {.code = query->code, .name = recovery->account.name, .error = {}, .password = new_password(call)},
        {.status = 200});
}

Result<Raw> post_recover(Call& call, Body<RecoverForm> form)
{
    const auto recovery = find_recovery(call, form->code);
    if (!recovery) return bad_link(call);
    const auto recovered = recover_account(call, *recovery, form.value);
    if (!recovered && recovered.error().code == Errc::not_found) return bad_link(call);
    if (!recovered)
        return recover_page.show(call,
                                 {.code = form->code,
                                  .name = recovery->account.name,
                                  .error = words_of(recovered.error()),
                                  .password = new_password(call)},
                                 {.status = 422});
    leave_notice(call, password_reset);
    return see_other(call, "/user/login" + return_query(safe_redirect(call.settings(), recovery->code.redirect_to)));
}

// There is nothing to change, any more.
std::string further(const Call& call, const ReturnQuery& query)
{
    return safe_redirect(call.settings(), query.redirect_to, "/user/settings/account");
}

Result<ChangeView> show_change(Call& call, const Account& account, Query<ReturnQuery> query, Form<ChangeForm> form)
{
    if (!account.must_change_password) return elsewhere(Errc::see_other, further(call, query.value));
    const auto redirect_to = safe_redirect(call.settings(), query->redirect_to);
    return ChangeView{.form = std::move(form),
                      .password = new_password(call),
                      .query = return_query(redirect_to),
                      .head = {.leads_to_application = leads_to_application(redirect_to)}};
}

Result<Done> change(Call& call, const Account& account, Query<ReturnQuery> query, Body<ChangeForm> form)
{
    if (!account.must_change_password) return done(further(call, query.value));
    call.reply_headers.emplace_back("Set-Cookie",
                                    TRY(replace_own_password(call, account, form->password, form->retype)));
    return done(safe_redirect(call.settings(), query->redirect_to), password_changed);
}

constexpr auto& change_page = shows<show_change, "site/change_password">;

// clang-format off
constexpr Operation recovery_operations[] = {
    {GET,  "/user/forgot_password",          scope::none, anyone,    handle<get_forgot>,   200, "siteForgotPasswordPage", "Ask for the address of an account"},
    {POST, "/user/forgot_password",          scope::none, anyone,    handle<post_forgot>,  200, "siteForgotPassword",     "Mail a link for a new password"},
    {GET,  "/user/recover_account",          scope::none, anyone,    handle<get_recover>,  200, "siteRecoverAccountPage", "Ask for the new password"},
    {POST, "/user/recover_account",          scope::none, anyone,    handle<post_recover>, 303, "siteRecoverAccount",     "Set the new password"},
    {GET,  "/user/settings/change_password", scope::none, signed_in, change_page,          200, "siteMustChangePage",     "Ask for another password before anything else"},
    {POST, "/user/settings/change_password", scope::none, signed_in, does<change, change_page>, 303, "siteMustChange",         "Set it"},
};
// clang-format on
static_assert(well_formed(recovery_operations));

} // namespace

const Table recovery_table{"site", recovery_operations, Door::site, refuse_page, listens::at_the_entrance};

} // namespace cairn::pages
