#include "identity/federation/providers.hpp"

#include <algorithm>

#include "api/codec.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "http/called_address.hpp"
#include "http/url.hpp"
#include "identity/redirect.hpp"

namespace cairn::identity {

namespace {

using namespace std::chrono_literals;

constexpr auto fresh_for = 5min;
constexpr auto silent_for = 5s;
constexpr auto keys_asked_for_after = 30s; // again, because of a key that nobody knows
constexpr std::uint64_t most_bytes = 256U << 10;
constexpr std::string_view document_path = "/.well-known/openid-configuration";

struct TokenAnswer {
    std::string id_token;
    std::string access_token;
    std::string error;
    std::string error_description;
};
BOOST_DESCRIBE_STRUCT(TokenAnswer, (), (id_token, access_token, error, error_description))

std::string without_slash(std::string_view address)
{
    while (address.ends_with('/')) address.remove_suffix(1);
    return std::string(address);
}

std::string discovery_of(const accounts::SourceSettings& source)
{
    if (source.discovery_url.ends_with(document_path)) return source.discovery_url;
    return without_slash(source.discovery_url) + std::string(document_path);
}

std::unexpected<Error> not_right(std::string words) { return fail(Errc::unauthorized, std::move(words)); }

// The calls to one provider. Its own host was chosen by an administrator, and is called wherever it is; what the
// provider names beside it is called on the internet alone, unless it was said to be good: an answer of a provider does
// not open the local network.
class Line {
public:
    Line(const config::Settings& settings, const accounts::SourceSettings& source)
        : secure_(source.discovery_url.starts_with("https://")), client_(rules(settings, source))
    {
    }

    Result<std::string> get(const std::string& url, std::string_view token = "") const
    {
        http::OutgoingRequest request{.url = url, .headers = {{"Accept", "application/json"}}};
        if (!token.empty()) request.headers.emplace_back("Authorization", "Bearer " + std::string(token));
        auto answer = TRY(send(std::move(request)));
        if (answer.status != 200) return fail(Errc::unavailable, url + " answers " + std::to_string(answer.status));
        return std::move(answer.body);
    }

    Result<http::OutgoingResponse> send(http::OutgoingRequest request) const
    {
        // Whoever is found by https says nothing by http.
        if (!is_web_address(request.url) || (secure_ && !text::istarts_with(request.url, "https:")))
            return not_right(request.url + " is no address of https");
        request.timeout = 10s;
        request.connect_timeout = 5s;
        request.silence = 10s;
        request.most_bytes = request.most_kept = most_bytes;
        request.most_redirections = 0; // the document says where; nothing that is secret goes further
        auto answer = client_.send(request);
        if (!answer) return fail(Errc::unavailable, request.url + ": " + answer.error().message);
        if (answer->cut_off) return not_right(request.url + " answers with more than anybody would");
        return answer;
    }

private:
    static http::OutgoingRules rules(const config::Settings& settings, const accounts::SourceSettings& source)
    {
        std::vector<std::string> hosts{"external", http::called_host(source.discovery_url)};
        for (const auto host : text::split_list(source.more_hosts, ',')) hosts.emplace_back(host);
        http::OutgoingRules rules{.hosts = http::ReachableHosts(hosts)};
        if (settings.proxy.proxy_enabled)
            rules.proxy = http::OutgoingProxy(settings.proxy.proxy_url, settings.proxy.proxy_hosts);
        return rules;
    }

