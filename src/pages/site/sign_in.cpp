#include "pages/site/sign_in.hpp"

#include "accounts/guards.hpp"
#include "accounts/sign_in/signing_in.hpp"
#include "config/settings.hpp"
#include "pages/page.hpp"
#include "pages/return_address.hpp"
#include "pages/signed_out.hpp"
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

Result<Raw> get_login(Call& call, Query<LoginQuery> query)
{
    const auto redirect_to = safe_redirect(call.settings(), query->redirect_to);
    if (!call.caller.anonymous() && !query->again) return see_other(call, redirect_to);
    auto name = query->login_hint;
    if (name.empty() && query->again && !call.caller.anonymous()) name = accounts::account_of(call.caller).name;
    return login_page(call, {.user_name = std::move(name), .redirect_to = redirect_to, .again = query->again});
}

// A sign-in that fails is a page that says so and asks again: 200, as today's clients know it.
Result<Raw> post_login(Call& call, Body<LoginForm> form)
{
    const auto redirect_to = safe_redirect(call.settings(), form->redirect_to);
    auto entered = sign_in(call,
                           {.user_name = form->user_name,
                            .password = form->password,
                            .remember = form->remember,
                            .redirect_to = redirect_to});
    if (!entered && (entered.error().code == Errc::unavailable || entered.error().code == Errc::too_many_requests))
        return std::unexpected(entered.error());
    if (!entered)
        return login_page(call,
                          {.user_name = form->user_name,
                           .remember = form->remember,
                           .redirect_to = redirect_to,
                           .error = sentence(entered.error().message)});
    call.reply_headers.emplace_back("Set-Cookie", std::move(entered->cookie));
    return see_other(call, entered->pending ? "/user/two_factor" : redirect_to);
}

Result<Raw> post_logout(Call& call)
{
    auto left = sign_out(call);
    call.reply_headers.emplace_back("Set-Cookie", std::move(left.cookie));
    if (!left.frames.empty()) {
        call.caller = Caller{}; // the page is a stranger's
        return signed_out_page(call, left.frames, "/");
    }
    leave_notice(call, "signed-out");
    return see_other(call, "/");
}

// clang-format off
constexpr Operation sign_in_operations[] = {
    {GET,  "/user/login",  scope::none, anyone, handle<get_login>,   200, "siteLoginPage", "Ask for name and password"},
    {POST, "/user/login",  scope::none, anyone, handle<post_login>,  200, "siteLogin",     "Sign in"},
    {POST, "/user/logout", scope::none, anyone, handle<post_logout>, 303, "siteLogout",    "Sign out"},
};
// clang-format on
static_assert(well_formed(sign_in_operations));

} // namespace

const Table sign_in_table{"site", sign_in_operations, Door::site, refuse_page, listens::at_the_entrance};

Raw finish_sign_in(Call& call, const SignIn& entering)
{
    call.reply_headers.emplace_back("Set-Cookie", open_session(call, entering));
    return see_other(call, safe_redirect(call.settings(), entering.redirect_to));
}

} // namespace cairn::pages
