#include "pages/site/sign_in.hpp"

#include "accounts/guards.hpp"
#include "accounts/sign_in/signing_in.hpp"
#include "accounts/sources/source.hpp"
#include "config/settings.hpp"
#include "pages/page.hpp"
#include "pages/return_address.hpp"
#include "pages/signed_out.hpp"
#include "pages/site/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;
using words::Phrase;

namespace {

const Notice signed_out{"signed-out", Phrase("You are signed out.")};

struct LoginQuery {
    std::string redirect_to;
    bool again = false; // an application wants to be sure that it is still the same person
    std::string login_hint;
};
BOOST_DESCRIBE_STRUCT(LoginQuery, (), (redirect_to, again, login_hint))

struct SignInView {
    Form<LoginForm> form;
    std::string redirect_to;
    bool can_recover = false;
    bool again = false;
    std::string query; // of the form's address, so that a page that is opened anew leads to the same place
    std::vector<std::string> providers; // names of sources by which one can sign in
    std::string provider_query;         // of their addresses
    PageHead head;
};
BOOST_DESCRIBE_STRUCT(SignInView, (), (form, redirect_to, can_recover, again, query, providers, provider_query, head))

std::vector<std::string> provider_names(const Call& call)
{
    std::vector<std::string> names;
    for (auto& source : active_sources(call.db(), SourceKind::openid)) names.push_back(std::move(source.name));
    return names;
}

std::string provider_query(const std::string& redirect_to, bool again)
{
    auto query = return_query(redirect_to);
    if (again) query += query.empty() ? "?again=true" : "&again=true";
    return query;
}

Result<SignInView> show(Call& call, Query<LoginQuery> query, Form<LoginForm> form)
{
    const auto redirect_to =
        safe_redirect(call.settings(), form.sent() ? form.value("redirect_to") : query->redirect_to);
    if (!form.sent() && !call.caller.anonymous() && !query->again) return elsewhere(Errc::see_other, redirect_to);
    auto name = query->login_hint;
    if (name.empty() && query->again && !call.caller.anonymous()) name = accounts::account_of(call.caller).name;
    form.begin_with({.user_name = std::move(name)});
    // What is no text at all is another matter than a wrong password.
    const bool wrong = !form.problem().empty();
    return SignInView{.form = std::move(form),
                      .redirect_to = redirect_to,
                      .can_recover = call.settings().mailer.enabled,
                      .again = query->again,
                      .query = return_query(redirect_to),
                      .providers = provider_names(call),
                      .provider_query = provider_query(redirect_to, query->again),
                      .head = {.status = wrong ? 200 : 0, .leads_to_application = leads_to_application(redirect_to)}};
}

Result<Done> enter(Call& call, Body<LoginForm> form)
{
    const auto redirect_to = safe_redirect(call.settings(), form->redirect_to);
    auto entered = TRY(sign_in(call,
                               {.user_name = form->user_name,
                                .password = form->password,
                                .remember = form->remember,
                                .redirect_to = redirect_to}));
    call.reply_headers.emplace_back("Set-Cookie", std::move(entered.cookie));
    return done(entered.pending ? "/user/two_factor" : redirect_to);
}

Result<Raw> leave(Call& call)
{
    auto left = sign_out(call);
    call.reply_headers.emplace_back("Set-Cookie", std::move(left.cookie));
    if (!left.frames.empty()) {
        call.caller = Caller{}; // the page is a stranger's
        return signed_out_page(call, left.frames, "/");
    }
    leave_notice(call, signed_out);
    return see_other(call, "/");
}

// A sign-in that fails is a page that says so and asks again: 200, as today's clients know it.
constexpr auto& sign_in_page = shows<show, "site/sign_in">;

// clang-format off
constexpr Operation sign_in_operations[] = {
    {GET,  "/user/login",  scope::none, anyone, sign_in_page,              200, "siteLoginPage", "Ask for name and password"},
    {POST, "/user/login",  scope::none, anyone, does<enter, sign_in_page>, 200, "siteLogin",     "Sign in"},
    {POST, "/user/logout", scope::none, anyone, does<leave>,               303, "siteLogout",    "Sign out"},
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
