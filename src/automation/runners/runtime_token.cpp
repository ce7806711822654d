#include "runners/runtime_token.hpp"

#include "api/codec.hpp"
#include "base/encoding.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"

namespace cairn::runners {

namespace {

constexpr std::string_view header = R"({"alg":"HS256","typ":"JWT"})";
constexpr std::size_t longest = 2048;
constexpr std::int64_t seconds_valid = 24 * 3600;

std::string signature(const config::Settings& settings, std::string_view signed_part)
{
    // A key of its own, so that nothing else that the site has signed is ever taken for one of these.
    const auto key = crypto::hmac_sha256(settings.security.secret_key, "tokens of tasks for artifacts");
    const auto mac = crypto::hmac_sha256({reinterpret_cast<const char*>(key.data()), key.size()}, signed_part);
    return base64url_encode({reinterpret_cast<const char*>(mac.data()), mac.size()});
}

} // namespace

std::string make_runtime_token(const config::Settings& settings, RuntimeClaims claims)
{
    if (claims.exp == 0) claims.exp = Time::now().seconds + seconds_valid;
    claims.scp = "Actions.Results:" + std::to_string(claims.run_id) + ":" + std::to_string(claims.job_id);
    auto token = base64url_encode(header) + "." + base64url_encode(api::to_json(type_of<RuntimeClaims>(), &claims));
    return token + "." + signature(settings, token);
}

std::optional<RuntimeClaims> read_runtime_token(const config::Settings& settings, std::string_view token, Time now)
{
    const auto dot = token.rfind('.');
    if (token.size() > longest || dot == token.npos) return {};
    const auto signed_part = token.substr(0, dot);
    if (!crypto::equal_in_constant_time(signature(settings, signed_part), token.substr(dot + 1))) return {};
    // What was signed here has the form that was given to it here.
    const auto text = base64url_decode(signed_part.substr(signed_part.find('.') + 1));
    RuntimeClaims claims;
    if (!text || !api::decode_json(type_of<RuntimeClaims>(), *text, &claims) || claims.exp <= now.seconds) return {};
    return claims;
}

} // namespace cairn::runners
