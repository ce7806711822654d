// /login/oauth/authorize: the authorization endpoint (RFC 6749, 3.1 and 4.1; RFC 7636, 4.4; OpenID Connect Core,
// 3.1.2). Everything that is checked is a step, and the steps stand in one list below, in the order in which they are
// made: until the redirect address is known to belong to the application, an error is told to the person alone;
// afterwards to the application.
#include <algorithm>

#include "accounts/account.hpp"
#include "accounts/sign_in/sessions.hpp"
#include "accounts/sign_in/two_factor.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "identity/authentication_class.hpp"
#include "identity/consent.hpp"
#include "identity/dpop.hpp"
#include "identity/id_token_hint.hpp"
#include "identity/provider.hpp"
#include "identity/pushed_requests.hpp"
#include "identity/reauthentication.hpp"
#include "identity/redirect.hpp"
#include "identity/refusal.hpp"
#include "identity/request_object.hpp"
#include "identity/resources.hpp"
#include "identity/scopes.hpp"
#include "identity/tables.hpp"
#include "pages/page.hpp"
#include "pages/return_address.hpp"

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
    std::optional<PushedRequest> pushed{};     // where the parameters come from, if they were not sent along
    bool is_signed = false;                    // they were in a request object
    std::optional<OAuth2Error> object_error{}; // why they are not, though one was sent
    Prompt prompt{};
    std::optional<std::int64_t> max_age{};
    std::optional<accounts::Session> session{}; // nothing: nobody is signed in
    Application application{};
    Challenge challenge{};
    RequestedClaims claims{};
    std::string resources{};
    std::vector<std::string> subjects{}; // the only accounts that will do; empty for any
    WantedClasses classes{};             // of authentication
    std::optional<Grant> approved{};
    bool outdated = false; // something that the steps have found is no longer so
};

// What a step ends the request with; nothing: the next step.
using Ending = std::optional<Raw>;

Ending show(Attempt& attempt, OAuth2Errc code, std::string words)
{
    return show_error(attempt.call, code, std::move(words));
}

// A pushed request is used up by any answer. Of a public client's, nothing is written down for strangers.
Ending tell(Attempt& attempt, const OAuth2Error& error)
{
    if (attempt.pushed)
        attempt.call.db().write([&](db::Transaction& tx) {
            if (attempt.session) use_pushed_request(tx, *attempt.pushed);
            else use_pushed_request(tx, attempt.pushed->hash);
        });
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
    return pages::see_other(attempt.call, std::move(path) + pages::return_query(address_of(attempt, "")));
}

constexpr std::string_view no_such_request =
    "what the application asked for is not known here any more: it was answered before, or is too long ago. Go back to "
    "the application and begin again";

void read_instead(Attempt& attempt, const QueryValues& values)
{
    auto mark = std::move(attempt.request.authenticated);
    attempt.read = read_authorization_request(values);
    attempt.request.authenticated = std::move(mark);
}

// RFC 9101, 5 and 6.3: the object's parameters are the request, and those beside it do not count. What the standard of
// before asks for beside it must be the same (OpenID Connect Core, 6.1).
void open_object(Attempt& attempt)
{
    const auto application = find_application(attempt.call.db(), attempt.request.client_id);
    if (!application || from_stored(application->metadata).jwks.text == "null") return; // told later
    const auto opened =
        open_request_object(attempt.call.settings(), *application, attempt.request.request, Time::now());
    if (!opened) {
        attempt.object_error = opened.error();
        return;
    }
    const auto beside = attempt.request.response_type;
    read_instead(attempt, *opened);
    attempt.is_signed = true;
    if (!beside.empty() && beside != attempt.request.response_type)
        attempt.object_error = {OAuth2Errc::invalid_request, "the request object has another response_type"};
}

// The request may be elsewhere: pushed before (RFC 9126, 4), or in a token that the application has signed.
Ending open_request(Attempt& attempt)
{
    if (attempt.read.repeats("client_id") || attempt.read.repeats("request_uri") || attempt.read.repeats("request"))
        return {}; // told later
    if (!attempt.request.request_uri.starts_with(request_uri_prefix)) {
        if (!attempt.request.request.empty()) open_object(attempt);
        return {};
    }
    attempt.pushed = find_pushed_request(attempt.call.db(), attempt.call.settings(), attempt.request.request_uri,
                                         attempt.request.client_id, Time::now());
    if (!attempt.pushed) return show(attempt, OAuth2Errc::invalid_request_uri, std::string(no_such_request));
    const auto& values = attempt.pushed->values;
    attempt.is_signed = std::ranges::find(values, signed_request, &QueryValues::value_type::first) != values.end();
    read_instead(attempt, values);
    return {};
}

