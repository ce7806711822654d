#include "identity/dpop.hpp"

#include <algorithm>
#include <array>

#include "api/codec.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "identity/client_metadata.hpp"
#include "identity/jwt.hpp"
#include "identity/seal.hpp"

namespace cairn::identity {

namespace {

// 11.1: how old a proof may be, and how far ahead the clock of whoever made it.
constexpr std::int64_t longest_age = 300;
constexpr std::int64_t clock_skew_seconds = 60;
constexpr std::int64_t nonce_seconds = 300; // a nonce is good for this long, and as long again
constexpr std::size_t longest_id = 512;

struct ProofClaims {
    std::string jti;
    std::string htm;
    std::string htu;
    Json iat;
    std::string ath;
    std::string nonce;
};
BOOST_DESCRIBE_STRUCT(ProofClaims, (), (jti, htm, htu, iat, ath, nonce))

std::unexpected<OAuth2Error> invalid(std::string why)
{
    return refuse(OAuth2Errc::invalid_dpop_proof, "the DPoP proof " + std::move(why));
}

std::string hash_of(std::string_view text)
{
    const auto digest = crypto::sha256(text);
    return base64url_encode({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

// RFC 3986, 6.2.2: escapes in one spelling, and none where none is needed.
std::string one_spelling(std::string_view path)
{
    std::string out;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const auto byte = path[i] == '%' && i + 2 < path.size() ? hex_decode(path.substr(i + 1, 2)) : std::nullopt;
        if (!byte) {
            out += path[i];
            continue;
        }
        const char c = byte->front();
        if (text::is_alpha(c) || text::is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~') out += c;
        else out += "%" + text::to_upper(hex_encode(*byte));
        i += 2;
    }
    return out;
}

// 4.3: without query and fragment, and in one spelling (RFC 3986, 6.2.2 and 6.2.3). Empty for what is no address.
std::string comparable(std::string_view address)
{
    address = address.substr(0, address.find_first_of("?#"));
    const auto colon = address.find("://");
    if (colon == address.npos) return {};
    const auto scheme = text::to_lower(address.substr(0, colon));
    const auto rest = address.substr(colon + 3);
    const auto slash = std::min(rest.find('/'), rest.size());
    auto host = text::to_lower(rest.substr(0, slash));
    const std::string_view usual = scheme == "https" ? ":443" : ":80";
    if (host.ends_with(usual)) host.resize(host.size() - usual.size());
    const auto path = slash < rest.size() ? rest.substr(slash) : std::string_view("/");
    return scheme + "://" + host + one_spelling(path);
}

// There is one for the whole process.
SeenProofs& seen_proofs()
{
    static SeenProofs seen;
    return seen;
}

std::string nonce_of(const config::Settings& settings, std::int64_t slot)
{
    const auto number = std::to_string(slot);
    return number + "." + seal(settings, SealFor::dpop_nonce, number);
}

OAuth2Result<void> check_nonce(const config::Settings& settings, std::string_view nonce, Time now)
{
    if (!settings.oauth2.dpop_nonce) return {};
    const auto slot = now.seconds / nonce_seconds;
    for (const auto good : {slot, slot - 1})
        if (crypto::equal_in_constant_time(nonce_of(settings, good), nonce)) return {};
    return refuse(OAuth2Errc::use_dpop_nonce, "the DPoP proof needs the nonce that is given here");
}

OAuth2Result<void> check_claims(const config::Settings& settings, const http::Request& request,
                                const ProofClaims& claims, std::string_view access_token, Time now)
{
    if (claims.jti.empty() || claims.jti.size() > longest_id) return invalid("has no jti, or a very long one");
    if (claims.htm != request.method) return invalid("was made for another method");
    const auto called = settings.server.root_url + std::string(request.path().substr(1));
    if (comparable(claims.htu) != comparable(called)) return invalid("was made for another address");
    double issued = 0;
    if (claims.iat.text.starts_with('"') || claims.iat.text == "null"
        || !api::decode_json(type_of<double>(), claims.iat.text, &issued))
        return invalid("does not say when it was made");
    const auto seconds = static_cast<double>(now.seconds);
    if (!(issued >= seconds - longest_age && issued <= seconds + clock_skew_seconds))
        return invalid("is too old, or not valid yet");
    if (!access_token.empty() && !crypto::equal_in_constant_time(claims.ath, hash_of(access_token)))
        return invalid("was made for another access token");
    return check_nonce(settings, claims.nonce, now);
}

} // namespace

bool SeenProofs::add(std::string_view proof, Time now, Time expires)
{
    const auto digest = crypto::sha256(proof);
    std::string mark(reinterpret_cast<const char*>(digest.data()), 16);
    const std::lock_guard lock(mutex_);
    for (const Marks* marks : {&young_, &old_})
        if (const auto found = marks->find(mark); found != marks->end() && found->second > now.seconds) return false;
    // The old ones go as soon as all of them have expired, or when there is no room for more.
    if (young_.size() >= most_kept / 2 || (old_until_ <= now.seconds && !young_.empty())) {
        old_ = std::move(young_);
        old_until_ = young_until_;
        young_ = {};
        young_until_ = 0;
    }
    young_.insert_or_assign(std::move(mark), expires.seconds);
    young_until_ = std::max(young_until_, expires.seconds);
    return true;
}

bool sends_proof(const http::Request& request) { return request.has_header("DPoP"); }

OAuth2Result<std::string> check_proof(const config::Settings& settings, const http::Request& request,
                                      std::string_view access_token, Time now)
{
    const auto sent =
        std::ranges::count_if(request.headers, [](const auto& h) { return text::iequals(h.name, "DPoP"); });
    if (sent != 1) return invalid(sent == 0 ? "is missing" : "was sent twice");
    const auto jwt = take_apart(request.header("DPoP"));
    if (!jwt || jwt->type != "dpop+jwt") return invalid("is no token of that type");
    const auto algorithm = crypto::find_public_algorithm(jwt->algorithm);
    if (!algorithm) return invalid("is signed by an algorithm that is not taken");
    const auto key = read_public_key(jwt->key);
    if (!key) return invalid("has no public key in its header");
    if (!key->key.verify(*algorithm, jwt->signed_text, jwt->signature)) return invalid("is not signed by its key");
    ProofClaims claims;
    if (!jwt->claims.starts_with('{') || !api::decode_json(type_of<ProofClaims>(), jwt->claims, &claims))
        return invalid("holds no JSON that could be read");
    if (auto checked = check_claims(settings, request, claims, access_token, now); !checked)
        return std::unexpected(checked.error());
    const auto mark = key->key.thumbprint() + " " + claims.jti;
    // Longer than its age would be looked at, however far ahead its clock was.
    if (!seen_proofs().add(mark, now, Time{now.seconds + longest_age + clock_skew_seconds}))
        return invalid("was used before");
    return key->key.thumbprint();
}

std::string current_nonce(const config::Settings& settings, Time now)
{
    return settings.oauth2.dpop_nonce ? nonce_of(settings, now.seconds / nonce_seconds) : std::string();
}

std::string dpop_challenge(OAuth2Errc code, std::string_view description)
{
    return "DPoP realm=\"Cairn\", error=\"" + std::string(word_of(code)) + "\", error_description=\""
        + sayable(description) + "\", algs=\"" + text::join(crypto::public_algorithms(), " ") + "\"";
}

bool is_thumbprint(std::string_view text)
{
    const auto bytes = base64url_decode(text);
    return bytes && bytes->size() == 32;
}

} // namespace cairn::identity
