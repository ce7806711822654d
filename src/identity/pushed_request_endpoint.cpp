// /login/oauth/par: a client hands over an authorization request by itself, before it sends anybody here (RFC 9126).
#include <algorithm>

#include "api/codec.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "identity/authorization_request.hpp"
#include "identity/client_authentication.hpp"
#include "identity/client_metadata.hpp"
#include "identity/dpop.hpp"
#include "identity/provider.hpp"
#include "identity/pushed_requests.hpp"
#include "identity/redirect.hpp"
#include "identity/request_object.hpp"
#include "identity/resources.hpp"
#include "identity/scopes.hpp"
#include "identity/tables.hpp"

namespace cairn::identity {

using namespace api;
using enum Method;

namespace {

constexpr std::size_t longest_form = 64 << 10;

struct Pushed {
    std::string request_uri;
    std::int64_t expires_in = pushed_request_seconds;
};
BOOST_DESCRIBE_STRUCT(Pushed, (), (request_uri, expires_in))

std::string value_of(const QueryValues& values, std::string_view name)
{
    const auto found = std::ranges::find(values, name, &QueryValues::value_type::first);
    return found == values.end() ? std::string() : found->second;
}

bool is_form(const http::Request& request)
{
    const auto format = body_format(request.header("Content-Type"));
    return format && *format == BodyFormat::form;
}

OAuth2Result<QueryValues> read_form(const http::Request& request)
{
    const auto invalid = [](std::string why) { return refuse(OAuth2Errc::invalid_request, std::move(why)); };
    if (!is_form(request)) return invalid("the request is no form");
    if (request.body.size() > longest_form) return invalid("the request is too large");
    auto values = http::parse_query(request.body);
    if (!std::ranges::all_of(values, is_text, &QueryValues::value_type::second))
        return invalid("a parameter is not text in UTF-8");
    for (const char* name : {"client_id", "client_secret"})
        if (std::ranges::count(values, name, &QueryValues::value_type::first) > 1)
            return invalid("the parameter " + std::string(name) + " was sent twice");
    // 2.1: what is pushed leads to nothing else.
    if (!value_of(values, "request_uri").empty()) return invalid("a request_uri is not pushed");
    return values;
}

// RFC 9101, 6: only what is inside of a request object counts.
OAuth2Result<QueryValues> unwrap(const config::Settings& settings, const Application& application, QueryValues values)
{
    const auto object = value_of(values, "request");
    if (object.empty()) return values;
    if (from_stored(application.metadata).jwks.text == "null")
        return refuse(OAuth2Errc::request_not_supported, "the client has registered no keys that it signs with");
    auto opened = open_request_object(settings, application, object, Time::now());
    if (opened) opened->emplace_back(signed_request, "true");
    return opened;
}

// 2.1: as the authorization endpoint would check it, as far as that can be done before the person is known.
OAuth2Result<void> check(const config::Settings& settings, const Application& application, const ReadRequest& read)
{
    const AuthorizationRequest& request = read.request;
    const auto invalid = [](std::string why) { return refuse(OAuth2Errc::invalid_request, std::move(why)); };
    if (!read.repeated.empty()) return invalid("the parameter " + read.repeated.front() + " was sent twice");
    if (!read.too_long.empty()) return invalid("the parameter " + read.too_long + " is too long");
    if (!request.registration.empty())
        return refuse(OAuth2Errc::registration_not_supported, "applications are registered beforehand");
    if (!is_registered(request.redirect_uri, application.redirects(), application.confidential))
        return invalid("the redirect_uri is not registered");
    if (auto checked = check_response(request); !checked) return checked;
    if (auto challenge = read_challenge(request, application.confidential); !challenge)
        return std::unexpected(challenge.error());
    if (!is_scope_text(request.scope))
        return refuse(OAuth2Errc::invalid_scope, "the scope has characters that no scope has");
    if (settings.oauth2.strict_scopes)
        if (const auto known = check_known(request.scope); !known)
            return refuse(OAuth2Errc::invalid_scope, known.error().message);
    if (!request.dpop_jkt.empty() && !is_thumbprint(request.dpop_jkt))
        return invalid("dpop_jkt is no thumbprint of a key");
    if (auto resources = read_resources(settings, request.resource); !resources)
        return std::unexpected(resources.error());
    if (auto prompt = read_prompt(request.prompt); !prompt) return std::unexpected(prompt.error());
    if (auto max_age = read_max_age(request.max_age); !max_age) return std::unexpected(max_age.error());
    const auto claims = read_claims(request.claims);
    if (!claims) return std::unexpected(claims.error());
    if (auto classes = read_classes(request, *claims); !classes) return std::unexpected(classes.error());
    return {};
}

// What the authorization endpoint will read, and nothing else.
QueryValues known_parameters(const QueryValues& values)
{
    QueryValues known;
    for (const Field& field : type_of<AuthorizationRequest>().fields)
        for (const auto& [name, value] : values)
            if (name == field.name && name != "authenticated" && name != "request") known.emplace_back(name, value);
    for (const auto& [name, value] : values)
        if (name == signed_request) known.emplace_back(name, value);
    return known;
}

// RFC 9449, 10.1: a proof says the same as the parameter dpop_jkt.
OAuth2Result<void> bind_key(const Call& call, QueryValues& values)
{
    if (!sends_proof(call.request)) return {};
    auto thumbprint = check_proof(call.settings(), call.request, {}, Time::now());
    if (!thumbprint) return std::unexpected(thumbprint.error());
    const auto announced = value_of(values, "dpop_jkt");
    if (!announced.empty() && announced != *thumbprint)
        return refuse(OAuth2Errc::invalid_dpop_proof, "the DPoP proof is of another key than dpop_jkt");
    if (announced.empty()) values.emplace_back("dpop_jkt", std::move(*thumbprint));
    return {};
}

OAuth2Result<Pushed> push(Call& call)
{
    auto form = read_form(call.request);
    if (!form) return std::unexpected(form.error());
    const auto client =
        authenticate_client(call.db(), call.request, {value_of(*form, "client_id"), value_of(*form, "client_secret")});
    if (!client) return std::unexpected(client.error());
    const auto application = find_application(call.db(), client->client_id);
    if (!application) return refuse(OAuth2Errc::invalid_client, "the client is not known any more");
    std::erase_if(*form, [](const auto& pair) { return pair.first == signed_request; }); // that is for us to say
    auto values = unwrap(call.settings(), *application, std::move(*form));
    if (!values) return std::unexpected(values.error());
    std::erase_if(*values, [](const auto& pair) { return pair.first == "client_id"; });
    values->emplace_back("client_id", application->client_id); // by Basic it need not be in the form
    if (auto bound = bind_key(call, *values); !bound) return std::unexpected(bound.error());
    const bool is_signed = value_of(*values, signed_request) == "true";
    if (from_stored(application->metadata).require_signed_request_object && !is_signed)
        return refuse(OAuth2Errc::invalid_request, "the client signs its requests");
    if (auto checked = check(call.settings(), *application, read_authorization_request(*values)); !checked)
        return std::unexpected(checked.error());
    auto uri = push_request(call.db(), call.settings(), *application, known_parameters(*values), Time::now());
    if (!uri) return std::unexpected(uri.error());
    return Pushed{.request_uri = std::move(*uri)};
}

Result<Raw> post_par(Call& call)
{
    const auto pushed = push(call);
    if (!pushed) {
        auto refused = answer(pushed.error());
        if (auto nonce = current_nonce(call.settings(), Time::now()); !nonce.empty())
            refused.headers.emplace_back("DPoP-Nonce", std::move(nonce));
        if (pushed.error().code == OAuth2Errc::temporarily_unavailable) refused.status = 429; // 2.3
        return refused;
    }
    return Raw{.body = to_json(type_of<Pushed>(), &*pushed),
               .content_type = "application/json;charset=utf-8",
               .status = 201,
               .headers = {{"Cache-Control", "no-store"}, {"Pragma", "no-cache"}}};
}

// clang-format off
constexpr Operation pushed_request_operations[] = {
    {POST, path::pushed_request, scope::none, provider_is_on, handle<post_par>, 201, "oauth2PushRequest", "Take an authorization request from the application itself"},
};
// clang-format on
static_assert(well_formed(pushed_request_operations));

} // namespace

const Table pushed_request_table{"oauth2", pushed_request_operations, Door::site, &refuse_in_json, to_clients};

} // namespace cairn::identity
