#include "identity/client_authentication.hpp"

#include <algorithm>

#include "api/codec.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "identity/application.hpp"

namespace cairn::identity {

namespace {

struct KnownClient {
    std::int64_t id = 0;
    bool confidential = false;
    std::string secret; // its hash
    Json metadata;
};
BOOST_DESCRIBE_STRUCT(KnownClient, (), (id, confidential, secret, metadata))

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
    auto basic = read_basic(header);
    if (!basic) return refuse(OAuth2Errc::invalid_request, "the Authorization header cannot be read as Basic");
    if ((!body.client_id.empty() && body.client_id != basic->client_id)
        || (!body.client_secret.empty() && body.client_secret != basic->client_secret))
        return refuse(OAuth2Errc::invalid_request, "the client in the body is not the one in the Authorization header");
    return Presented{.credentials = std::move(*basic), .by_basic = true};
}

std::optional<KnownClient> find_client(db::Database& db, std::string_view client_id, const Authorization* named)
{
    // Names of clients are text, so this is nobody's, and the database, which takes nothing else, need not be asked.
    if (!is_text(client_id)) return {};
    if (named != nullptr && named->client_id == client_id)
        return KnownClient{.id = named->application_id,
                           .confidential = named->confidential,
                           .secret = named->client_secret,
                           .metadata = named->client_metadata};
    return db.first<KnownClient>(
        "SELECT id, confidential, secret, metadata FROM oauth2_application WHERE client_id = $1", client_id);
}

} // namespace

OAuth2Result<void> check_sent_once(const http::Request& request, const Type& parameters)
{
    const auto format = api::body_format(request.header("Content-Type"));
    if (!format || *format != api::BodyFormat::form) return {};
    const auto pairs = http::parse_query(request.body);
    for (const Field& field : parameters.fields)
        if (std::ranges::count(pairs, field.name, &api::QueryValues::value_type::first) > 1)
            return refuse(OAuth2Errc::invalid_request, "the parameter " + std::string(field.name) + " was sent twice");
    return {};
}

OAuth2Result<Client> authenticate_client(db::Database& db, const http::Request& request, const BodyCredentials& body,
                                         const Authorization* named, bool secret_required)
{
    auto offered = presented(request, body);
    if (!offered) return std::unexpected(offered.error());
    auto& [client_id, secret] = offered->credentials;
    const auto known = find_client(db, client_id, named);
    const bool asked = known && (known->confidential || secret_required);
    // An unknown client and a wrong secret are told the same. Basic can bring any bytes, and no secret is other than
    // text.
    if (!known || (asked && (!is_text(secret) || !is_secret(secret, known->secret))))
        return refuse(OAuth2Errc::invalid_client, "the client is not known, or its secret is wrong", offered->by_basic);
    if (asked && is_imported(known->secret)) adopt_secret(db, known->id, known->secret, secret);
    return Client{.id = known->id,
                  .client_id = std::move(client_id),
                  .confidential = known->confidential,
                  .secret = std::move(secret),
                  .metadata = known->metadata};
}

} // namespace cairn::identity