    bool secure_;
    http::Client client_;
};

Result<ProviderDocument> read_document(const std::string& discovery, const std::string& body)
{
    ProviderDocument document;
    if (!body.starts_with('{') || !api::decode_json(type_of<ProviderDocument>(), body, &document))
        return not_right(discovery + " is no description of a provider");
    // Discovery, 4.3: otherwise one provider could say that it is another.
    const auto issuer = discovery.substr(0, discovery.size() - document_path.size());
    if (without_slash(document.issuer) != without_slash(issuer))
        return not_right(discovery + " is of another issuer: " + document.issuer.substr(0, 200));
    for (const auto& [name, address] :
         {std::pair<std::string_view, const std::string&>{"authorization_endpoint", document.authorization_endpoint},
          {"token_endpoint", document.token_endpoint},
          {"jwks_uri", document.jwks_uri}})
        if (!is_web_address(address)) return not_right(discovery + " names no " + std::string(name));
    if (discovery.starts_with("https:") && !text::istarts_with(document.authorization_endpoint, "https:"))
        return not_right("people would be sent to an address without https");
    return document;
}

// RFC 6749, 2.3.1.
void show_client(http::OutgoingRequest& request, const Provider& provider, const accounts::SourceSettings& source,
                 const std::string& secret)
{
    const auto& methods = provider.document.token_endpoint_auth_methods_supported;
    const bool basic = methods.empty() || std::ranges::find(methods, "client_secret_basic") != methods.end();
    if (!secret.empty() && basic) {
        request.user = http::encode_query(source.client_id);
        request.password = http::encode_query(secret);
        return;
    }
    request.body += "&client_id=" + http::encode_query(source.client_id);
    if (!secret.empty()) request.body += "&client_secret=" + http::encode_query(secret);
}

Result<TokenAnswer> exchange(const Line& line, const Provider& provider, const accounts::SourceSettings& source,
                             const std::string& secret, const Returned& returned)
{
    http::OutgoingRequest request{
        .method = "POST",
        .url = provider.document.token_endpoint,
        .headers = {{"Content-Type", "application/x-www-form-urlencoded"}, {"Accept", "application/json"}},
        .body = "grant_type=authorization_code&code=" + http::encode_query(returned.code) + "&redirect_uri="
            + http::encode_query(returned.redirect_uri) + "&code_verifier=" + http::encode_query(returned.verifier)};
    show_client(request, provider, source, secret);
    const auto answer = TRY(line.send(std::move(request)));
    TokenAnswer tokens;
    const bool read = answer.body.starts_with('{') && api::decode_json(type_of<TokenAnswer>(), answer.body, &tokens);
    if (read && !tokens.error.empty())
        return not_right("the provider gives no token: " + tokens.error.substr(0, 100) + ' '
                         + tokens.error_description.substr(0, 200));
    if (!read || answer.status != 200 || tokens.id_token.empty())
        return not_right("the provider gives no id_token: it answers " + std::to_string(answer.status));
    return tokens;
}

// Core, 5.3.2: what is not about the same person counts for nothing.
void add_userinfo(const Line& line, const Provider& provider, const TokenAnswer& tokens, ForeignClaims& claims)
{
    if (provider.document.userinfo_endpoint.empty() || tokens.access_token.empty()) return;
    const auto body = line.get(provider.document.userinfo_endpoint, tokens.access_token);
    ForeignClaims more;
    if (!body || !body->starts_with('{') || !api::decode_json(type_of<ForeignClaims>(), *body, &more)) return;
    if (text_claim(more, "sub") != text_claim(claims, "sub")) return;
    claims.merge(more); // those of the id_token stay
}

} // namespace

Result<std::shared_ptr<const Provider>> Providers::ask(const Source& source)
{
    const auto settings = source.read();
    const Line line(settings_, settings);
    Provider provider{.discovery = discovery_of(settings), .document = {}, .keys = {}};
    provider.document = TRY(read_document(provider.discovery, TRY(line.get(provider.discovery))));
    auto keys = read_keys(Json{TRY(line.get(provider.document.jwks_uri))});
    if (!keys) return not_right(provider.document.jwks_uri + ": " + keys.error().message);
    provider.keys = std::move(*keys);
    return std::make_shared<const Provider>(std::move(provider));
}

Result<std::shared_ptr<const Provider>> Providers::fetch(const Source& source)
{
    const auto slot = slots_.enter_unless_crowded();
    if (!slot) return fail(Errc::unavailable, "too many wait for providers already");
    auto asked = ask(source);
    const std::scoped_lock lock(mutex_);
    known_.insert_or_assign(source.id, Known{.version = source.version, .provider = asked, .at = Clock::now()});
    return asked;
}

Result<std::shared_ptr<const Provider>> Providers::find(const Source& source)
{
    {
        const std::scoped_lock lock(mutex_);
        const auto known = known_.find(source.id);
        if (known != known_.end() && known->second.version == source.version) {
            const auto age = Clock::now() - known->second.at;
            if (age < (known->second.provider ? Clock::duration(fresh_for) : Clock::duration(silent_for)))
                return known->second.provider;
        }
    }
    return fetch(source);
}

Result<ForeignClaims> Providers::redeem(const Source& source, const Returned& returned)
{
    auto provider = TRY(find(source));
    const auto settings = source.read();
    const auto secret = accounts::secret_of(settings_, source);
    const auto slot = slots_.enter_unless_crowded();
    if (!slot) return fail(Errc::unavailable, "too many wait for providers already");
    const Line line(settings_, settings);
    const auto tokens = TRY(exchange(line, *provider, settings, secret, returned));
    auto expected = returned.expected;
    expected.issuer = provider->document.issuer;
    expected.client_id = settings.client_id;
    auto claims = read_id_token(tokens.id_token, provider->keys, expected);
    if (!claims && claims.error().code == Errc::not_found) {
        // Core, 10.1.1: it may have begun to sign with another key. Not asked for at every token that somebody makes
        // up.
        Clock::time_point at;
        {
            const std::scoped_lock lock(mutex_);
            at = known_[source.id].at;
        }
        if (Clock::now() - at > keys_asked_for_after) {
            provider = TRY(ask(source));
            const std::scoped_lock lock(mutex_);
            known_.insert_or_assign(source.id,
                                    Known{.version = source.version, .provider = provider, .at = Clock::now()});
        }
        claims = read_id_token(tokens.id_token, provider->keys, expected);
    }
    if (!claims) return not_right(claims.error().message);
    add_userinfo(line, *provider, tokens, *claims);
    return claims;
}

} // namespace cairn::identity
