// /login/oauth/authorize: the authorization endpoint (RFC 6749, 3.1 and 4.1; RFC 7636, 4.4; OpenID Connect Core,
// 3.1.2). Everything that is checked is a step, and the steps stand in one list below, in the order in which they are
// made: until the redirect address is known to belong to the application, an error is told to the person alone;
// afterwards to the application.
#include <algorithm>

#include "accounts/account.hpp"
#include "accounts/sessions.hpp"
#include "accounts/two_factor.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "identity/authentication_class.hpp"
#include "identity/consent.hpp"
#include "identity/id_token_hint.hpp"
#include "identity/provider.hpp"
#include "identity/reauthentication.hpp"
#include "identity/redirect.hpp"
#include "identity/refusal.hpp"
#include "identity/scopes.hpp"
#include "identity/tables.hpp"
#include "web/page.hpp"
#include "web/return_address.hpp"

namespace cairn::identity {

using namespace api;
using enum Method;

namespace {

// One request on its way through the steps, and what they have found out.
struct Attempt {
    Call& call;
    const QueryValues& values;
    ReadRequest read;
    AuthorizationRequest& request = read.request;
    Prompt prompt{};
    std::optional<std::int64_t> max_age{};
    std::optional<accounts::Session> session{}; // nothing: nobody is signed in
    Application application{};
    Challenge challenge{};
    RequestedClaims claims{};
    std::vector<std::string> subjects{}; // the only accounts that will do; empty for any
    std::vector<std::string> classes{};  // of authentication, one of which is wanted; empty for any
    bool class_is_essential = false;     // or else there is no answer
    std::optional<Grant> approved{};
    bool outdated = false; // something that the steps have found is no longer so
};

// What a step ends the request with; nothing: the next step.
using Ending = std::optional<Raw>;

Ending show(Attempt& attempt, OAuth2Errc code, std::string words)
{
    return show_error(attempt.call, code, std::move(words));
}

Ending tell(Attempt& attempt, const OAuth2Error& error)
{
    return give_error(attempt.call, return_address(attempt.request), error);
}

// The request as an address, without an old mark and with a new one.
std::string address_of(const Attempt& attempt, std::string_view mark)
{
    if (mark.empty() && attempt.call.operation.method == GET) return std::string(attempt.call.request.target);
    std::string address = path::authorize;
    char separator = '?';
    for (const auto& [name, value] : attempt.values) {
        if (name == "authenticated") continue;
        address += separator + http::encode_query(name) + "=" + http::encode_query(value);
        separator = '&';
    }
    if (!mark.empty()) address += std::string(1, separator) + "authenticated=" + http::encode_query(mark);
    return address;
}

// OpenID Connect Core, 3.1.2.1: login_hint says who will probably sign in.
std::string login_address(const Attempt& attempt, std::string_view mark)
{
    std::string address = "/user/login?redirect_to=" + http::encode_query(address_of(attempt, mark));
    if (attempt.session) address += "&again=true";
    if (const auto& hint = attempt.request.login_hint; !hint.empty())
        address += "&login_hint=" + http::encode_query(hint);
    return address;
}

// To a page of ours that leads back to the request when the person is done there.
Ending see_other_first(Attempt& attempt, std::string path)
{
    return web::see_other(attempt.call, std::move(path) + web::return_query(address_of(attempt, "")));
}

// RFC 6749, 3.1: the server first makes sure who the person is. prompt=none (OpenID Connect Core, 3.1.2.1) forbids to
// ask; those requests go on, and the application is told as soon as it is known.
Ending sign_in(Attempt& attempt)
{
    const Caller& caller = attempt.call.caller;
    if (!caller.anonymous()) attempt.session = accounts::find_session(attempt.call.db(), caller.session_id);
    const auto prompt = read_prompt(attempt.request.prompt);
    const bool silently = prompt && prompt->none;
    if (attempt.session && caller.account->must_change_password) {
        if (!silently) return see_other_first(attempt, "/user/settings/change_password");
        attempt.session.reset(); // as good as nobody until that is done
    }
    if (!attempt.session && !silently) {
        // Whoever has to sign in anyway has then done what prompt=login, max_age or a class would ask for.
        const bool insists = (prompt && prompt->login) || !attempt.request.max_age.empty()
            || !attempt.request.acr_values.empty() || !attempt.request.claims.empty();
        const auto mark =
            insists ? mark_reauthentication(attempt.call.settings(), attempt.request, 0, Time::now()) : std::string();
        return web::see_other(attempt.call, login_address(attempt, mark));
    }
    return {};
}

// Where the site asks everybody for a second step, nobody without one approves anything.
Ending have_second_step(Attempt& attempt)
{
    if (!attempt.session
        || !accounts::lacks_second_step(attempt.call.db(), attempt.call.settings(), attempt.call.caller.id))
        return {};
    const auto prompt = read_prompt(attempt.request.prompt);
    if (!prompt || !prompt->none) return see_other_first(attempt, "/user/settings/security");
    attempt.session.reset(); // as good as nobody until that is done
    return {};
}

// RFC 6749, 2.2 and 4.1.2.1: without a client that is known there is nobody to answer to.
Ending know_client(Attempt& attempt)
{
    auto found = find_application(attempt.call.db(), attempt.request.client_id);
    if (!found)
        return show(attempt, OAuth2Errc::unauthorized_client,
                    "no application with this client_id is registered here. It may have been deleted");
    attempt.application = std::move(*found);
    return {};
}

// RFC 6749, 3.1.2.3 and 3.1.2.4; RFC 9700, 4.1.3: an address that was not registered gets nothing, not even an error.
Ending know_redirect(Attempt& attempt)
{
    if (attempt.read.repeats("client_id") || attempt.read.repeats("redirect_uri"))
        return show(attempt, OAuth2Errc::invalid_request,
                    "the request says twice which application it comes from, or where the answer goes");
    const Application& application = attempt.application;
    if (is_registered(attempt.request.redirect_uri, application.redirects(), application.confidential)) return {};
    return show(attempt, OAuth2Errc::invalid_request,
                "the application wants to be answered at an address that it has not registered");
}

// RFC 6749, 3.1: no parameter is sent twice. What is not known is ignored.
Ending read_once(Attempt& attempt)
{
    if (const auto& names = attempt.read.repeated; !names.empty())
        return tell(attempt, {OAuth2Errc::invalid_request, "the parameter " + names.front() + " was sent twice"});
    if (const auto& name = attempt.read.too_long; !name.empty())
        return tell(attempt, {OAuth2Errc::invalid_request, "the parameter " + name + " is too long"});
    return {};
}

// OpenID Connect Core, 6 and 3.1.2.6: requests inside of tokens are not read, and each kind has its error.
Ending refuse_request_objects(Attempt& attempt)
{
    const AuthorizationRequest& request = attempt.request;
    if (!request.request.empty())
        return tell(attempt, {OAuth2Errc::request_not_supported, "request objects are not read here"});
    if (!request.request_uri.empty())
        return tell(attempt, {OAuth2Errc::request_uri_not_supported, "request objects are not fetched"});
    if (!request.registration.empty())
        return tell(attempt, {OAuth2Errc::registration_not_supported, "applications are registered beforehand"});
    return {};
}

// RFC 6749, 3.1.1: the code is the one kind of answer. It comes in the query, or is posted (OAuth 2.0 Form Post
// Response Mode), which only an address of the web can take.
Ending know_response(Attempt& attempt)
{
    if (attempt.request.response_type != "code")
        return tell(attempt, {OAuth2Errc::unsupported_response_type, "the response_type is not code"});
    const auto& mode = attempt.request.response_mode;
    if (!mode.empty() && mode != "query" && mode != "form_post")
        return tell(attempt, {OAuth2Errc::invalid_request, "the response_mode is neither query nor form_post"});
    if (mode == "form_post" && !can_be_posted_to(attempt.request.redirect_uri))
        return tell(attempt, {OAuth2Errc::invalid_request, "nothing can be posted to this redirect_uri"});
    return {};
}

// RFC 7636, 4.3 and 4.4.1; RFC 9700, 2.1.1: a public client proves later that the code was meant for it.
Ending take_challenge(Attempt& attempt)
{
    auto challenge = read_challenge(attempt.request, attempt.application.confidential);
    if (!challenge) return tell(attempt, challenge.error());
    attempt.challenge = std::move(*challenge);
    return {};
}

// RFC 6749, 3.3. A site may leave what it does not know to the person's judgment, or refuse it.
Ending know_scopes(Attempt& attempt)
{
    if (!is_scope_text(attempt.request.scope))
        return tell(attempt, {OAuth2Errc::invalid_scope, "the scope has characters that no scope has"});
    if (!attempt.call.settings().oauth2.strict_scopes) return {};
    if (const auto known = check_known(attempt.request.scope); !known)
        return tell(attempt, {OAuth2Errc::invalid_scope, known.error().message});
    return {};
}

// OpenID Connect Core, 3.1.2.1 and 5.5.1.1: one of these classes of authentication is wanted, or demanded. Of both ways
// to say it, that of the claims can do more.
Ending take_classes(Attempt& attempt, const RequestedClaims& claims)
{
    std::vector<std::string> wanted = claims.classes;
    if (wanted.empty())
        for (const auto name : text::split_list(attempt.request.acr_values, ' ')) wanted.emplace_back(name);
    attempt.classes = known_classes(wanted);
    attempt.class_is_essential = claims.class_is_essential;
    if (!attempt.class_is_essential || !attempt.classes.empty()) return {};
    return tell(attempt,
                {OAuth2Errc::unmet_authentication_requirements, "authentication of that class is not known here"});
}

// OpenID Connect Core, 3.1.2.1: prompt, max_age, claims, acr_values, id_token_hint. display, ui_locales and
// claims_locales are wishes that nobody has to fulfill.
Ending read_wishes(Attempt& attempt)
{
    const auto prompt = read_prompt(attempt.request.prompt);
    if (!prompt) return tell(attempt, prompt.error());
    attempt.prompt = *prompt;
    const auto max_age = read_max_age(attempt.request.max_age);
    if (!max_age) return tell(attempt, max_age.error());
    attempt.max_age = *max_age;
    auto claims = read_claims(attempt.request.claims);
    if (!claims) return tell(attempt, claims.error());
    if (auto ending = take_classes(attempt, *claims)) return ending;
    attempt.subjects = claims->subjects;
    attempt.claims = std::move(*claims);
    if (const auto& token = attempt.request.id_token_hint; !token.empty()) {
        const auto hint = read_id_token_hint(attempt.call.settings(), attempt.call.site.signing_keys, token);
        // The key that signed it may be gone by now, and with it the knowledge of who is meant.
        if (!hint && attempt.prompt.none)
            return tell(attempt, {OAuth2Errc::login_required, "the id_token_hint is no id token of ours"});
        if (!hint) return {};
        if (!attempt.subjects.empty() && std::ranges::find(attempt.subjects, hint->subject) == attempt.subjects.end())
            return tell(attempt, {OAuth2Errc::invalid_request, "the id_token_hint and the claims name two accounts"});
        attempt.subjects = {hint->subject};
    }
    return {};
}

// Whether the person could reach one of the wanted classes by signing in again, and has not in this session: because
// the second step was set up since, or because there are several ways to make it.
bool could_do_better(Attempt& attempt)
{
    if (attempt.classes.empty() || !class_met(attempt.session->methods, attempt.classes).empty()) return false;
    const auto step = accounts::second_step_of(attempt.call.db(), attempt.call.caller.id);
    const std::string_view best = step.keys ? "pwd hwk" : step.codes && !step.lost ? "pwd otp" : "pwd";
    return !class_met(best, attempt.classes).empty();
}

// OpenID Connect Core, 5.5.1.1: what is essential and not met is a failed authentication.
Ending check_class(Attempt& attempt)
{
    if (!attempt.class_is_essential || !class_met(attempt.session->methods, attempt.classes).empty()) return {};
    return tell(attempt,
                {OAuth2Errc::unmet_authentication_requirements, "the person was not authenticated in that way"});
}

// OpenID Connect Core, 3.1.2.3: the person shows again who they are if the application insists, if the last time was
// too long ago, or if somebody else is meant. Only a sign-in that this request has led to counts as the answer to it.
Ending authenticate(Attempt& attempt)
{
    const auto refuse_login = [&](std::string why) {
        return tell(attempt, {OAuth2Errc::login_required, std::move(why)});
    };
    if (!attempt.session) return refuse_login("nobody is signed in");
    const auto now = Time::now();
    const bool too_old = attempt.max_age && now.seconds - attempt.session->authenticated_at.seconds > *attempt.max_age;
    const bool insists = attempt.prompt.login || attempt.max_age == 0; // the two mean the same
    const bool another = !attempt.subjects.empty()
        && std::ranges::find(attempt.subjects, std::to_string(attempt.call.caller.id)) == attempt.subjects.end();
    const bool better = could_do_better(attempt);
    const bool must = insists || too_old || another || (better && attempt.class_is_essential);
    if (!must && (!better || attempt.prompt.none)) return check_class(attempt);
    if (attempt.prompt.none) return refuse_login("the person must sign in again");
    if (has_reauthenticated(attempt.call.settings(), attempt.request, *attempt.session, now)) {
        if (another) return refuse_login("somebody else has signed in");
        return check_class(attempt);
    }
    const auto mark = mark_reauthentication(attempt.call.settings(), attempt.request, attempt.session->id, now);
    return web::see_other(attempt.call, login_address(attempt, mark));
}

// What the person is asked about, or what a code is given for.
Consent consent_of(const Attempt& attempt)
{
    auto met = class_met(attempt.session->methods, attempt.classes);
    return {.session_id = attempt.session->id,
            .client_id = attempt.application.client_id,
            .redirect_uri = attempt.request.redirect_uri,
            .state = attempt.request.state,
            .scope = attempt.request.scope,
            .nonce = attempt.request.nonce,
            .challenge = attempt.challenge.value,
            .challenge_method = attempt.challenge.method,
            .acr = met.empty() ? class_reached(attempt.session->methods) : std::move(met),
            .userinfo_claims = text::join(attempt.claims.userinfo, " "),
            .response_mode = attempt.request.response_mode};
}

// The steps look at the database one after the other, and others change it meanwhile.
Ending begin_again(Attempt& attempt)
{
    attempt.outdated = true;
    return {};
}

// OpenID Connect Core, 3.1.2.4; RFC 6749, 10.2: what was approved before, and not a word else, goes without asking
// again, unless anybody could pretend to be the application.
Ending remember(Attempt& attempt)
{
    const Application& application = attempt.application;
    attempt.approved = find_grant(attempt.call.db(), attempt.call.caller.id, application.id);
    if (!attempt.approved) return {};
    if (attempt.request.scope.empty()) attempt.request.scope = attempt.approved->scope;
    const bool changed = !same_scopes(attempt.request.scope, attempt.approved->scope);
    if (changed && attempt.call.settings().oauth2.scope_change == config::ScopeChange::fail)
        return tell(attempt, other_scopes_approved());
    const bool known_again = application.confidential || application.skip_secondary_authorization;
    if (changed || attempt.prompt.consent || !known_again) return {};
    const auto request = consent_of(attempt);
    auto code = attempt.call.db().write([&](db::Transaction& tx) -> std::optional<std::string> {
        if (!still_stands(tx, request, attempt.call.caller.id, attempt.approved)) return {};
        return make_code_for(tx, *attempt.approved, request, *attempt.session);
    });
    if (!code) return begin_again(attempt);
    return give_code(attempt.call, return_address(attempt.request), std::move(*code));
}

// RFC 6749, 4.1.1: the person decides.
Ending ask(Attempt& attempt)
{
    if (attempt.prompt.none) return tell(attempt, {OAuth2Errc::consent_required, "the person has not approved this"});
    auto page = ask_for_consent(attempt.call, *attempt.call.caller.account, attempt.application, consent_of(attempt),
                                attempt.approved);
    return page ? std::move(page) : begin_again(attempt);
}

constexpr Ending (*steps[])(Attempt&) = {
    sign_in, // the person
    have_second_step,
    know_client,   // from here on errors are told to the person
    know_redirect, //
    read_once,     // from here on to the application
    refuse_request_objects,
    know_response,
    take_challenge,
    know_scopes,
    read_wishes,
    authenticate, // the person again
    remember,
    ask,
};

// Nothing: begin again.
std::optional<Raw> try_steps(Call& call, const QueryValues& values)
{
    Attempt attempt{.call = call, .values = values, .read = read_authorization_request(values)};
    for (const auto step : steps) {
        if (auto ending = step(attempt)) return ending;
        if (attempt.outdated) return {};
    }
    throw std::logic_error("the last step of an authorization request ends it");
}

// Each round but the last takes somebody's change in between, so that it is seldom more than one.
Result<Raw> run(Call& call, const QueryValues& values)
{
    constexpr int most_rounds = 10;
    for (int round = 0; round < most_rounds; ++round)
        if (auto ending = try_steps(call, values)) return std::move(*ending);
    return fail(Errc::unavailable, "too much of what this is about changes at this moment");
}

Result<Raw> get_authorize(Call& call) { return run(call, call.query); }

// OpenID Connect Core, 3.1.2.1: by POST it is the same request. One from another site comes here by refusal.hpp.
Result<Raw> post_authorize(Call& call)
{
    auto values = http::parse_query(call.request.body);
    values.insert(values.end(), call.query.begin(), call.query.end());
    if (!std::ranges::all_of(values, is_text, &QueryValues::value_type::second))
        return fail(Errc::unprocessable, "a parameter is not text in UTF-8");
    return run(call, values);
}

constexpr Guard provider_for_people{
    .name = "there is a provider for people", .errors = {403}, .check = &check_provider_is_on};

// clang-format off
constexpr Operation operations[] = {
    {GET,  path::authorize, scope::none, provider_for_people, handle<get_authorize>,  200, "oauth2Authorize",       "Ask a person to approve an application"},
    {POST, path::authorize, scope::none, provider_for_people, handle<post_authorize>, 200, "oauth2AuthorizeByPost", "Ask a person to approve an application"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table authorization_table{"oauth2", operations, Door::site, &refuse_authorization, listens::at_the_entrance};

} // namespace cairn::identity
