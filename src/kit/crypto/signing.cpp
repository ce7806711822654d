#include "crypto/signing.hpp"

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "crypto/digest.hpp"
#include "crypto/openpgp_packet.hpp"
#include "crypto/ssh_signature.hpp"
#include "crypto/ssh_wire.hpp"
#include "crypto/verifying_key.hpp"

namespace cairn::crypto {

using namespace std::string_view_literals;

namespace {

// The time is a part of what an OpenPGP key is known by, and a file in PEM has none.
constexpr std::uint32_t key_created = 1577836800; // 2020

constexpr char version = 4;
constexpr char algorithm_eddsa = 22;
constexpr char hash_sha256 = 8;
constexpr std::string_view curve = "\x09\x2b\x06\x01\x04\x01\xda\x47\x0f\x01"sv; // Ed25519's name, with its length

enum class SignatureType : char { of_bytes = 0x00, of_identity = 0x13 };

std::string number(std::uint64_t value, int bytes)
{
    std::string out;
    for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xff);
    return out;
}

std::string mpi(std::string_view bytes)
{
    const auto stripped = without_leading_zeros(bytes);
    return number(bit_length(stripped), 2) + std::string(stripped);
}

std::string key_body(const Ed25519Key& key)
{
    return version + number(key_created, 4) + algorithm_eddsa + std::string(curve) + mpi("\x40" + key.public_half());
}

std::string framed_key(const Ed25519Key& key)
{
    const auto body = key_body(key);
    return "\x99" + number(body.size(), 2) + body;
}

std::string fingerprint(const Ed25519Key& key)
{
    const auto digest = sha1(framed_key(key));
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

std::string subpacket(char type, std::string_view body)
{
    return number(body.size() + 1, 1) + type + std::string(body);
}

std::string signature_packet(const Ed25519Key& key, SignatureType type, std::string_view data, std::string_view more,
                             Time when)
{
    const auto print = fingerprint(key);
    const auto hashed = subpacket(2, number(static_cast<std::uint64_t>(when.seconds), 4))
        + subpacket(33, "\x04" + print) + std::string(more);
    const auto head = std::string(1, version) + static_cast<char>(type) + algorithm_eddsa + hash_sha256
        + number(hashed.size(), 2) + hashed;
    const auto digest = sha256(std::string(data) + head + "\x04\xff" + number(head.size(), 4));
    const std::string_view digest_bytes(reinterpret_cast<const char*>(digest.data()), digest.size());
    const auto signature = key.sign(digest_bytes);
    const auto unhashed = subpacket(16, print.substr(12));
    return openpgp::write_packet(openpgp::Tag::signature,
                                 head + number(unhashed.size(), 2) + unhashed + std::string(digest_bytes.substr(0, 2))
                                     + mpi(std::string_view(signature).substr(0, 32))
                                     + mpi(std::string_view(signature).substr(32)));
}

std::string lines_of(std::string_view base64, std::size_t width)
{
    std::string lines;
    for (std::size_t at = 0; at < base64.size(); at += width) {
        lines += base64.substr(at, width);
        lines += '\n';
    }
    return lines;
}

// CRC-24 of RFC 4880, 6.1: old programs want it.
std::string checksum(std::string_view bytes)
{
    std::uint32_t crc = 0xb704ce;
    for (const char c : bytes) {
        crc ^= static_cast<std::uint32_t>(static_cast<unsigned char>(c)) << 16;
        for (int i = 0; i < 8; ++i) {
            crc <<= 1;
            if ((crc & 0x1000000) != 0) crc ^= 0x1864cfb;
        }
    }
    return "=" + base64_encode(number(crc & 0xffffff, 3));
}

std::string armor(std::string_view label, std::string_view bytes)
{
    return "-----BEGIN PGP " + std::string(label) + "-----\n\n" + lines_of(base64_encode(bytes), 64) + checksum(bytes)
        + "\n-----END PGP " + std::string(label) + "-----\n";
}

std::string ssh_blob(const Ed25519Key& key)
{
    std::string blob;
    append_ssh_string(blob, "ssh-ed25519");
    append_ssh_string(blob, key.public_half());
    return blob;
}

} // namespace

std::string sign_openpgp(const Ed25519Key& key, std::string_view data, Time now)
{
    return armor("SIGNATURE", signature_packet(key, SignatureType::of_bytes, data, {}, now));
}

std::string openpgp_public_key(const Ed25519Key& key, std::string_view identity)
{
    const auto framed = framed_key(key) + "\xb4" + number(identity.size(), 4) + std::string(identity);
    const auto may_certify_and_sign = subpacket(27, "\x03");
    return armor("PUBLIC KEY BLOCK",
                 openpgp::write_packet(openpgp::Tag::public_key, key_body(key))
                     + openpgp::write_packet(openpgp::Tag::user_id, identity)
                     + signature_packet(key, SignatureType::of_identity, framed, may_certify_and_sign,
                                        {std::int64_t{key_created}}));
}

std::string openpgp_key_id(const Ed25519Key& key) { return text::to_upper(hex_encode(fingerprint(key).substr(12))); }

std::string sign_ssh(const Ed25519Key& key, std::string_view data, std::string_view purpose)
{
    const auto digest = sha512(data);
    std::string head;
    append_ssh_string(head, purpose);
    append_ssh_string(head, "");
    append_ssh_string(head, "sha512");
    std::string message = "SSHSIG" + head;
    append_ssh_string(message, {reinterpret_cast<const char*>(digest.data()), digest.size()});
    std::string signature;
    append_ssh_string(signature, "ssh-ed25519");
    append_ssh_string(signature, key.sign(message));
    std::string blob = "SSHSIG" + number(1, 4);
    append_ssh_string(blob, ssh_blob(key));
    blob += head;
    append_ssh_string(blob, signature);
    return std::string(SshSignature::begin) + "\n" + lines_of(base64_encode(blob), 70)
        + "-----END SSH SIGNATURE-----\n";
}

std::string ssh_public_key(const Ed25519Key& key) { return "ssh-ed25519 " + base64_encode(ssh_blob(key)); }

} // namespace cairn::crypto
