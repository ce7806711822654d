// The slow functions that turn a password into a key: Argon2id, and the two that accounts from elsewhere bring along.
// Every cost has bounds, so that a hash in the database, wherever it came from, cannot take gigabytes or minutes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace cairn::crypto {

struct Argon2idCost {
    std::uint32_t memory = 19456; // in KiB
    std::uint32_t passes = 2;
    std::uint32_t lanes = 1;

    bool operator==(const Argon2idCost&) const = default;
};

struct Pbkdf2Cost { // with HMAC-SHA-256
    std::uint32_t iterations = 0;

    bool operator==(const Pbkdf2Cost&) const = default;
};

struct ScryptCost {
    std::uint32_t log_n = 0; // N is two to the power of it
    std::uint32_t r = 0;
    std::uint32_t p = 0;

    bool operator==(const ScryptCost&) const = default;
};

using KeyCost = std::variant<Argon2idCost, Pbkdf2Cost, ScryptCost>;

inline constexpr std::size_t min_key_size = 16, max_key_size = 128;
inline constexpr std::size_t min_salt_size = 8, max_salt_size = 64;

// At most 256 MiB and about two seconds of one core.
bool within_bounds(const KeyCost&);

// `size` bytes of key. Throws std::invalid_argument for what is out of bounds, std::bad_alloc without memory.
std::string derive_key(const KeyCost&, std::string_view password, std::string_view salt, std::size_t size);

} // namespace cairn::crypto
