// How a password is kept: one text, in one column, that says by itself how to check it. New hashes are Argon2id; the
// hashes that other servers made keep working until their owner signs in, and are then replaced.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "crypto/key_derivation.hpp"

namespace cairn::crypto {

// What OWASP recommends for Argon2id: 19 MiB, two passes, one lane.
using PasswordHashOptions = Argon2idCost;

// "argon2" for that, or as other servers write it: "argon2$PASSES$KIB$LANES$LENGTH", whose length is not ours to
// choose. Nothing for what is neither, or takes more than a GiB.
std::optional<PasswordHashOptions> parse_password_cost(std::string_view);

// Slow on purpose, and never the same text twice.
std::string hash_password(std::string_view password, const PasswordHashOptions& options = {});

struct PasswordCheck {
    bool matches = false;
    bool needs_rehash = false; // it matches, but is not what hash_password() would make of it with these options
};

// As slow as the stored text says. A text that is no password hash matches nothing, at once.
PasswordCheck verify_password(std::string_view stored, std::string_view password,
                              const PasswordHashOptions& options = {});

bool is_password_hash(std::string_view stored);

// A text that no password matches and that takes as long to find out as with a real one.
std::string unmatchable_password_hash(const PasswordHashOptions& options = {});

} // namespace cairn::crypto
