#include "identity/client_authentication.hpp"

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "http/url.hpp"

namespace cairn::identity {

namespace {

struct Presented {
    BodyCredentials credentials;
    bool by_basic = false;
};

// RFC 6749, 2.3.1: both halves are encoded as in a form before Basic encodes them; clients that skip that step send
// nothing that the decoding would change.
std::optional<BodyCredentials> read_basic(std::string_view header)
{
    if (!text::istarts_with(header, "basic ")) return {};
    const auto pair = base64_decode(text::trim(header.substr(6)));
    if (!pair) return {};
    const auto colon = pair->find(':');
    if (colon == std::string::npos) return {};
    auto id = http::decode_query(std::string_view(*pair).substr(0, colon));
    auto secret = http::decode_query(std::string_view(*pair).substr(colon + 1));
    if (!id || !secret) return {};
    return BodyCredentials{.client_id = std::move(*id), .client_secret = std::move(*secret)};
}

// One method at a time (RFC 6749, 2.3); the same value twice is still one.
OAuth2Result<Presented> presented(const http::Request& request, const BodyCredentials& body)
{
    const auto header = request.header("Authorization");
    if (!body.client_id.empty() && !body.client_secret.empty() && !text::istarts_with(header, "basic "))
        return Presented{.credentials = body};
    if (header.empty()) {
        if (body.client_id.empty()) return refuse(OAuth2Errc::invalid_client, "the request names no client");
        return Presented{.credentials = body};
    }
    const auto basic = read_basic(header);
    if (!basic) return refuse(OAuth2Errc::invalid_request, "the Authorization header cannot be read as Basic");
    if ((!body.client_id.empty() && body.client_id != basic->client_id)
        || (!body.client_secret.empty() && body.client_secret != basic->client_secret))
        return refuse(OAuth2Errc::invalid_request, "the client in the body is not the one in the Authorization header");
    return Presented{.credentials = *basic, .by_basic = true};
}

} // namespace

OAuth2Result<Client> authenticate_client(db::Database& db, const http::Request& request, const BodyCredentials& body,
                                         bool secret_required)
{
    auto offered = presented(request, body);
    if (!offered) return std::unexpected(offered.error());
    auto application = find_application(db, offered->credentials.client_id);
    const bool known = application.has_value();
    const bool asked = known && (application->confidential || secret_required);
    // An unknown client and a wrong secret are told the same.
    if (!known || (asked && !application->has_secret(offered->credentials.client_secret)))
        return refuse(OAuth2Errc::invalid_client, "the client is not known, or its secret is wrong", offered->by_basic);
    if (asked && application->has_imported_secret()) adopt_secret(db, *application, offered->credentials.client_secret);
    return Client{.application = std::move(*application), .secret = std::move(offered->credentials.client_secret)};
}

} // namespace cairn::identity
