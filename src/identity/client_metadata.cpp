#include "identity/client_metadata.hpp"

#include <algorithm>

#include "api/codec.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "identity/redirect.hpp"

namespace cairn::identity {

namespace {

constexpr std::size_t longest_text = 2 << 10;
constexpr std::size_t longest_set = 32 << 10;
constexpr std::size_t most_keys = 16;
constexpr std::size_t most_of_a_list = 16;

struct KeySet {
    std::optional<std::vector<Json>> keys;
};
BOOST_DESCRIBE_STRUCT(KeySet, (), (keys))

// A key with the members that only its owner may know (RFC 7518, 6), so that they are noticed.
struct OfferedKey : crypto::Jwk {
    Json d, p, q, dp, dq, qi, oth, k;

    bool is_private() const
    {
        return std::ranges::any_of(std::array{&d, &p, &q, &dp, &dq, &qi, &oth, &k},
                                   [](const Json* member) { return member->text != "null"; });
    }
};
BOOST_DESCRIBE_STRUCT(OfferedKey, (crypto::Jwk), (d, p, q, dp, dq, qi, oth, k))

std::optional<OfferedKey> decode_key(std::string_view json)
{
    OfferedKey key;
    if (!json.starts_with('{') || !api::decode_json(type_of<OfferedKey>(), json, &key)) return {};
    return key;
}

std::unexpected<Error> wrong(std::string_view member, std::string why)
{
    return fail(Errc::bad_request, std::string(member) + " " + std::move(why));
}

Result<void> check_text(std::string_view member, std::string_view text)
{
    if (text.size() > longest_text) return wrong(member, "is too long");
    if (!is_text(text)) return wrong(member, "is not text in UTF-8");
    return {};
}

Result<void> check_address(std::string_view member, std::string_view address, bool secure = false)
{
    TRY(check_text(member, address));
    if (address.empty()) return {};
    if (!is_web_address(address)) return wrong(member, "is no address of http or https without a fragment");
    if (secure && !text::istarts_with(address, "https:") && !is_on_own_machine(address))
        return wrong(member, "does not begin with https");
    return {};
}

Result<void> check_list(std::string_view member, const std::vector<std::string>& list)
{
    if (list.size() > most_of_a_list) return wrong(member, "has too many entries");
    for (const auto& text : list) TRY(check_text(member, text));
    return {};
}

} // namespace

Json to_stored(const ClientMetadata& metadata) { return {api::to_json(type_of<ClientMetadata>(), &metadata)}; }

ClientMetadata from_stored(const Json& json)
{
    ClientMetadata metadata;
    static_cast<void>(api::decode_json(type_of<ClientMetadata>(), json.text, &metadata));
    return metadata;
}

Result<void> check_metadata(const ClientMetadata& metadata)
{
    const bool has_keys = metadata.jwks.text != "null";
    if (has_keys) TRY(read_keys(metadata.jwks));
    const auto& algorithm = metadata.request_object_signing_alg;
    if (!algorithm.empty() && !crypto::find_public_algorithm(algorithm))
        return wrong("request_object_signing_alg", "is no algorithm that requests can be signed with here");
    if (metadata.require_signed_request_object && !has_keys)
        return wrong("require_signed_request_object", "is no use without keys in jwks");
    TRY(check_address("backchannel_logout_uri", metadata.backchannel_logout_uri));
    TRY(check_address("frontchannel_logout_uri", metadata.frontchannel_logout_uri));
    TRY(check_list("post_logout_redirect_uris", metadata.post_logout_redirect_uris));
    TRY(check_address("initiate_login_uri", metadata.initiate_login_uri, true));
    TRY(check_address("client_uri", metadata.client_uri));
    TRY(check_address("logo_uri", metadata.logo_uri));
    TRY(check_address("tos_uri", metadata.tos_uri));
    TRY(check_address("policy_uri", metadata.policy_uri));
    TRY(check_list("contacts", metadata.contacts));
    TRY(check_text("software_id", metadata.software_id));
    TRY(check_text("software_version", metadata.software_version));
    return {};
}

bool is_empty_set(const Json& jwks)
{
    KeySet set;
    return jwks.text.starts_with('{') && api::decode_json(type_of<KeySet>(), jwks.text, &set)
        && (!set.keys || set.keys->empty());
}

std::optional<ClientKey> read_public_key(std::string_view json)
{
    const auto offered = decode_key(json);
    if (!offered || offered->is_private()) return {};
    auto key = crypto::ForeignKey::read(*offered);
    if (!key) return {};
    return ClientKey{.key = std::move(*key), .id = offered->kid, .algorithm = offered->alg};
}

Result<std::vector<ClientKey>> read_keys(const Json& jwks)
{
    KeySet set;
    if (jwks.text.size() > longest_set) return wrong("jwks", "is too large");
    if (!jwks.text.starts_with('{') || !api::decode_json(type_of<KeySet>(), jwks.text, &set) || !set.keys)
        return wrong("jwks", "is no JWK Set");
    if (set.keys->size() > most_keys) return wrong("jwks", "has too many keys");
    std::vector<ClientKey> keys;
    for (const Json& json : *set.keys) {
        const auto offered = decode_key(json.text);
        if (!offered) return wrong("jwks", "has an entry that is no key");
        if (offered->is_private()) return wrong("jwks", "has the private half of a key, which nobody else may know");
        if (offered->use != "sig") continue;
        if (auto key = crypto::ForeignKey::read(*offered))
            keys.push_back({.key = std::move(*key), .id = offered->kid, .algorithm = offered->alg});
    }
    if (keys.empty()) return wrong("jwks", "has no key that a signature could be checked with");
    return keys;
}

} // namespace cairn::identity
