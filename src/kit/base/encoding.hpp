// Bytes as letters and back. Decoding is strict: one text for each sequence of bytes, anything else is nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn {

std::string hex_encode(std::string_view bytes); // in lower case

// In either case.
std::optional<std::string> hex_decode(std::string_view);

// The alphabets and paddings of RFC 4648.
enum class Base64 : std::uint8_t {
    standard,          // "+/", padded
    standard_unpadded, // "+/", as PHC strings and SSH fingerprints have it
    url,               // "-_", as JOSE and PKCE have it
    url_padded,        // "-_", padded
};

std::string base64_encode(std::string_view bytes, Base64 = Base64::standard);

// Nothing for white space, for padding that is missing, wrong or not of this form, and for bits left over that are set.
std::optional<std::string> base64_decode(std::string_view, Base64 = Base64::standard);

// Base64::url by the name that its standards use.
inline std::string base64url_encode(std::string_view bytes) { return base64_encode(bytes, Base64::url); }
void append_base64url(std::string& to, std::string_view bytes);
inline std::optional<std::string> base64url_decode(std::string_view text) { return base64_decode(text, Base64::url); }

enum class Base32 : std::uint8_t { upper, lower };

std::string base32_encode(std::string_view bytes, Base32 = Base32::upper); // without padding

// Without padding, in either case.
std::optional<std::string> base32_decode(std::string_view);

} // namespace cairn
