#include "identity/pushed_requests.hpp"

#include "api/codec.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"
#include "identity/seal.hpp"

namespace cairn::identity {

namespace {

constexpr std::size_t reference_bytes = 32;
constexpr std::int64_t most_waiting = 1000; // of one client
constexpr std::size_t longest_kept = 32 << 10;
// It travels in addresses, and on the way to the sign-in page twice encoded.
constexpr std::size_t longest_sealed = 4 << 10;

struct Parameter {
    std::string name;
    std::string value;
};
BOOST_DESCRIBE_STRUCT(Parameter, (), (name, value))

struct SealedRequest {
    std::string client_id;
    std::int64_t exp = 0;
    std::string jti; // so that no two are the same
    std::vector<Parameter> parameters;
};
BOOST_DESCRIBE_STRUCT(SealedRequest, (), (client_id, exp, jti, parameters))

struct StoredRequest {
    std::string hash;
    std::int64_t application_id = 0;
    std::string parameters;
    std::int64_t session_id = 0;
    bool used = false;
    Time expires_at;
};
BOOST_DESCRIBE_STRUCT(StoredRequest, (), (hash, application_id, parameters, session_id, used, expires_at))

std::vector<Parameter> listed(const api::QueryValues& values)
{
    std::vector<Parameter> list;
    for (const auto& [name, value] : values) list.push_back({name, value});
    return list;
}

api::QueryValues values_of(std::vector<Parameter> list)
{
    api::QueryValues values;
    for (auto& [name, value] : list) values.emplace_back(std::move(name), std::move(value));
    return values;
}

OAuth2Result<std::string> seal_request(const config::Settings& settings, const Application& application,
                                       const api::QueryValues& values, Time expires)
{
    const SealedRequest request{.client_id = application.client_id,
                                .exp = expires.seconds,
                                .jti = crypto::random_base64url(12),
                                .parameters = listed(values)};
    const auto content = base64url_encode(api::to_json(type_of<SealedRequest>(), &request));
    if (content.size() > longest_sealed)
        return refuse(OAuth2Errc::invalid_request, "the request is too large for a client that has no secret");
    return content + "." + seal(settings, SealFor::pushed_request, content);
}

std::optional<SealedRequest> open_sealed(const config::Settings& settings, std::string_view reference)
{
    const auto point = reference.rfind('.');
    if (point == reference.npos || reference.size() > longest_sealed + 128) return {};
    const auto content = reference.substr(0, point);
    const auto expected = seal(settings, SealFor::pushed_request, content);
    if (!crypto::equal_in_constant_time(expected, reference.substr(point + 1))) return {};
    const auto json = base64url_decode(content);
    SealedRequest request;
    if (!json || !api::decode_json(type_of<SealedRequest>(), *json, &request)) return {};
    return request;
}

OAuth2Result<std::string> keep_request(db::Database& db, const Application& application, const api::QueryValues& values,
                                       Time now)
{
    const auto list = listed(values);
    const auto parameters = api::to_json(type_of<std::vector<Parameter>>(), &list);
    if (parameters.size() > longest_kept) return refuse(OAuth2Errc::invalid_request, "the request is too large");
    auto reference = crypto::random_base64url(reference_bytes);
    const bool kept = db.write([&](db::Transaction& tx) {
        const auto waiting = tx.scalar<std::int64_t>("SELECT count(*) AS value FROM oauth2_pushed_request"
                                                     " WHERE application_id = $1 AND expires_at > $2 AND NOT used",
                                                     application.id, now);
        if (waiting >= most_waiting) return false;
        tx.run("INSERT INTO oauth2_pushed_request (hash, application_id, parameters, expires_at)"
               " VALUES ($1, $2, $3, $4)",
               crypto::sha256_hex(reference), application.id, parameters, Time{now.seconds + pushed_request_seconds});
        return true;
    });
    if (!kept) return refuse(OAuth2Errc::temporarily_unavailable, "too many requests of this client wait already");
    return reference;
}

} // namespace

OAuth2Result<std::string> push_request(db::Database& db, const config::Settings& settings,
                                       const Application& application, const api::QueryValues& values, Time now)
{
    auto reference = application.confidential
        ? keep_request(db, application, values, now)
        : seal_request(settings, application, values, Time{now.seconds + pushed_request_seconds});
    if (!reference) return std::unexpected(reference.error());
    return std::string(request_uri_prefix) + *reference;
}

std::optional<PushedRequest> find_pushed_request(db::Database& db, const config::Settings& settings,
                                                 std::string_view request_uri, std::string_view client_id, Time now)
{
    if (!request_uri.starts_with(request_uri_prefix)) return {};
    const auto reference = request_uri.substr(request_uri_prefix.size());
    const auto application = find_application(db, client_id);
    if (!application) return {};
    PushedRequest found{.hash = crypto::sha256_hex(reference), .application_id = application->id};
    const auto stored = db.first<StoredRequest>("SELECT * FROM oauth2_pushed_request WHERE hash = $1", found.hash);
    if (stored
        && (stored->used || stored->application_id != application->id || stored->expires_at.seconds <= now.seconds))
        return {};
    if (stored && !stored->parameters.empty()) {
        std::vector<Parameter> list;
        if (!api::decode_json(type_of<std::vector<Parameter>>(), stored->parameters, &list)) return {};
        found.values = values_of(std::move(list));
        found.expires_at = stored->expires_at;
        return found;
    }
    auto sealed = open_sealed(settings, reference);
    if (!sealed || sealed->client_id != client_id || sealed->exp <= now.seconds) return {};
    found.values = values_of(std::move(sealed->parameters));
    found.expires_at = Time{sealed->exp};
    return found;
}

bool claim_pushed_request(db::Transaction& tx, const PushedRequest& request, std::int64_t session_id)
{
    tx.run("INSERT INTO oauth2_pushed_request (hash, application_id, parameters, expires_at)"
           " VALUES ($1, $2, '', $3) ON CONFLICT (hash) DO NOTHING",
           request.hash, request.application_id, request.expires_at);
    return tx.run("UPDATE oauth2_pushed_request SET session_id = $2 WHERE hash = $1 AND NOT used"
                  " AND session_id IN (0, $2)",
                  request.hash, session_id)
        != 0;
}

bool use_pushed_request(db::Transaction& tx, std::string_view hash)
{
    return tx.run("UPDATE oauth2_pushed_request SET used = TRUE, parameters = '' WHERE hash = $1 AND NOT used", hash)
        != 0;
}

bool use_pushed_request(db::Transaction& tx, const PushedRequest& request)
{
    tx.run("INSERT INTO oauth2_pushed_request (hash, application_id, parameters, expires_at)"
           " VALUES ($1, $2, '', $3) ON CONFLICT (hash) DO NOTHING",
           request.hash, request.application_id, request.expires_at);
    return use_pushed_request(tx, request.hash);
}

} // namespace cairn::identity
