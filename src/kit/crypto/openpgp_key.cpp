// Single keys and signatures.
#include <array>

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "crypto/digest.hpp"
#include "crypto/openpgp.hpp"

namespace cairn::crypto::openpgp {

namespace {

constexpr std::size_t least_rsa_bits = 1024;

enum Algorithm : std::uint8_t {
    rsa = 1,
    rsa_encrypt = 2,
    rsa_sign = 3,
    elgamal = 16,
    dsa = 17,
    ecdh = 18,
    ecdsa = 19,
    eddsa = 22, // Ed25519 as GnuPG has it
    x25519 = 25,
    x448 = 26,
    ed25519 = 27, // as RFC 9580 has it
    ed448 = 28,
};

// MD5 and RIPEMD are not among them.
std::optional<Hash> hash_of(std::uint8_t id)
{
    switch (id) {
    case 2: return Hash::sha1;
    case 8: return Hash::sha256;
    case 9: return Hash::sha384;
    case 10: return Hash::sha512;
    case 11: return Hash::sha224;
    default: return {};
    }
}

std::optional<Curve> curve_of(std::string_view oid)
{
    if (oid == "\x2a\x86\x48\xce\x3d\x03\x01\x07") return Curve::p256;
    if (oid == std::string_view("\x2b\x81\x04\x00\x22", 5)) return Curve::p384;
    if (oid == std::string_view("\x2b\x81\x04\x00\x23", 5)) return Curve::p521;
    return {};
}

constexpr std::string_view ed25519_oid = "\x2b\x06\x01\x04\x01\xda\x47\x0f\x01";

std::optional<VerifyingKey> read_material(std::uint8_t algorithm, ByteReader& reader, std::size_t& modulus_size)
{
    switch (algorithm) {
    case rsa:
    case rsa_sign: {
        const auto modulus = take_mpi(reader);
        const auto exponent = take_mpi(reader);
        modulus_size = (bit_length(modulus) + 7) / 8;
        if (bit_length(modulus) < least_rsa_bits) return {};
        return VerifyingKey::rsa(modulus, exponent);
    }
    case dsa: {
        const auto p = take_mpi(reader);
        const auto q = take_mpi(reader);
        const auto g = take_mpi(reader);
        return VerifyingKey::dsa(p, q, g, take_mpi(reader));
    }
    case ecdsa: {
        const auto curve = curve_of(reader.take(reader.byte()));
        const auto point = take_mpi(reader);
        return curve ? VerifyingKey::ecdsa(*curve, point) : std::nullopt;
    }
    case eddsa: {
        const auto oid = reader.take(reader.byte());
        const auto point = take_mpi(reader);
        if (oid != ed25519_oid || !point.starts_with('\x40')) return {};
        return VerifyingKey::ed25519(point.substr(1));
    }
    case ed25519: return VerifyingKey::ed25519(reader.take(32));
    default: return {};
    }
}

std::string padded(std::string_view number, std::size_t size)
{
    number = without_leading_zeros(number);
    return number.size() > size ? std::string() : std::string(size - number.size(), '\0').append(number);
}

// Whether a signature may be believed although it has a part with this type marked as critical.
bool is_known(std::uint8_t subpacket)
{
    switch (subpacket) {
    case 2:  // created
    case 3:  // expires
    case 9:  // the key's lifetime
    case 11: // preferences
    case 16: // the issuer
    case 21:
    case 22:
    case 23:
    case 25:
    case 27: // the key's purpose
    case 30:
    case 32: // the subkey's own signature
    case 33: // the issuer's fingerprint
    case 34: return true;
    default: return false;
    }
}

void read_subpacket(Signature& into, const Subpacket& subpacket, bool hashed)
{
    ByteReader reader(subpacket.body);
    // Where nothing protects it, only what needs no protection counts: a wrong hint at the key finds no key.
    if (subpacket.type == 16 && subpacket.body.size() == 8) into.issuer = text::to_upper(hex_encode(subpacket.body));
    if (subpacket.type == 33 && subpacket.body.size() == 21)
        into.issuer = text::to_upper(hex_encode(subpacket.body.substr(13)));
    if (subpacket.type == 32) into.embedded = subpacket.body; // has a signature of its own
    if (!hashed) return;
    if (subpacket.type == 2) into.created = {reader.uint32()};
    if (subpacket.type == 3)
        if (const auto lifetime = reader.uint32(); lifetime != 0) into.expires = {lifetime};
    if (subpacket.type == 9) into.key_lifetime = reader.uint32();
    if (subpacket.type == 27) into.key_flags = reader.byte();
}

} // namespace

std::optional<Signature> Signature::from_packet(std::string_view body)
{
    ByteReader reader(body);
    if (reader.byte() != 4) return {};
    Signature made;
    made.type = reader.byte();
    made.algorithm = reader.byte();
    const auto hash = hash_of(reader.byte());
    const auto hashed = read_subpackets(reader.take(reader.uint16()));
    made.hashed = body.substr(0, body.size() - reader.rest().size());
    const auto unhashed = read_subpackets(reader.take(reader.uint16()));
    reader.take(2); // the beginning of the digest, for those in a hurry
    made.numbers = reader.rest();
    if (reader.bad() || !hash || !hashed || !unhashed) return {};
    made.hash = *hash;

    for (const Subpacket& subpacket : *unhashed) read_subpacket(made, subpacket, false);
    for (const Subpacket& subpacket : *hashed) {
        if (subpacket.critical && !is_known(subpacket.type)) return {};
        read_subpacket(made, subpacket, true);
    }
    if (made.created.seconds == 0) return {}; // every signature has one
    if (made.expires != Time::never()) made.expires.seconds += made.created.seconds;
    return made;
}

std::optional<Signature> Signature::from_armor(std::string_view text)
{
    constexpr std::size_t longest = 64 * 1024;
    if (text.size() > longest) return {};
    const auto bytes = read_armor(text, "SIGNATURE");
    const auto packets = bytes ? read_packets(*bytes, 1) : std::nullopt;
    if (!packets || packets->size() != 1 || packets->front().tag != Tag::signature) return {};
    return from_packet(packets->front().body);
}

std::optional<Key> Key::from_packet(std::string_view body)
{
    ByteReader reader(body);
    if (reader.byte() != 4 || body.size() > 0xffff) return {};
    Key made;
    made.created_ = {reader.uint32()};
    made.algorithm_ = reader.byte();
    if (reader.bad()) return {};
    made.verifying_ = read_material(made.algorithm_, reader, made.modulus_size_);
    if (made.verifying_ && !reader.at_end()) return {};
    made.body_ = body;
    return made;
}

std::string Key::fingerprint() const
{
    std::string framed = "\x99";
    framed += static_cast<char>(body_.size() >> 8);
    framed += static_cast<char>(body_.size() & 0xff);
    return text::to_upper(sha1_hex(framed + body_));
}

std::string Key::id() const { return fingerprint().substr(24); }

bool Key::can_sign() const
{
    switch (algorithm_) {
    case rsa:
    case rsa_sign:
    case dsa:
    case ecdsa:
    case eddsa:
    case ed25519:
    case ed448: return true;
    default: return false;
    }
}

bool Key::can_encrypt() const
{
    switch (algorithm_) {
    case rsa:
    case rsa_encrypt:
    case elgamal:
    case ecdh:
    case x25519:
    case x448: return true;
    default: return false;
    }
}

bool Key::made(const Signature& signature, std::string_view data) const
{
    if (!verifying_ || signature.algorithm != algorithm_ || signature.created < created_) return false;
    std::string message;
    message.reserve(data.size() + signature.hashed.size() + 6);
    message.append(data).append(signature.hashed).append("\x04\xff");
    for (int shift = 24; shift >= 0; shift -= 8) message += static_cast<char>(signature.hashed.size() >> shift & 0xff);

    ByteReader reader(signature.numbers);
    if (algorithm_ == ed25519) {
        const auto value = reader.take(64);
        return reader.at_end() && verifying_->verify(Hash::none, digest(signature.hash, message), value);
    }
    const auto first = take_mpi(reader);
    if (algorithm_ == rsa || algorithm_ == rsa_sign)
        return reader.at_end() && verifying_->verify(signature.hash, message, padded(first, modulus_size_));
    const auto second = take_mpi(reader);
    if (!reader.at_end()) return false;
    if (algorithm_ == eddsa) {
        const auto value = padded(first, 32) + padded(second, 32);
        return verifying_->verify(Hash::none, digest(signature.hash, message), value);
    }
    return verifying_->verify(signature.hash, message, signature_of(first, second));
}

bool Key::signed_data(const Signature& signature, std::string_view data, Time now) const
{
    if (signature.hash == Hash::sha1 || signature.type > 1 || signature.issuer != id()) return false;
    if (signature.expires != Time::never() && signature.expires <= now) return false;
    if (expires != Time::never() && expires <= signature.created) return false;
    if (signature.type == 0) return made(signature, data);
    std::string lines; // as text, whose lines end in CR and LF wherever they were written
    for (std::size_t i = 0; i < data.size(); ++i) {
        if (data[i] == '\n' && (i == 0 || data[i - 1] != '\r')) lines += '\r';
        lines += data[i];
    }
    return made(signature, lines);
}

} // namespace cairn::crypto::openpgp
