#include "identity/federation/id_token.hpp"

#include <algorithm>

#include "api/codec.hpp"
#include "base/utf8.hpp"
#include "crypto/digest.hpp"
#include "identity/jwt.hpp"

namespace cairn::identity {

namespace {

// Clocks differ a little.
constexpr std::int64_t clock_skew_seconds = 60;
// Whoever hands out a token takes it from here at once: one that was made long ago comes from elsewhere.
constexpr std::int64_t oldest_seconds = 600;
constexpr std::size_t longest_subject = 255;

std::unexpected<Error> invalid(std::string why) { return fail(Errc::unauthorized, "the id_token " + std::move(why)); }

const Json* find(const ForeignClaims& claims, const std::string& name)
{
    const auto found = claims.find(name);
    return found == claims.end() || found->second.text == "null" ? nullptr : &found->second;
}

std::optional<std::int64_t> time_claim(const ForeignClaims& claims, const std::string& name)
{
    const auto* json = find(claims, name);
    double seconds = 0;
    if (json == nullptr || json->text.starts_with('"') || !api::decode_json(type_of<double>(), json->text, &seconds))
        return {};
    if (!(seconds > -1e15 && seconds < 1e15)) return {};
    return static_cast<std::int64_t>(seconds);
}

// The algorithm is one of those with public keys, and the key decides whether it is of that kind: neither `none` nor a
// key that is taken for a secret gets any further (RFC 8725, 3.1 and 2.1).
Result<ForeignClaims> verify(std::string_view token, std::span<const ClientKey> keys)
{
    const auto jwt = take_apart(token);
    if (!jwt) return invalid("is no signed token");
    if (!jwt->type.empty() && jwt->type != "JWT") return invalid("is a token of another type");
    const auto algorithm = crypto::find_public_algorithm(jwt->algorithm);
    if (!algorithm) return invalid("is signed by an algorithm that does not count here: " + jwt->algorithm);
    const auto fits = [&](const ClientKey& key) {
        return (jwt->key_id.empty() || jwt->key_id == key.id)
            && (key.algorithm.empty() || key.algorithm == jwt->algorithm);
    };
    if (std::ranges::none_of(keys, fits))
        return fail(Errc::not_found, "no key of the provider has signed the id_token");
    const bool is_signed = std::ranges::any_of(keys, [&](const ClientKey& key) {
        return fits(key) && key.key.verify(*algorithm, jwt->signed_text, jwt->signature);
    });
    if (!is_signed) return invalid("has a signature that is not right");
    ForeignClaims claims;
    if (!jwt->claims.starts_with('{') || !api::decode_json(type_of<ForeignClaims>(), jwt->claims, &claims))
        return invalid("holds no JSON object");
    return claims;
}

Result<void> check_audience(const ForeignClaims& claims, const std::string& client_id)
{
    const auto* audience = find(claims, "aud");
    const auto meant = audience != nullptr ? read_texts(*audience) : std::nullopt;
    if (!meant || std::ranges::find(*meant, client_id) == meant->end()) return invalid("was made for somebody else");
    const auto* party = find(claims, "azp");
    if (meant->size() > 1 && party == nullptr) return invalid("was made for several, and does not say who may use it");
    if (party != nullptr && read_text(*party) != client_id) return invalid("may be used by somebody else");
    return {};
}

Result<void> check_times(const ForeignClaims& claims, const ExpectedIdToken& expected)
{
    const auto expires = time_claim(claims, "exp");
    if (!expires || *expires + clock_skew_seconds <= expected.now.seconds) return invalid("has expired");
    const auto issued = time_claim(claims, "iat");
    if (!issued || *issued - clock_skew_seconds > expected.now.seconds) return invalid("is not valid yet");
    if (*issued + oldest_seconds < expected.now.seconds) return invalid("was made long ago");
    if (!expected.authenticated_since) return {};
    const auto authenticated = time_claim(claims, "auth_time");
    if (!authenticated || *authenticated + clock_skew_seconds < expected.authenticated_since->seconds)
        return invalid("does not say that the person has signed in again");
    return {};
}

} // namespace

Result<ForeignClaims> read_id_token(std::string_view token, std::span<const ClientKey> keys,
                                    const ExpectedIdToken& expected)
{
    auto claims = TRY(verify(token, keys));
    if (text_claim(claims, "iss") != expected.issuer) return invalid("was made by somebody else");
    TRY(check_audience(claims, expected.client_id));
    TRY(check_times(claims, expected));
    if (!crypto::equal_in_constant_time(text_claim(claims, "nonce"), expected.nonce))
        return invalid("answers another request");
    const auto subject = text_claim(claims, "sub");
    if (subject.empty() || subject.size() > longest_subject) return invalid("does not say whom it is about");
    return claims;
}

std::string text_claim(const ForeignClaims& claims, const std::string& name)
{
    const auto* json = find(claims, name);
    auto text = json != nullptr ? read_text(*json) : std::nullopt;
    return text && is_text(*text) ? std::move(*text) : std::string();
}

bool true_claim(const ForeignClaims& claims, const std::string& name)
{
    const auto* json = find(claims, name);
    return json != nullptr && (json->text == "true" || json->text == "\"true\"");
}

} // namespace cairn::identity
