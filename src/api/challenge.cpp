#include "api/challenge.hpp"

#include "base/text.hpp"
#include "config/settings.hpp"

namespace cairn::api {

namespace {

bool sent_token(const Call& call)
{
    const auto header = call.request.header("Authorization");
    return text::istarts_with(header, "bearer ") || text::istarts_with(header, "token ")
        || call.parameter("token") != nullptr || call.parameter("access_token") != nullptr;
}

} // namespace

void challenge(const Call& call, http::Response& response)
{
    if ((response.status != 401 && response.status != 403) || response.find("WWW-Authenticate") != nullptr) return;
    const bool bears = sent_token(call);
    const bool offers_nothing = !bears && call.caller.anonymous() && call.request.header("Authorization").empty();
    if (!bears && (response.status == 403 || !offers_nothing)) return;
    std::string words = "Bearer realm=\"Cairn\"";
    if (bears) words += response.status == 401 ? ", error=\"invalid_token\"" : ", error=\"insufficient_scope\"";
    const auto level = call.operation.method == Method::GET ? Level::read : Level::write;
    if (response.status == 403 && !call.caller.scopes.missing(call.operation.scope, level).empty())
        words += ", scope=\"" + text::join(ScopeSet().missing(call.operation.scope, level), " ") + "\"";
    if (response.status == 401 && call.settings().oauth2.enabled)
        words += ", resource_metadata=\"" + call.settings().server.root_url
            + ".well-known/oauth-protected-resource/api/v1\"";
    response.set("WWW-Authenticate", std::move(words));
}

} // namespace cairn::api
