#include "identity/tokens.hpp"

#include "api/codec.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "cache/row_cache.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"
#include "identity/jwt.hpp"
#include "identity/seal.hpp"

namespace cairn::identity {

namespace {

constexpr std::string_view access_type = "at+jwt"; // RFC 9068, 2.1
constexpr std::string_view refresh_prefix = "gtr_";
constexpr std::size_t longest_refresh_token = 256;

constexpr db::Sql authorization_of_family =
    "SELECT f.id, f.grant_id, g.account_id, g.application_id, p.client_id, p.confidential,"
    " p.secret AS client_secret, p.id_token_signed_response_alg, p.metadata AS client_metadata, f.dpop_jkt,"
    " f.resources, f.sid, f.scope, f.nonce, f.acr, f.userinfo_claims, f.auth_time, f.methods, f.generation, "
    "f.rotated_at,"
    " f.expires_at, a.name, a.full_name, a.email, a.website, a.language, a.avatar, a.is_active, a.prohibit_login,"
    " a.must_change_password, a.updated_at FROM oauth2_family f JOIN oauth2_grant g ON g.id = f.grant_id"
    " JOIN oauth2_application p ON p.id = g.application_id JOIN account a ON a.id = g.account_id WHERE f.id = $1";

// RFC 9068, 2.2.
struct AccessClaims {
    std::string iss;
    std::string sub;
    Json aud; // one, or a list
    std::string client_id;
    std::string scope;
    std::string jti;
    std::int64_t iat = 0;
    std::int64_t exp = 0;
    std::int64_t auth_time = 0;
    std::optional<Confirmation> cnf;
};
BOOST_DESCRIBE_STRUCT(AccessClaims, (), (iss, sub, aud, client_id, scope, jti, iat, exp, auth_time, cnf))
constexpr auto notes(const AccessClaims*)
{
    return std::array{Note{.member = "scope", .omit_empty = true}, Note{.member = "cnf", .omit_empty = true}};
}

// RFC 7519, 4.1.3: a single one stands for itself.
Json audience_of(const std::string& issuer, std::span<const std::string> resources)
{
    const std::vector<std::string> list(resources.begin(), resources.end());
    if (list.size() > 1) return {api::to_json(type_of<std::vector<std::string>>(), &list)};
    return {api::to_json(type_of<std::string>(), list.empty() ? &issuer : &list.front())};
}

} // namespace

std::optional<Authorization> find_authorization(db::Transaction& tx, std::int64_t family_id)
{
    return tx.first<Authorization>(authorization_of_family, family_id);
}

std::shared_ptr<const Authorization> find_authorization(db::Database& db, std::int64_t family_id)
{
    return cache::row<Authorization>(db, authorization_of_family, family_id);
}

// Many at once are asked of the system, which takes longer to be asked than to answer.
std::string new_serial()
{
    constexpr std::size_t length = 16;
    thread_local std::string drawn;
    if (drawn.size() < length) drawn = crypto::random_bytes(64 * length);
    auto serial = base64url_encode(std::string_view(drawn).substr(drawn.size() - length));
    drawn.resize(drawn.size() - length);
    return serial;
}

std::string make_access_token(const config::Settings& settings, const crypto::SigningKey& key, const Family& family,
                              const AccessDetails& details, Time now)
{
    AccessClaims claims{.iss = settings.oauth2.jwt_claim_issuer,
                        .sub = std::to_string(family.account_id),
                        .aud = audience_of(settings.oauth2.jwt_claim_issuer, details.audience),
                        .client_id = family.client_id,
                        .scope = family.scope,
                        .jti = std::to_string(family.id).append(1, '.').append(details.serial),
                        .iat = now.seconds,
                        .exp = now.seconds + settings.oauth2.access_token_expiration_time,
                        .auth_time = family.auth_time.seconds};
    if (!details.jkt.empty()) claims.cnf = Confirmation{std::string(details.jkt)};
    return make_jwt(key, access_type, api::to_json(type_of<AccessClaims>(), &claims));
}

std::optional<Access> read_access_token(const config::Settings& settings, SigningKeys& keys, std::string_view token,
                                        Time now)
{
    const auto jwt = keys.verify(token);
    AccessClaims claims;
    // The type keeps id tokens out, which the same keys sign (RFC 9068, 5).
    if (!jwt || jwt->type != access_type || !api::decode_json(type_of<AccessClaims>(), jwt->claims, &claims)) return {};
    const std::string& issuer = settings.oauth2.jwt_claim_issuer;
    auto audience = read_texts(claims.aud);
    if (claims.iss != issuer || !audience || audience->empty() || claims.exp <= now.seconds) return {}; // RFC 9068, 4
    if (audience->size() == 1 && audience->front() == issuer) audience->clear();
    const auto family = text::parse_integer(std::string_view(claims.jti).substr(0, claims.jti.find('.')));
    if (!family) return {};
    return Access{.family_id = *family,
                  .scope = std::move(claims.scope),
                  .issued_at = Time{claims.iat},
                  .expires_at = Time{claims.exp},
                  .jkt = claims.cnf ? std::move(claims.cnf->jkt) : std::string(),
                  .audience = std::move(*audience)};
}

std::string make_refresh_token(const config::Settings& settings, const Family& family, std::string_view serial,
                               Time now)
{
    std::string token(refresh_prefix);
    token.reserve(longest_refresh_token);
    for (const auto number : {family.id, family.generation, now.seconds}) token.append(std::to_string(number)) += '.';
    token += serial;
    const auto content = std::string_view(token).substr(refresh_prefix.size());
    const auto sealed = seal(settings, SealFor::refresh_token, content);
    return token.append(1, '.').append(sealed);
}

std::optional<Refresh> read_refresh_token(const config::Settings& settings, std::string_view token, Time now)
{
    if (!token.starts_with(refresh_prefix) || token.size() > longest_refresh_token) return {};
    token.remove_prefix(refresh_prefix.size());
    const auto last = token.rfind('.');
    if (last == token.npos) return {};
    const auto content = token.substr(0, last);
    if (!crypto::equal_in_constant_time(seal(settings, SealFor::refresh_token, content), token.substr(last + 1)))
        return {};
    const auto parts = text::split(content, '.');
    if (parts.size() != 4) return {};
    const auto family = text::parse_integer(parts[0]);
    const auto generation = text::parse_integer(parts[1]);
    const auto issued = text::parse_integer(parts[2]);
    if (!family || !generation || !issued) return {};
    const Time expires{*issued + settings.oauth2.refresh_token_expiration_time * 3600};
    if (expires.seconds <= now.seconds) return {};
    return Refresh{.family_id = *family, .generation = *generation, .issued_at = Time{*issued}, .expires_at = expires};
}

} // namespace cairn::identity
