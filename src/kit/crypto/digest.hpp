// Message digests and the comparison of secrets. Safe from any thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cairn::crypto {

template <std::size_t Size> using Digest = std::array<std::uint8_t, Size>;

Digest<32> sha256(std::string_view data);
Digest<64> sha512(std::string_view data);

// Git's object names and what old protocols prescribe. Never where somebody would profit from a collision.
Digest<20> sha1(std::string_view data);

// Only for the addresses of avatars, which the whole world computes as the MD5 of an e-mail address.
Digest<16> md5(std::string_view data);

// In lower-case hexadecimal.
std::string sha256_hex(std::string_view data);
std::string sha512_hex(std::string_view data);
std::string sha1_hex(std::string_view data);
std::string md5_hex(std::string_view data);

Digest<32> hmac_sha256(std::string_view key, std::string_view data);

// The same for data that lies in pieces: nothing marks where a piece ends, so a caller to whom that matters puts the
// lengths among them.
Digest<32> hmac_sha256(std::string_view key, std::span<const std::string_view> pieces);

// Only where a protocol asks for it: signatures of webhooks.
Digest<20> hmac_sha1(std::string_view key, std::string_view data);

// Takes as long for two secrets that differ at once as for two that differ at the end. A difference in length shows.
bool equal_in_constant_time(std::string_view a, std::string_view b);

} // namespace cairn::crypto
