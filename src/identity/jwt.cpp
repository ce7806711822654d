#include "identity/jwt.hpp"

#include <algorithm>

#include "api/codec.hpp"
#include "base/encoding.hpp"

namespace cairn::identity {

namespace {

// Ours are below 2 KiB; whoever sends more has something else in mind.
constexpr std::size_t longest_token = 16 << 10;

struct JoseHeader {
    std::string alg;
    std::string typ;
    std::string kid;
    Json jwk;
    std::vector<std::string> crit;
};
BOOST_DESCRIBE_STRUCT(JoseHeader, (), (alg, typ, kid, jwk, crit))

struct Parts {
    std::string_view header;
    std::string_view claims;
    std::string_view signature;
    std::string_view signed_text; // header and claims with the point between them
};

std::optional<Parts> split(std::string_view token)
{
    if (token.size() > longest_token) return {};
    const auto first = token.find('.');
    if (first == token.npos) return {};
    const auto second = token.find('.', first + 1);
    if (second == token.npos || token.find('.', second + 1) != token.npos) return {};
    return Parts{.header = token.substr(0, first),
                 .claims = token.substr(first + 1, second - first - 1),
                 .signature = token.substr(second + 1),
                 .signed_text = token.substr(0, second)};
}

std::optional<JoseHeader> read_header(std::string_view encoded)
{
    const auto text = base64url_decode(encoded);
    JoseHeader header;
    if (!text || !api::decode_json(type_of<JoseHeader>(), *text, &header)) return {};
    // RFC 7515, 4.1.11: what is critical and not understood makes the token invalid, and we understand none.
    if (!header.crit.empty()) return {};
    return header;
}

} // namespace

std::string make_jwt(const crypto::SigningKey& key, std::string_view type, std::string_view claims)
{
    // None of the three has a character that JSON would escape.
    std::string header;
    header.reserve(128);
    header.append(R"({"alg":")").append(word_of(key.algorithm())).append(R"(","typ":")").append(type);
    if (!key.id().empty()) header.append(R"(","kid":")").append(key.id());
    header.append("\"}");
    std::string token;
    token.reserve((header.size() + claims.size()) * 4 / 3 + 128); // and what a curve's signature takes
    append_base64url(token, header);
    append_base64url(token += '.', claims);
    const auto signature = key.sign(token);
    append_base64url(token += '.', signature);
    return token;
}

std::optional<Jwt> verify_jwt(std::string_view token, std::span<const crypto::SigningKey* const> keys)
{
    const auto parts = split(token);
    if (!parts) return {};
    auto header = read_header(parts->header);
    const auto signature = base64url_decode(parts->signature);
    auto claims = base64url_decode(parts->claims);
    if (!header || !signature || !claims) return {};
    const auto signer = std::ranges::find_if(keys, [&](const crypto::SigningKey* key) {
        return header->alg == word_of(key->algorithm()) && header->kid == key->id()
            && key->verify(parts->signed_text, *signature);
    });
    if (signer == keys.end()) return {};
    return Jwt{.type = std::move(header->typ), .claims = std::move(*claims)};
}

std::optional<ReceivedJwt> take_apart(std::string_view token)
{
    const auto parts = split(token);
    auto header = parts ? read_header(parts->header) : std::nullopt;
    auto claims = parts ? base64url_decode(parts->claims) : std::nullopt;
    auto signature = parts ? base64url_decode(parts->signature) : std::nullopt;
    if (!header || !claims || !signature) return {};
    return ReceivedJwt{.algorithm = std::move(header->alg),
                       .type = std::move(header->typ),
                       .key_id = std::move(header->kid),
                       .key = std::move(header->jwk.text),
                       .claims = std::move(*claims),
                       .signed_text = std::string(parts->signed_text),
                       .signature = std::move(*signature)};
}

std::optional<std::string> read_text(const Json& json)
{
    std::string text;
    if (!json.text.starts_with('"') || !api::decode_json(type_of<std::string>(), json.text, &text)) return {};
    return text;
}

std::optional<std::vector<std::string>> read_texts(const Json& json)
{
    if (auto one = read_text(json)) return std::vector{std::move(*one)};
    std::vector<Json> list;
    if (!json.text.starts_with('[') || !api::decode_json(type_of<std::vector<Json>>(), json.text, &list)) return {};
    std::vector<std::string> texts;
    for (const Json& item : list) {
        auto text = read_text(item);
        if (!text) return {};
        texts.push_back(std::move(*text));
    }
    return texts;
}

std::string claimed_type(std::string_view token)
{
    const auto parts = split(token);
    auto header = parts ? read_header(parts->header) : std::nullopt;
    return header ? std::move(header->typ) : std::string();
}

bool looks_like_jwt(std::string_view text)
{
    return text.starts_with("eyJ") && text.size() <= longest_token && std::ranges::count(text, '.') == 2;
}

} // namespace cairn::identity