// RFC 6749, 3.1: the server first makes sure who the person is. prompt=none (OpenID Connect Core, 3.1.2.1) forbids to
// ask; those requests go on, and the application is told as soon as it is known.
Ending sign_in(Attempt& attempt)
{
    const Caller& caller = attempt.call.caller;
    if (!caller.anonymous()) attempt.session = accounts::find_session(attempt.call.db(), caller.session_id);
    // The application would take the administrator for the person.
    if (attempt.session && attempt.session->acting_id != 0)
        return show(attempt, OAuth2Errc::access_denied, "nobody signs in here while acting as somebody else");
    const auto prompt = read_prompt(attempt.request.prompt);
    const bool silently = prompt && prompt->none;
    if (attempt.session && accounts::account_of(caller).must_change_password) {
        if (!silently) return see_other_first(attempt, "/user/settings/change_password");
        attempt.session.reset(); // as good as nobody until that is done
    }
    if (!attempt.session && !silently) {
        // Whoever has to sign in anyway has then done what prompt=login, max_age or a class would ask for.
        const bool insists = (prompt && prompt->login) || !attempt.request.max_age.empty()
            || !attempt.request.acr_values.empty() || !attempt.request.claims.empty();
        const auto mark =
            insists ? mark_reauthentication(attempt.call.settings(), attempt.request, 0, Time::now()) : std::string();
        return pages::see_other(attempt.call, login_address(attempt, mark));
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
    if (const auto& error = attempt.object_error) return show(attempt, error->code, error->description);
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

// RFC 9101, 7; OpenID Connect Core, 3.1.2.6: each kind of request object that is not taken has its error. An
// application may have decided never to send its requests by the person's browser (RFC 9126, 6), or unsigned (RFC
// 9101, 10.5).
Ending check_way(Attempt& attempt)
{
    const AuthorizationRequest& request = attempt.request;
    if (attempt.object_error) return tell(attempt, *attempt.object_error);
    if (!request.request.empty())
        return tell(attempt,
                    {OAuth2Errc::request_not_supported, "the application has registered no keys that it signs with"});
    if (!request.request_uri.empty())
        return tell(attempt, {OAuth2Errc::request_uri_not_supported, "request objects are not fetched"});
    if (!request.registration.empty())
        return tell(attempt, {OAuth2Errc::registration_not_supported, "applications are registered beforehand"});
    const auto metadata = from_stored(attempt.application.metadata);
    if (metadata.require_pushed_authorization_requests && !attempt.pushed)
        return tell(attempt, {OAuth2Errc::invalid_request, "the application pushes its requests"});
    if (metadata.require_signed_request_object && !attempt.is_signed)
        return tell(attempt, {OAuth2Errc::invalid_request, "the application signs its requests"});
    return {};
}

Ending know_response(Attempt& attempt)
{
    if (const auto checked = check_response(attempt.request); !checked) return tell(attempt, checked.error());
    return {};
}

// RFC 7636, 4.3 and 4.4.1; RFC 9700, 2.1.1: a public client proves later that the code was meant for it.
Ending take_challenge(Attempt& attempt)
{
    auto challenge = read_challenge(attempt.request, attempt.application.confidential);
    if (!challenge) return tell(attempt, challenge.error());
    attempt.challenge = std::move(*challenge);
    if (const auto& key = attempt.request.dpop_jkt; !key.empty() && !is_thumbprint(key)) // RFC 9449, 10
        return tell(attempt, {OAuth2Errc::invalid_request, "dpop_jkt is no thumbprint of a key"});
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

// RFC 8707, 2.1.
Ending know_resources(Attempt& attempt)
{
    auto resources = read_resources(attempt.call.settings(), attempt.request.resource);
    if (!resources) return tell(attempt, resources.error());
    attempt.resources = std::move(*resources);
    return {};
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
    auto classes = read_classes(attempt.request, *claims);
    if (!classes) return tell(attempt, classes.error());
    attempt.classes = std::move(*classes);
    attempt.subjects = claims->subjects;
    attempt.claims = std::move(*claims);
    if (const auto& token = attempt.request.id_token_hint; !token.empty()) {
        const auto hint =
            read_id_token_hint(attempt.call.settings(), attempt.call.site.get<identity::SigningKeys>(), token);
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
    if (attempt.classes.names.empty() || !class_met(attempt.session->methods, attempt.classes.names).empty())
        return false;
    const auto step = accounts::second_step_of(attempt.call.db(), attempt.call.caller.id);
    const std::string_view best = step.keys ? "pwd hwk" : step.codes && !step.lost ? "pwd otp" : "pwd";
    return !class_met(best, attempt.classes.names).empty();
}

// OpenID Connect Core, 5.5.1.1: what is essential and not met is a failed authentication.
Ending check_class(Attempt& attempt)
{
    if (!attempt.classes.essential || !class_met(attempt.session->methods, attempt.classes.names).empty()) return {};
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
    const bool must = insists || too_old || another || (better && attempt.classes.essential);
    if (!must && (!better || attempt.prompt.none)) return check_class(attempt);
    if (attempt.prompt.none) return refuse_login("the person must sign in again");
    if (has_reauthenticated(attempt.call.settings(), attempt.request, *attempt.session, now)) {
        if (another) return refuse_login("somebody else has signed in");
        return check_class(attempt);
    }
    const auto mark = mark_reauthentication(attempt.call.settings(), attempt.request, attempt.session->id, now);
    return pages::see_other(attempt.call, login_address(attempt, mark));
}

// RFC 9126, 7.3: from here on a pushed request is this session's.
Ending claim(Attempt& attempt)
{
    if (!attempt.pushed) return {};
    const bool ours = attempt.call.db().write(
        [&](db::Transaction& tx) { return claim_pushed_request(tx, *attempt.pushed, attempt.session->id); });
    if (!ours) return show(attempt, OAuth2Errc::invalid_request_uri, std::string(no_such_request));
    return {};
}

// What the person is asked about, or what a code is given for.
Consent consent_of(const Attempt& attempt)
{
    auto met = class_met(attempt.session->methods, attempt.classes.names);
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
            .response_mode = attempt.request.response_mode,
            .pushed = attempt.pushed ? attempt.pushed->hash : std::string(),
            .dpop_jkt = attempt.request.dpop_jkt,
            .resources = attempt.resources};
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
        if (attempt.pushed && !use_pushed_request(tx, request.pushed)) return {};
        return make_code_for(tx, *attempt.approved, request, *attempt.session);
    });
    if (!code) return begin_again(attempt);
    return give_code(attempt.call, return_address(attempt.request), std::move(*code));
}

// RFC 6749, 4.1.1: the person decides.
Ending ask(Attempt& attempt)
{
    if (attempt.prompt.none) return tell(attempt, {OAuth2Errc::consent_required, "the person has not approved this"});
    auto page = ask_for_consent(attempt.call, accounts::account_of(attempt.call.caller), attempt.application,
                                consent_of(attempt), attempt.approved);
    return page ? std::move(page) : begin_again(attempt);
}

constexpr Ending (*steps[])(Attempt&) = {
    open_request,
    sign_in, // the person
    have_second_step,
    know_client,   // from here on errors are told to the person
    know_redirect, //
    read_once,     // from here on to the application
    check_way,
    know_response,
    take_challenge,
    know_scopes,
    know_resources,
    read_wishes,
    authenticate, // the person again
    claim,
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
constexpr Operation authorization_operations[] = {
    {GET,  path::authorize, scope::none, provider_for_people, handle<get_authorize>,  200, "oauth2Authorize",       "Ask a person to approve an application"},
    {POST, path::authorize, scope::none, provider_for_people, handle<post_authorize>, 200, "oauth2AuthorizeByPost", "Ask a person to approve an application"},
};
// clang-format on
static_assert(well_formed(authorization_operations));

} // namespace

const Table authorization_table{"oauth2", authorization_operations, Door::site, &refuse_authorization,
                                listens::at_the_entrance};

} // namespace cairn::identity
