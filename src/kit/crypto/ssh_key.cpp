#include "crypto/ssh_key.hpp"

#include <array>

#include "base/encoding.hpp"
#include "crypto/digest.hpp"
#include "crypto/ssh_wire.hpp"

namespace cairn::crypto {

namespace {

struct NamedCurve {
    std::string_view name;
    Curve curve;
    Hash hash; // that SSH signs with on this curve
};

constexpr std::array curves{
    NamedCurve{"nistp256", Curve::p256, Hash::sha256},
    NamedCurve{"nistp384", Curve::p384, Hash::sha384},
    NamedCurve{"nistp521", Curve::p521, Hash::sha512},
};

constexpr const NamedCurve& named(Curve curve) { return curves[static_cast<std::size_t>(curve)]; }

constexpr std::string_view ecdsa_prefix = "ecdsa-sha2-";
constexpr std::string_view ecdsa_sk_name = "sk-ecdsa-sha2-nistp256@openssh.com";
constexpr std::string_view ed25519_sk_name = "sk-ssh-ed25519@openssh.com";

constexpr char touched = 1; // the flag of a security key's signature

template <std::size_t Size> std::string_view view(const Digest<Size>& digest)
{
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

std::unexpected<Error> unusable(std::string why) { return fail(Errc::unprocessable, std::move(why)); }

std::optional<Curve> curve_of(std::string_view type)
{
    if (type == ecdsa_sk_name) return Curve::p256;
    for (const NamedCurve& entry : curves)
        if (type.starts_with(ecdsa_prefix) && type.substr(ecdsa_prefix.size()) == entry.name) return entry.curve;
    return {};
}

} // namespace

Result<SshKey> SshKey::from_blob(std::string_view blob)
{
    SshReader reader(blob);
    const auto type = reader.string();
    std::optional<SshKey> made;
    const auto make = [&](SshKeyType kind, std::optional<VerifyingKey> key, std::size_t bits) {
        if (!key) return;
        made = SshKey(kind, std::move(*key));
        made->bits_ = bits;
    };

    if (type == "ssh-rsa") {
        const auto exponent = reader.mpint();
        const auto modulus = reader.mpint();
        make(SshKeyType::rsa, VerifyingKey::rsa(modulus, exponent), bit_length(modulus));
    } else if (const auto curve = curve_of(type)) {
        const bool named_again = reader.string() == named(*curve).name;
        const auto point = reader.string();
        if (named_again)
            make(type == ecdsa_sk_name ? SshKeyType::ecdsa_sk : SshKeyType::ecdsa, VerifyingKey::ecdsa(*curve, point),
                 crypto::bits(*curve));
        if (made) made->curve_ = *curve;
    } else if (type == "ssh-ed25519" || type == ed25519_sk_name) {
        make(type == ed25519_sk_name ? SshKeyType::ed25519_sk : SshKeyType::ed25519,
             VerifyingKey::ed25519(reader.string()), 256);
    } else if (type == "ssh-dss") {
        return unusable("DSA keys are no longer safe: make one of type ed25519");
    } else if (!reader.bad() && type.ends_with("-cert-v01@openssh.com")) {
        return unusable("this is a certificate, not a public key");
    } else {
        return unusable("this is no SSH public key of a known type");
    }

    if (made && (made->type_ == SshKeyType::ecdsa_sk || made->type_ == SshKeyType::ed25519_sk))
        made->application_ = reader.string();
    if (!made || !reader.at_end()) return unusable("the SSH public key is damaged");
    made->type_name_ = type;
    made->blob_ = blob;
    return std::move(*made);
}

std::string SshKey::content() const { return type_name_ + " " + base64_encode(blob_); }

std::string SshKey::fingerprint() const
{
    return "SHA256:" + base64_encode(view(sha256(blob_)), Base64::standard_unpadded);
}

bool SshKey::verify(std::string_view message, std::string_view signature) const
{
    SshReader reader(signature);
    const auto algorithm = reader.string();
    const auto value = reader.string();
    const bool sk = type_ == SshKeyType::ecdsa_sk || type_ == SshKeyType::ed25519_sk;
    std::string signed_bytes;
    if (sk) { // the security key signs what it did beside the message's digest
        const auto flags_and_counter = reader.take(5);
        if (reader.bad() || (flags_and_counter.front() & touched) == 0) return false;
        signed_bytes.append(view(sha256(application_))).append(flags_and_counter).append(view(sha256(message)));
        message = signed_bytes;
    }
    if (!reader.at_end()) return false;

    if (type_ == SshKeyType::rsa) {
        if (algorithm == "rsa-sha2-256") return key_.verify(Hash::sha256, message, value);
        return algorithm == "rsa-sha2-512" && key_.verify(Hash::sha512, message, value);
    }
    if (algorithm != type_name_) return false;
    if (type_ == SshKeyType::ed25519 || type_ == SshKeyType::ed25519_sk) return key_.verify(Hash::none, message, value);
    SshReader pair(value);
    const auto r = pair.mpint();
    const auto s = pair.mpint();
    return pair.at_end() && key_.verify(named(curve_).hash, message, signature_of(r, s));
}

bool SshKey::verify_bare(std::string_view message, std::string_view signature) const
{
    switch (type_) {
    case SshKeyType::rsa:
        return key_.verify(Hash::sha256, message, signature) || key_.verify(Hash::sha512, message, signature);
    case SshKeyType::ecdsa: return verify_bare_ecdsa(message, signature);
    case SshKeyType::ed25519: return key_.verify(Hash::none, message, signature);
    case SshKeyType::ecdsa_sk:
    case SshKeyType::ed25519_sk: break;
    }
    return false;
}

bool SshKey::verify_bare_ecdsa(std::string_view message, std::string_view signature) const
{
    const auto fits = [&](std::string_view der) {
        for (Hash hash : {Hash::sha256, Hash::sha384, Hash::sha512})
            if (key_.verify(hash, message, der)) return true;
        return false;
    };
    if (signature.starts_with('\x30') && fits(signature)) return true;
    const auto width = (crypto::bits(curve_) + 7) / 8;
    return signature.size() == 2 * width && fits(signature_of(signature.substr(0, width), signature.substr(width)));
}

} // namespace cairn::crypto
