// Any bytes as a request to the token endpoint and its neighbors: the header Authorization, then, after a line break,
// the body, as a form and as JSON. Whatever comes, there is an answer that is the client's fault and no token.
#include <cstdint>
#include <string_view>

#include "demand.hpp"
#include "site.hpp"

namespace cairn::fuzz {

namespace {

struct TokenSite : Site {
    TokenSite()
    {
        settings.oauth2.jwt_signing_algorithm = config::JwtAlgorithm::ES256;
        application.emplace(*db, settings);
        application->furnish();
    }
};

} // namespace

} // namespace cairn::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cairn;
    static fuzz::TokenSite site;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto line_end = std::min(input.find('\n'), input.size());
    const auto authorization = input.substr(0, line_end);
    for (const std::string_view path : {"/login/oauth/access_token", "/login/oauth/introspect", "/login/oauth/revoke"})
        for (const std::string_view type : {"application/x-www-form-urlencoded", "application/json"}) {
            http::Request request;
            request.method = "POST";
            request.target = path;
            request.headers = {{"Content-Type", type}};
            if (!authorization.empty()) request.headers.push_back({"Authorization", authorization});
            request.body = input.substr(std::min(line_end + 1, input.size()));
            request.peer = "127.0.0.1";
            request.id = "fuzz";
            fuzz::demand(std::holds_alternative<http::Intake>(site.application->admit(request)));
            const auto response = site.application->serve(request);
            fuzz::demand(response.status == 400 || response.status == 401
                         || (response.status == 200 && path != "/login/oauth/access_token"));
        }
    return 0;
}
