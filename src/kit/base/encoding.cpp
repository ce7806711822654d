#include "base/encoding.hpp"

#include <array>
#include <numeric>

#include "base/text.hpp"

namespace cairn {

namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::string_view base64_standard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view base64_url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view base32_upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr std::string_view base32_lower = "abcdefghijklmnopqrstuvwxyz234567";

using Values = std::array<std::int8_t, 256>; // what a letter stands for; -1 where it is not of the alphabet

constexpr Values values_of(std::string_view alphabet, bool either_case)
{
    Values values;
    values.fill(-1);
    for (std::size_t i = 0; i < alphabet.size(); ++i) {
        values[static_cast<unsigned char>(alphabet[i])] = static_cast<std::int8_t>(i);
        if (either_case) values[static_cast<unsigned char>(text::to_upper(alphabet[i]))] = static_cast<std::int8_t>(i);
    }
    return values;
}

constexpr Values hex_values = values_of(hex_digits, true);
constexpr Values base64_standard_values = values_of(base64_standard, false);
constexpr Values base64_url_values = values_of(base64_url, false);
constexpr Values base32_values = values_of(base32_lower, true);

// Each letter stands for `Bits` bits, the first for the highest. Letters and bytes come out even after a few of each:
// such a group is done at once, what is left of the last one letter by letter.
template <unsigned Bits> void put_letters(char* out, std::string_view bytes, std::string_view alphabet)
{
    constexpr std::size_t group_bits = std::lcm(8U, Bits);
    constexpr std::size_t mask = (1U << Bits) - 1;
    for (; bytes.size() >= group_bits / 8; bytes.remove_prefix(group_bits / 8)) {
        std::uint64_t group = 0;
#pragma GCC unroll 8
        for (std::size_t i = 0; i < group_bits / 8; ++i) group = group << 8 | static_cast<unsigned char>(bytes[i]);
#pragma GCC unroll 8
        for (std::size_t i = 1; i <= group_bits / Bits; ++i) *out++ = alphabet[group >> (group_bits - i * Bits) & mask];
    }
    std::uint64_t pending = 0;
    unsigned count = 0;
    for (const char byte : bytes) {
        pending = pending << 8 | static_cast<unsigned char>(byte);
        for (count += 8; count >= Bits;) *out++ = alphabet[pending >> (count -= Bits) & mask];
    }
    if (count != 0) *out = alphabet[pending << (Bits - count) & mask];
}

template <unsigned Bits> void append_letters(std::string& to, std::string_view bytes, std::string_view alphabet)
{
    const std::size_t start = to.size();
    const std::size_t end = start + (bytes.size() * 8 + Bits - 1) / Bits;
    to.resize_and_overwrite(end, [&](char* text, std::size_t) { // the size that GCC 12 names may be a larger one
        put_letters<Bits>(text + start, bytes, alphabet);
        return end;
    });
}

template <unsigned Bits> std::string to_letters(std::string_view bytes, std::string_view alphabet)
{
    std::string letters;
    append_letters<Bits>(letters, bytes, alphabet);
    return letters;
}

template <unsigned Bits> std::optional<std::string> from_letters(std::string_view letters, const Values& values)
{
    std::string bytes(letters.size() * Bits / 8, '\0');
    char* out = bytes.data();
    unsigned pending = 0;
    unsigned count = 0;
    for (const char letter : letters) {
        const std::int8_t value = values[static_cast<unsigned char>(letter)];
        if (value < 0) return {};
        pending = pending << Bits | static_cast<unsigned>(value);
        count += Bits;
        if (count >= 8) {
            count -= 8;
            *out++ = static_cast<char>(pending >> count);
            pending &= (1U << count) - 1;
        }
    }
    // A whole letter left over encodes nothing, and set bits would give the same bytes a second spelling.
    if (count >= Bits || pending != 0) return {};
    return bytes;
}

constexpr bool is_padded(Base64 form) { return form == Base64::standard || form == Base64::url_padded; }

constexpr bool is_url(Base64 form) { return form == Base64::url || form == Base64::url_padded; }

} // namespace

std::string hex_encode(std::string_view bytes) { return to_letters<4>(bytes, hex_digits); }

std::optional<std::string> hex_decode(std::string_view text) { return from_letters<4>(text, hex_values); }

std::string base64_encode(std::string_view bytes, Base64 form)
{
    auto letters = to_letters<6>(bytes, is_url(form) ? base64_url : base64_standard);
    if (is_padded(form))
        while (letters.size() % 4 != 0) letters += '=';
    return letters;
}

void append_base64url(std::string& to, std::string_view bytes) { append_letters<6>(to, bytes, base64_url); }

std::optional<std::string> base64_decode(std::string_view text, Base64 form)
{
    if (is_padded(form)) {
        if (text.size() % 4 != 0) return {};
        for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
    }
    return from_letters<6>(text, is_url(form) ? base64_url_values : base64_standard_values);
}

std::string base32_encode(std::string_view bytes, Base32 letters)
{
    return to_letters<5>(bytes, letters == Base32::upper ? base32_upper : base32_lower);
}

std::optional<std::string> base32_decode(std::string_view text) { return from_letters<5>(text, base32_values); }

} // namespace cairn
