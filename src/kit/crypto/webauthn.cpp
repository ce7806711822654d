#include "crypto/webauthn.hpp"

#include "crypto/cbor.hpp"
#include "crypto/cose_key.hpp"
#include "crypto/digest.hpp"

namespace cairn::crypto {

namespace {

constexpr std::size_t hash_size = 32, head_size = hash_size + 1 + 4, aaguid_size = 16, longest_credential_id = 1023;
enum Flag : unsigned char { present = 1, verified = 4, attested = 64, extended = 128 };

std::uint32_t big_endian(std::string_view bytes)
{
    std::uint32_t value = 0;
    for (const char c : bytes) value = value << 8U | static_cast<unsigned char>(c);
    return value;
}

std::string_view view(const Digest<32>& digest)
{
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

// What is wrong with the ceremony apart from keys and signatures; empty: nothing.
std::string_view flaw_of(const RelyingParty& party, std::string_view type, std::string_view challenge,
                         const ClientData& client, const AuthenticatorData& data)
{
    if (client.type != type) return "the security key was asked for something else";
    if (!equal_in_constant_time(client.challenge, challenge)) return "the security key has answered another question";
    if (client.origin != party.origin || client.cross_origin) return "the security key was asked by another site";
    if (!equal_in_constant_time(data.rp_id_hash, view(sha256(party.id))))
        return "the security key answered another site";
    if (!data.user_present) return "the security key was not touched";
    return {};
}

// {"fmt": text, "attStmt": map, "authData": bytes}; nothing when it is malformed.
std::optional<std::string_view> authenticator_data_in(std::string_view attestation_object)
{
    CborReader reader(attestation_object);
    const auto members = reader.map();
    if (!members || *members != 3) return {};
    std::optional<std::string_view> data;
    bool format = false;
    for (int i = 0; i < 3; ++i) {
        const auto name = reader.text();
        if (!name) return {};
        if (*name == "authData" && !data) data = reader.bytes();
        else if (*name == "fmt" && !format) format = reader.text().has_value();
        else if (!reader.skip()) return {};
        if (*name == "authData" && !data) return {};
    }
    if (!format || !reader.rest().empty()) return {};
    return data;
}

} // namespace

std::optional<AuthenticatorData> read_authenticator_data(std::string_view bytes)
{
    if (bytes.size() < head_size) return {};
    const auto flags = static_cast<unsigned char>(bytes[hash_size]);
    AuthenticatorData data{.rp_id_hash = bytes.substr(0, hash_size),
                           .user_present = (flags & present) != 0,
                           .user_verified = (flags & verified) != 0,
                           .sign_count = big_endian(bytes.substr(hash_size + 1, 4)),
                           .credential_id = {},
                           .public_key = {}};
    auto rest = bytes.substr(head_size);
    if ((flags & attested) != 0) {
        if (rest.size() < aaguid_size + 2) return {};
        const auto length = big_endian(rest.substr(aaguid_size, 2));
        rest.remove_prefix(aaguid_size + 2);
        if (length == 0 || length > longest_credential_id || length > rest.size()) return {};
        data.credential_id = rest.substr(0, length);
        rest.remove_prefix(length);
        const auto key = cose_key_length(rest);
        if (!key) return {};
        data.public_key = rest.substr(0, *key);
        rest.remove_prefix(*key);
    }
    if ((flags & extended) != 0) {
        CborReader reader(rest);
        if (!reader.skip()) return {};
        rest = reader.rest();
    }
    if (!rest.empty()) return {};
    return data;
}

Result<RegisteredKey> verify_registration(const RelyingParty& party, std::string_view challenge,
                                          const ClientData& client, std::string_view attestation_object)
{
    const auto bytes = authenticator_data_in(attestation_object);
    const auto data = bytes ? read_authenticator_data(*bytes) : std::nullopt;
    if (!data || data->credential_id.empty())
        return fail(Errc::unprocessable, "the security key's answer cannot be read, or its kind of key is not known");
    if (const auto flaw = flaw_of(party, "webauthn.create", challenge, client, *data); !flaw.empty())
        return fail(Errc::unprocessable, std::string(flaw));
    return RegisteredKey{.credential_id = std::string(data->credential_id),
                         .public_key = std::string(data->public_key),
                         .sign_count = data->sign_count};
}

Result<std::uint32_t> verify_assertion(const RelyingParty& party, std::string_view challenge, const ClientData& client,
                                       const Assertion& assertion, std::string_view public_key,
                                       std::uint32_t sign_count)
{
    const auto data = read_authenticator_data(assertion.authenticator_data);
    if (!data) return fail(Errc::unauthorized, "the security key's answer cannot be read");
    if (const auto flaw = flaw_of(party, "webauthn.get", challenge, client, *data); !flaw.empty())
        return fail(Errc::unauthorized, std::string(flaw));
    std::string signed_bytes(assertion.authenticator_data);
    signed_bytes += view(sha256(client.json));
    if (!verify_cose(public_key, signed_bytes, assertion.signature))
        return fail(Errc::unauthorized, "the security key's signature is wrong");
    // Keys that do not count always say zero.
    if ((data->sign_count != 0 || sign_count != 0) && data->sign_count <= sign_count)
        return fail(Errc::unauthorized, "the security key may have been copied: its counter went back");
    return data->sign_count;
}

} // namespace cairn::crypto
