// Randomness for secrets, straight from the operating system. Safe from any thread; throws where the system has none.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace cairn::crypto {

void fill_random(std::span<std::byte> bytes);

std::string random_bytes(std::size_t bytes);
std::string random_hex(std::size_t bytes);       // two characters for each byte
std::string random_base64url(std::size_t bytes); // without padding
std::string random_uuid();                       // version 4, lower case

// For people: no two of its characters are mistaken for one another (0 and O; 1, I and l). Each character is worth
// 5.8 bits.
std::string random_password(std::size_t length);

} // namespace cairn::crypto
