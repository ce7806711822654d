#include "api/challenge.hpp"

#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/jwk.hpp"

namespace cairn::api {

namespace {

bool by_dpop(const Call& call) { return text::istarts_with(call.request.header("Authorization"), "dpop "); }

bool sent_token(const Call& call)
{
    const auto header = call.request.header("Authorization");
    return text::istarts_with(header, "bearer ") || text::istarts_with(header, "token ") || by_dpop(call)
        || call.parameter("token") != nullptr || call.parameter("access_token") != nullptr;
}

} // namespace

void challenge(const Call& call, http::Response& response)
{
    if ((response.status != 401 && response.status != 403) || response.find("WWW-Authenticate") != nullptr) return;
    const bool bears = sent_token(call);
    const bool offers_nothing = !bears && call.caller.anonymous() && call.request.header("Authorization").empty();
    if (!bears && (response.status == 403 || !offers_nothing)) return;
    std::string words = by_dpop(call) ? "DPoP realm=\"Cairn\"" : "Bearer realm=\"Cairn\"";
    if (bears) words += response.status == 401 ? ", error=\"invalid_token\"" : ", error=\"insufficient_scope\"";
    const auto level = call.operation.method == Method::GET ? Level::read : Level::write;
    if (response.status == 403 && !call.caller.scopes.missing(call.operation.scope, level).empty())
        words += ", scope=\"" + text::join(ScopeSet().missing(call.operation.scope, level), " ") + "\"";
    if (response.status == 401 && call.settings().oauth2.enabled)
        words += ", resource_metadata=\"" + call.settings().server.root_url
            + ".well-known/oauth-protected-resource/api/v1\"";
    const auto algorithms = "algs=\"" + text::join(crypto::public_algorithms(), " ") + "\"";
    if (by_dpop(call)) words += ", " + algorithms;
    response.set("WWW-Authenticate", std::move(words));
    if (offers_nothing && call.settings().oauth2.enabled) // RFC 9449, 7.1: the other way to send one
        response.set("WWW-Authenticate", "DPoP realm=\"Cairn\", " + algorithms);
}

} // namespace cairn::api
