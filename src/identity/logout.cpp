// /login/oauth/logout: an application sends the person here to sign out (OpenID Connect RP-Initiated Logout 1.0).
// Nobody is signed out by an address alone: the person confirms it.
#include "accounts/account.hpp"
#include "accounts/sign_in/signing_in.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "identity/application.hpp"
#include "identity/authorization_answer.hpp"
#include "identity/id_token_hint.hpp"
#include "identity/provider.hpp"
#include "identity/redirect.hpp"
#include "identity/refusal.hpp"
#include "identity/tables.hpp"
#include "pages/page.hpp"
#include "pages/said.hpp"
#include "pages/signed_out.hpp"

namespace cairn::identity {

using namespace api;
using enum Method;
using words::Phrase;

namespace {

struct LogoutRequest {
    std::string id_token_hint;
    std::string logout_hint; // who is meant; the page says who it is
    std::string client_id;
    std::string post_logout_redirect_uri;
    std::string state;
    std::string ui_locales;
    std::string confirmed; // by the person, on our own page
};
BOOST_DESCRIBE_STRUCT(LogoutRequest, (),
                      (id_token_hint, logout_hint, client_id, post_logout_redirect_uri, state, ui_locales, confirmed))

struct LogoutView {
    std::string application; // empty: it did not say which it is
    std::string account;
    std::string destination; // empty: the person stays here
    std::string client_id;
    std::string post_logout_redirect_uri;
    std::string state;
};
BOOST_DESCRIBE_STRUCT(LogoutView, (), (application, account, destination, client_id, post_logout_redirect_uri, state))
const pages::PageOf<LogoutView> logout_page{"identity/logout"};

// Who asks, and where the person goes afterwards.
struct Leaving {
    std::optional<Application> application{};
    std::string redirect_uri{}; // empty: nowhere
};

// Those that it is answered at, and those that it has registered for this.
std::vector<std::string> addresses_after(const Application& application)
{
    auto addresses = application.redirects();
    for (auto& address : from_stored(application.metadata).post_logout_redirect_uris)
        addresses.push_back(std::move(address));
    return addresses;
}

// Section 3: only to an address that the application has registered, letter by letter, and only if we know which
// application it is: by its name, or by an id token that we made for it.
OAuth2Result<Leaving> read_leaving(Call& call, const LogoutRequest& request)
{
    std::string client_id = request.client_id;
    if (!request.id_token_hint.empty()) {
        const auto hint =
            read_id_token_hint(call.settings(), call.site.get<identity::SigningKeys>(), request.id_token_hint);
        if (hint && !client_id.empty() && client_id != hint->client_id)
            return refuse(OAuth2Errc::invalid_request,
                          "the application that sent you here shows a token that was made for another one");
        // The key that signed it may be gone by now; then it tells nothing.
        if (hint) client_id = hint->client_id;
    }
    Leaving leaving;
    if (!client_id.empty()) leaving.application = find_application(call.db(), client_id);
    if (request.post_logout_redirect_uri.empty()) return leaving;
    constexpr bool no_free_port = true;
    if (client_id.empty())
        return refuse(
            OAuth2Errc::invalid_request,
            "something wants you to go on to another site afterwards, and does not say which application it is");
    if (!leaving.application)
        return refuse(OAuth2Errc::invalid_request,
                      "the application that sent you here is not registered. It may have been deleted");
    if (!is_registered(request.post_logout_redirect_uri, addresses_after(*leaving.application), no_free_port))
        return refuse(OAuth2Errc::invalid_request,
                      "the application " + leaving.application->name
                          + " wants you to go on to an address that it has not registered");
    leaving.redirect_uri = request.post_logout_redirect_uri;
    return leaving;
}

Raw leave(Call& call, const Leaving& leaving, const LogoutRequest& request, const std::vector<std::string>& frames = {})
{
    if (leaving.redirect_uri.empty() && !frames.empty()) return pages::signed_out_page(call, frames, "/");
    if (leaving.redirect_uri.empty()) {
        const auto& in = pages::language_of(call);
        return pages::say(call,
                          {.title = in.say(Phrase("You are signed out")),
                           .words = in.say(Phrase("Nobody is signed in here in this browser any more.")),
                           .link = "/",
                           .link_label = in.say(Phrase("Go to the front page"))});
    }
    std::vector<std::pair<std::string_view, std::string>> parameters;
    if (!request.state.empty()) parameters.emplace_back("state", request.state);
    auto next = parameters.empty() ? leaving.redirect_uri : with_parameters(leaving.redirect_uri, parameters);
    if (!frames.empty()) return pages::signed_out_page(call, frames, next);
    return {.body = {},
            .content_type = {},
            .status = 303,
            .headers = {{"Location", std::move(next)}, {"Cache-Control", "no-store"}}};
}

Raw confirm(Call& call, const Leaving& leaving, const LogoutRequest& request)
{
    LogoutView view{.application = leaving.application ? leaving.application->name : std::string(),
                    .account = accounts::account_of(call.caller).name,
                    .destination = origin_of(leaving.redirect_uri),
                    .client_id = leaving.application ? leaving.application->client_id : std::string(),
                    .post_logout_redirect_uri = leaving.redirect_uri,
                    .state = request.state};
    return logout_page.show(call, std::move(view),
                            {.status = 200, .leads_to_application = !leaving.redirect_uri.empty()});
}

// The application cannot be told, so the person is, and what it means for them.
Raw refuse_logout(Call& call, const OAuth2Error& error)
{
    const std::string_view left = call.caller.anonymous()
        ? "Nobody is signed in here in this browser"
        : "You are still signed in here. To sign out, use \"Sign out\" at the top of this page";
    return show_error(call, error.code, error.description + ". " + std::string(left),
                      words::Phrase("This sign-out cannot go on"));
}

Result<Raw> run(Call& call, const LogoutRequest& request)
{
    const auto leaving = read_leaving(call, request);
    if (!leaving) return refuse_logout(call, leaving.error());
    if (call.caller.anonymous()) return leave(call, *leaving, request);
    if (call.operation.method == GET || request.confirmed != "true") return confirm(call, *leaving, request);
    auto left = accounts::sign_out(call);
    call.reply_headers.emplace_back("Set-Cookie", std::move(left.cookie));
    call.caller = Caller{}; // the page that follows is a stranger's
    return leave(call, *leaving, request, left.frames);
}

Result<Raw> get_logout(Call& call, Query<LogoutRequest> query) { return run(call, query.value); }
Result<Raw> post_logout(Call& call, Body<LogoutRequest> form) { return run(call, form.value); }

constexpr Guard provider_for_people{
    .name = "there is a provider for people", .errors = {403}, .check = &check_provider_is_on};

// clang-format off
constexpr Operation logout_operations[] = {
    {GET,  path::logout, scope::none, provider_for_people, handle<get_logout>,  200, "oidcLogout",       "Ask a person whether to sign out"},
    {POST, path::logout, scope::none, provider_for_people, handle<post_logout>, 200, "oidcLogoutByPost", "Sign out for an application"},
};
// clang-format on
static_assert(well_formed(logout_operations));

} // namespace

const Table logout_table{"oauth2", logout_operations, Door::site, &refuse_authorization, listens::at_the_entrance};

} // namespace cairn::identity
