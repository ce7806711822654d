#include "pages/site/sign_in.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/guards.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "accounts/sign_in/logins.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "pages/page.hpp"
#include "pages/return_address.hpp"
#include "pages/signed_out.hpp"
#include "pages/site/sign_up.hpp"
#include "pages/site/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

struct LoginQuery {
    std::string redirect_to;
    bool again = false; // an application wants to be sure that it is still the same person
    std::string login_hint;
};
BOOST_DESCRIBE_STRUCT(LoginQuery, (), (redirect_to, again, login_hint))

struct LoginForm {
    std::string user_name;
    std::string password;
    bool remember = false;
    std::string redirect_to;
};
BOOST_DESCRIBE_STRUCT(LoginForm, (), (user_name, password, remember, redirect_to))

// How the person was authenticated, for the audit trail.
struct SignInDetails {
    std::string methods;
};
BOOST_DESCRIBE_STRUCT(SignInDetails, (), (methods))

struct LoginPage {
    std::string user_name;
    bool remember = false;
    std::string redirect_to;
    std::string error{};
    bool can_recover = false;
    bool again = false;
    std::string query{}; // of the form's address, so that a page that is opened anew leads to the same place
};
BOOST_DESCRIBE_STRUCT(LoginPage, (), (user_name, remember, redirect_to, error, can_recover, again, query))

Raw login_page(Call& call, LoginPage content)
{
    content.can_recover = call.settings().mailer.enabled;
    content.query = return_query(content.redirect_to);
    return page(
        call, {.file = "login", .title = "Sign in", .leads_to_application = leads_to_application(content.redirect_to)},
        content);
}

bool waits_for_its_mail(Call& call, const Account& account)
{
    return confirms_by_mail(call.settings()) && !has_verified_address(call.db(), account.id);
}

// In words for the person who knows the password, so that it gives nothing away.
Result<void> check_may_sign_in(Call& call, const Account& account, const std::string& redirect_to)
{
    if (account.prohibit_login)
        return fail(Errc::forbidden, "this account may not sign in. Ask the administrators of this site why");
    if (account.is_active) return {};
    if (!waits_for_its_mail(call, account))
        return fail(Errc::forbidden, "this account is not active: it waits for an administrator's approval");
    send_activation(call, account, redirect_to);
    return fail(Errc::forbidden,
                "this account is not active yet. Open the link in the mail that we have sent to " + account.email);
}

Result<Account> check_login(Call& call, const LoginForm& form, const std::string& redirect_to)
{
    if (form.user_name.empty() || form.password.empty())
        return fail(Errc::unprocessable, "enter your user name and your password");
    auto account = TRY(call.site.logins.by_password(call.request, form.user_name, form.password, false));
    TRY(check_may_sign_in(call, account, redirect_to));
    return account;
}

Result<Raw> get_login(Call& call, Query<LoginQuery> query)
{
    const auto redirect_to = safe_redirect(call.settings(), query->redirect_to);
    if (!call.caller.anonymous() && !query->again) return see_other(call, redirect_to);
    auto name = query->login_hint;
    if (name.empty() && query->again && !call.caller.anonymous()) name = call.caller.account->name;
    return login_page(call, {.user_name = std::move(name), .redirect_to = redirect_to, .again = query->again});
}

// The password was right; what the session is good for so far is to be asked for the rest.
Raw begin_second_step(Call& call, SignIn sign_in)
{
    sign_in.pending = true;
    auto cookie =
        call.db().write([&](db::Transaction& tx) { return call.site.sessions.open(tx, call.request, sign_in); });
    call.reply_headers.emplace_back("Set-Cookie", std::move(cookie));
    return see_other(call, "/user/two_factor");
}

// A sign-in that fails is a page that says so and asks again: 200, as today's clients know it.
Result<Raw> post_login(Call& call, Body<LoginForm> form)
{
    const auto redirect_to = safe_redirect(call.settings(), form->redirect_to);
    auto account = check_login(call, form.value, redirect_to);
    const auto step = account ? second_step_of(call.db(), account->id) : SecondStep();
    if (const auto usable = check_can_be_taken(step); !usable) account = std::unexpected(usable.error());
    if (!account && (account.error().code == Errc::unavailable || account.error().code == Errc::too_many_requests))
        return std::unexpected(account.error());
    if (!account)
        return login_page(call,
                          {.user_name = form->user_name,
                           .remember = form->remember,
                           .redirect_to = redirect_to,
                           .error = sentence(account.error().message)});
    SignIn sign_in{.account_id = account->id, .remember = form->remember, .redirect_to = redirect_to};
    if (step.needed()) return begin_second_step(call, std::move(sign_in));
    return finish_sign_in(call, sign_in);
}

Result<Raw> post_logout(Call& call)
{
    const auto event = audit_event(call, AuditKind::sign_out);
    std::vector<std::string> frames;
    auto cookie = call.db().write([&](db::Transaction& tx) {
        frames = front_channel_of(tx, call.caller.session_id);
        if (!call.caller.anonymous()) audit(tx, event);
        return call.site.sessions.close(tx, call.request);
    });
    call.reply_headers.emplace_back("Set-Cookie", std::move(cookie));
    if (!frames.empty()) {
        call.caller = Caller{}; // the page is a stranger's
        return signed_out_page(call, frames, "/");
    }
    leave_notice(call, "signed-out");
    return see_other(call, "/");
}

// clang-format off
constexpr Operation operations[] = {
    {GET,  "/user/login",  scope::none, anyone, handle<get_login>,   200, "siteLoginPage", "Ask for name and password"},
    {POST, "/user/login",  scope::none, anyone, handle<post_login>,  200, "siteLogin",     "Sign in"},
    {POST, "/user/logout", scope::none, anyone, handle<post_logout>, 303, "siteLogout",    "Sign out"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table sign_in_table{"site", operations, Door::site, refuse_page, listens::at_the_entrance};

Raw finish_sign_in(Call& call, const SignIn& sign_in)
{
    auto event = audit_event(call.request, AuditKind::sign_in);
    if (const auto account = find_account(call.db(), sign_in.account_id)) {
        event.actor_id = event.account_id = account->id;
        event.actor = event.account = account->name;
    }
    event.credential = "session";
    event.details = audit_details(SignInDetails{sign_in.methods});
    auto cookie = call.db().write([&](db::Transaction& tx) {
        note_sign_in(tx, sign_in.account_id);
        audit(tx, event);
        return call.site.sessions.open(tx, call.request, sign_in);
    });
    call.reply_headers.emplace_back("Set-Cookie", std::move(cookie));
    return see_other(call, safe_redirect(call.settings(), sign_in.redirect_to));
}

} // namespace cairn::pages
