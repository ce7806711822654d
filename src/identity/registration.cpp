// /login/oauth/register: programs that register themselves (RFC 7591; OpenID Connect Dynamic Client Registration 1.0),
// and manage what they have registered (RFC 7592). Only where [oauth2] DYNAMIC_REGISTRATION says so.
//
// The initial access token (RFC 7591, 3) is an API token of somebody here, to whom the application then belongs.
// Without one there are public clients on the own machine alone: nobody gets a secret, or a page of another site to
// lead people to, without a person of this site behind it.
#include <algorithm>

#include "accounts/account.hpp"
#include "accounts/audit/audit.hpp"
#include "api/error_body.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "identity/audited.hpp"
#include "identity/dynamic_clients.hpp"
#include "identity/errors.hpp"
#include "identity/provider.hpp"
#include "identity/redirect.hpp"
#include "identity/tables.hpp"

namespace cairn::identity {

using namespace api;
using enum Method;
using accounts::AuditKind;

namespace {

constexpr std::size_t longest_body = 64 << 10;
constexpr std::size_t longest_name = 255;
constexpr std::size_t most_redirects = 32;
constexpr std::size_t longest_redirect = 2 << 10;

// RFC 7591, 2. What is not listed here is not registered, and the answer does not name it.
struct ClientRegistration : ClientMetadata {
    std::string client_id;     // of a change: which one (RFC 7592, 2.2)
    std::string client_secret; // and that it is known
    std::optional<std::vector<std::string>> redirect_uris;
    std::optional<std::vector<std::string>> grant_types;
    std::optional<std::vector<std::string>> response_types;
    std::string client_name;
    std::string jwks_uri;
    std::string subject_type;
    std::string id_token_signed_response_alg;
};
BOOST_DESCRIBE_STRUCT(ClientRegistration, (ClientMetadata),
                      (client_id, client_secret, redirect_uris, grant_types, response_types, client_name, jwks_uri,
                       subject_type, id_token_signed_response_alg))

// RFC 7591, 3.2.1; RFC 7592, 3.
struct RegisteredClient : ClientMetadata {
    std::string client_id;
    std::optional<std::string> client_secret;
    std::int64_t client_id_issued_at = 0;
    std::optional<std::int64_t> client_secret_expires_at; // 0: never
    std::string registration_access_token;
    std::string registration_client_uri;
    std::vector<std::string> redirect_uris;
    std::vector<std::string> grant_types{"authorization_code", "refresh_token"};
    std::vector<std::string> response_types{"code"};
    std::string client_name;
    std::string id_token_signed_response_alg;
};
BOOST_DESCRIBE_STRUCT(RegisteredClient, (ClientMetadata),
                      (client_id, client_secret, client_id_issued_at, client_secret_expires_at,
                       registration_access_token, registration_client_uri, redirect_uris, grant_types, response_types,
                       client_name, id_token_signed_response_alg))
constexpr auto notes(const RegisteredClient*)
{
    constexpr auto optional = [](std::string_view member) { return Note{.member = member, .omit_empty = true}; };
    return std::array{optional("client_secret"),
                      optional("client_secret_expires_at"),
                      optional("id_token_signed_response_alg"),
                      optional("jwks"),
                      optional("request_object_signing_alg"),
                      optional("backchannel_logout_uri"),
                      optional("frontchannel_logout_uri"),
                      optional("post_logout_redirect_uris"),
                      optional("initiate_login_uri"),
                      optional("client_uri"),
                      optional("logo_uri"),
                      optional("tos_uri"),
                      optional("policy_uri"),
                      optional("contacts"),
                      optional("software_id"),
                      optional("software_version")};
}

struct ClientPath {
    std::string client_id;
};
BOOST_DESCRIBE_STRUCT(ClientPath, (), (client_id))

// Whose application it will be; nothing: a stranger's.
struct Registrant {
    std::optional<std::int64_t> owner_id;
};

std::unexpected<OAuth2Error> invalid(std::string why)
{
    return refuse(OAuth2Errc::invalid_client_metadata, std::move(why));
}

OAuth2Result<void> check_redirects(const config::Settings& settings, const std::vector<std::string>& addresses,
                                   bool has_owner)
{
    const auto wrong = [](std::string why) { return refuse(OAuth2Errc::invalid_redirect_uri, std::move(why)); };
    if (addresses.empty()) return wrong("there is no redirect address");
    if (addresses.size() > most_redirects) return wrong("there are too many redirect addresses");
    for (const auto& address : addresses) {
        if (address.empty() || address.size() > longest_redirect || !is_text(address))
            return wrong("a redirect address is empty, too long or no text");
        if (address.contains('#')) return wrong("a redirect address has a fragment");
        if (const auto checked = check_redirect(address, settings.oauth2.custom_schemes); !checked)
            return wrong(checked.error().message);
        if (!has_owner && !is_on_own_machine(address))
            return wrong("without an initial access token people are sent back to their own machine alone");
    }
    return {};
}

OAuth2Result<void> check_kinds(const ClientRegistration& wanted)
{
    const auto has = [](const auto& list, std::string_view value) {
        return std::ranges::find(*list, value) != list->end();
    };
    if (wanted.grant_types && !wanted.grant_types->empty() && !has(wanted.grant_types, "authorization_code"))
        return invalid("grant_types does not have authorization_code");
    if (wanted.response_types && !wanted.response_types->empty() && !has(wanted.response_types, "code"))
        return invalid("response_types does not have code");
    if (!wanted.jwks_uri.empty()) return invalid("keys are not fetched: send them in jwks");
    if (!wanted.subject_type.empty() && wanted.subject_type != "public") return invalid("subject_type is not public");
    constexpr std::array methods{"", "none", "client_secret_basic", "client_secret_post"};
    if (std::ranges::find(methods, wanted.token_endpoint_auth_method) == methods.end())
        return invalid("token_endpoint_auth_method is none of none, client_secret_basic and client_secret_post");
    return {};
}

// What would let a stranger have us call servers, or show addresses to people.
OAuth2Result<void> check_stranger(const ClientRegistration& wanted)
{
    if (!wanted.token_endpoint_auth_method.empty() && wanted.token_endpoint_auth_method != "none")
        return invalid("without an initial access token the token_endpoint_auth_method is none");
    for (const auto* address :
         {&wanted.backchannel_logout_uri, &wanted.frontchannel_logout_uri, &wanted.initiate_login_uri})
        if (!address->empty()) return invalid("without an initial access token there are no addresses of that kind");
    return {};
}

OAuth2Result<ApplicationDraft> read_draft(const config::Settings& settings, const ClientRegistration& wanted,
                                          bool has_owner)
{
    if (auto checked = check_kinds(wanted); !checked) return std::unexpected(checked.error());
    if (!has_owner)
        if (auto checked = check_stranger(wanted); !checked) return std::unexpected(checked.error());
    ApplicationDraft draft{.name = std::string(text::trim(wanted.client_name)),
                           .redirect_uris = wanted.redirect_uris.value_or(std::vector<std::string>()),
                           .confidential = false,
                           .id_token_signed_response_alg = wanted.id_token_signed_response_alg,
                           .metadata = ClientMetadata(wanted)};
    if (auto checked = check_redirects(settings, draft.redirect_uris, has_owner); !checked)
        return std::unexpected(checked.error());
    if (draft.name.size() > longest_name || !is_text(draft.name)) return invalid("client_name is too long, or no text");
    if (draft.name.empty()) draft.name = "Unnamed application";
    // 2: where nothing is said, a client has a secret, if it can be given one.
    auto& method = draft.metadata->token_endpoint_auth_method;
    if (method.empty()) method = has_owner ? "client_secret_basic" : "none";
    draft.confidential = method != "none";
    if (const auto checked = check_draft(settings, draft); !checked) return invalid(checked.error().message);
    for (const auto& address : draft.metadata->post_logout_redirect_uris)
        if (const auto checked = check_redirect(address, settings.oauth2.custom_schemes); !checked)
            return invalid(checked.error().message);
    return draft;
}

RegisteredClient shown(const config::Settings& settings, const Application& application, std::string secret,
                       std::string token)
{
    RegisteredClient client{from_stored(application.metadata)};
    client.client_id = application.client_id;
    if (!secret.empty()) {
        client.client_secret = std::move(secret);
        client.client_secret_expires_at = 0;
    }
    client.client_id_issued_at = application.created_at.seconds;
    client.registration_access_token = std::move(token);
    client.registration_client_uri =
        settings.server.root_url + std::string(path::registration).substr(1) + "/" + application.client_id;
    client.redirect_uris = application.redirects();
    client.client_name = application.name;
    client.id_token_signed_response_alg = application.id_token_signed_response_alg;
    if (!application.confidential) client.token_endpoint_auth_method = "none";
    else if (client.token_endpoint_auth_method.empty() || client.token_endpoint_auth_method == "none")
        client.token_endpoint_auth_method = "client_secret_basic";
    return client;
}

Raw told(const RegisteredClient& client, int status)
{
    return {.body = to_json(type_of<RegisteredClient>(), &client),
            .content_type = "application/json;charset=utf-8",
            .status = status,
            .headers = {{"Cache-Control", "no-store"}, {"Pragma", "no-cache"}}};
}

Result<Raw> post_register(Call& call, const Registrant& registrant, Body<ClientRegistration> body)
{
    if (call.request.body.size() > longest_body)
        return answer({OAuth2Errc::invalid_client_metadata, "it is too large"});
    const auto draft = read_draft(call.settings(), body.value, registrant.owner_id.has_value());
    if (!draft) return answer(draft.error());
    if (!registrant.owner_id && !may_register_now(call.request.peer, Time::now()))
        return fail(Errc::too_many_requests, "too many applications were registered from this address");
    const auto event = registrant.owner_id ? accounts::audit_event(call, AuditKind::application_created)
                                           : accounts::audit_event(call.request, AuditKind::application_created);
    auto client = TRY(call.db().write([&](db::Transaction& tx) -> Result<NewClient> {
        auto made = TRY(register_client(tx, registrant.owner_id, *draft));
        audit_application(tx, event, made.made.application, {.reason = "registered_by_call"});
        return made;
    }));
    auto& [application, secret] = client.made;
    return told(shown(call.settings(), application, application.confidential ? std::move(secret) : std::string(),
                      std::move(client.registration_token)),
                201);
}

// ---- RFC 7592

std::string token_of(const Call& call)
{
    const auto header = text::trim(call.request.header("Authorization"));
    return text::istarts_with(header, "bearer ") ? std::string(text::trim(header.substr(7))) : std::string();
}

// The application that a request manages, and the token by which it does.
struct Managed {
    Application application;
    std::string token;
};

// 2: there is one answer for a wrong token and for an application that is gone.
Result<void> check_manages(Call& call)
{
    TRY(check_registration_is_on(call));
    auto token = token_of(call);
    auto application = find_managed(call.db(), call.segment("client_id"), token);
    if (!application) return fail(Errc::unauthorized, "the token does not manage this application");
    call.load(Managed{std::move(*application), std::move(token)});
    return {};
}
constexpr Guard manages{.name = "manages the application",
                        .path = &type_of<ClientPath>(),
                        .loads = &tag<Managed>,
                        .errors = {401, 404},
                        .check = &check_manages,
                        .own_credentials = true};

// To whom the application belongs, by whoever has its token.
accounts::AuditEvent event_for(const Call& call, AuditKind kind, const Application& application)
{
    auto event = accounts::audit_event(call.request, kind);
    event.account_id = application.owner_id.value_or(0);
    if (application.owner_id)
        if (const auto owner = accounts::find_account(call.db(), *application.owner_id)) event.account = owner->name;
    return event;
}

Result<Raw> get_client(Call& call, const Managed& managed)
{
    return told(shown(call.settings(), managed.application, {}, managed.token), 200);
}

// 2.2: all of it is replaced. A secret is told when it is new; of one that stays, we know no more than the hash.
Result<Raw> put_client(Call& call, const Managed& managed, Body<ClientRegistration> body)
{
    const Application& before = managed.application;
    if (call.request.body.size() > longest_body)
        return answer({OAuth2Errc::invalid_client_metadata, "it is too large"});
    if (body->client_id != before.client_id)
        return answer({OAuth2Errc::invalid_client_metadata, "the client_id is not that of this application"});
    if (!body->client_secret.empty() && !(before.confidential && is_secret(body->client_secret, before.secret)))
        return answer({OAuth2Errc::invalid_client_metadata, "the client_secret is not that of this application"});
    const auto draft = read_draft(call.settings(), body.value, before.owner_id.has_value());
    if (!draft) return answer(draft.error());
    const auto changes = event_for(call, AuditKind::application_changed, before);
    const auto renewal = event_for(call, AuditKind::application_secret_renewed, before);
    std::string secret;
    const auto after = call.db().write([&](db::Transaction& tx) {
        edit_application(tx, before.id, *draft);
        audit_application(tx, changes, before);
        if (draft->confidential && !before.confidential) {
            secret = renew_secret(tx, before.id);
            audit_application(tx, renewal, before);
        }
        return find_application(tx, before.client_id);
    });
    if (!after) return fail(Errc::unauthorized, "the application is gone");
    return told(shown(call.settings(), *after, std::move(secret), managed.token), 200);
}

Result<Raw> delete_client(Call& call, const Managed& managed)
{
    const auto event = event_for(call, AuditKind::application_deleted, managed.application);
    call.db().write([&](db::Transaction& tx) {
        delete_application(tx, managed.application.id);
        audit_application(tx, event, managed.application);
    });
    return Raw{.body = {}, .content_type = {}, .status = 204, .headers = {{"Cache-Control", "no-store"}}};
}

// Who has an API token registers for the account that it is of; it must be able to do the same by the API.
Result<void> check_may_register(Call& call)
{
    TRY(check_registration_is_on(call));
    const Caller& caller = call.caller;
    if (caller.anonymous()) {
        if (call.settings().oauth2.dynamic_registration != config::DynamicRegistration::loopback)
            return fail(Errc::unauthorized,
                        "an initial access token is needed: an API token with the scope write:user");
        call.load(Registrant{});
        return {};
    }
    const bool is_token = caller.credential == Credential::token || caller.credential == Credential::oauth2_token;
    if (!is_token || caller.carrier != Carrier::header)
        return fail(Errc::unauthorized, "send an API token in the Authorization header");
    if (!caller.scopes.allows(Category::user, Level::write) || caller.public_only() || caller.limited)
        return fail(Errc::forbidden, "the token lacks the scope write:user");
    call.load(Registrant{caller.id});
    return {};
}
constexpr Guard may_register{.name = "may register an application",
                             .loads = &tag<Registrant>,
                             .errors = {401, 403, 404},
                             .check = &check_may_register};

// RFC 7591, 3.2.2, and RFC 6750, 3 for tokens.
http::Response refuse_registration(const Call& call, const Error& error)
{
    auto response = refuse_in_json(call, error);
    const bool by_token = response.status == 401 || response.status == 403;
    if (response.status == 400) response.body = error_json(OAuth2Errc::invalid_client_metadata, error.message);
    if (response.status == 401) response.body = error_json(OAuth2Errc::invalid_token, error.message);
    if (response.status == 403) response.body = error_json(OAuth2Errc::insufficient_scope, error.message);
    if (by_token)
        response.set("WWW-Authenticate",
                     response.status == 403
                         ? "Bearer realm=\"Cairn\", error=\"insufficient_scope\", scope=\"write:user\""
                         : call.request.has_header("Authorization") ? "Bearer realm=\"Cairn\", error=\"invalid_token\""
                                                                    : "Bearer realm=\"Cairn\"");
    return response;
}

// clang-format off
constexpr Operation registration_operations[] = {
    {POST,   path::registration, scope::none, may_register, handle<post_register>, 201, "oauth2RegisterClient", "Register an application"},
};
constexpr Operation management_operations[] = {
    {GET,    "/login/oauth/register/{client_id}", scope::none, manages, handle<get_client>,    200, "oauth2GetClient",    "Tell an application what it has registered"},
    {PUT,    "/login/oauth/register/{client_id}", scope::none, manages, handle<put_client>,    200, "oauth2ChangeClient", "Change what an application has registered"},
    {DELETE, "/login/oauth/register/{client_id}", scope::none, manages, handle<delete_client>, 204, "oauth2DeleteClient", "Delete an application that has registered itself"},
};
// clang-format on
static_assert(well_formed(registration_operations));
static_assert(well_formed(management_operations));

constexpr Listens to_tokens{true, false, true};

} // namespace

const Table registration_table{"oauth2", registration_operations, Door::site, &refuse_registration, to_tokens};
const Table client_management_table{"oauth2", management_operations, Door::site, &refuse_registration, to_clients};

} // namespace cairn::identity
