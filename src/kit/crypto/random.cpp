#include "crypto/random.hpp"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <string_view>
#include <system_error>

#include "base/encoding.hpp"

namespace cairn::crypto {

void fill_random(std::span<std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t got = getrandom(bytes.data(), bytes.size(), 0);
        if (got > 0) bytes = bytes.subspan(static_cast<std::size_t>(got));
        else if (errno != EINTR) throw std::system_error(errno, std::system_category(), "getrandom");
    }
}

std::string random_bytes(std::size_t bytes)
{
    std::string random(bytes, '\0');
    fill_random(std::as_writable_bytes(std::span(random)));
    return random;
}

std::string random_hex(std::size_t bytes) { return hex_encode(random_bytes(bytes)); }

std::string random_base64url(std::size_t bytes) { return base64url_encode(random_bytes(bytes)); }

// RFC 9562, section 5.4.
std::string random_uuid()
{
    std::string bytes = random_bytes(16);
    bytes[6] = static_cast<char>((bytes[6] & 0x0f) | 0x40);
    bytes[8] = static_cast<char>((bytes[8] & 0x3f) | 0x80);
    std::string uuid = hex_encode(bytes);
    for (const std::size_t dash : {8, 13, 18, 23}) uuid.insert(dash, 1, '-');
    return uuid;
}

std::string random_password(std::size_t length)
{
    static constexpr std::string_view alphabet = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    // A remainder would favor the first letters: what is beyond the alphabet is thrown away instead.
    constexpr std::uint8_t mask = 63;
    static_assert(alphabet.size() == 57 && alphabet.size() <= mask + 1);

    std::string password;
    password.reserve(length);
    std::array<std::uint8_t, 64> draws;
    while (password.size() < length) {
        fill_random(std::as_writable_bytes(std::span(draws)));
        for (const std::uint8_t draw : draws)
            if (const std::size_t letter = draw & mask; letter < alphabet.size() && password.size() < length)
                password += alphabet[letter];
    }
    return password;
}

} // namespace cairn::crypto
