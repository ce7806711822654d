#include "crypto/password_hash.hpp"

#include "base/blocking_guard.hpp"
#include "base/text.hpp"
#include "crypto/bcrypt.hpp"
#include "crypto/digest.hpp"
#include "crypto/phc.hpp"
#include "crypto/random.hpp"

namespace cairn::crypto {
namespace {

constexpr std::size_t salt_size = 16;
constexpr std::size_t key_size = 32;

} // namespace

std::optional<PasswordHashOptions> parse_password_cost(std::string_view words)
{
    constexpr std::uint32_t most_memory = 1024 * 1024;
    constexpr std::uint32_t most_passes = 100;
    constexpr std::uint32_t most_lanes = 16;
    constexpr std::uint32_t least_memory_of_a_lane = 8; // as Argon2 has it
    if (words == "argon2" || words == "argon2id") return PasswordHashOptions{};
    const auto parts = text::split(words, '$');
    if (parts.size() != 5 || (parts[0] != "argon2" && parts[0] != "argon2id")) return {};
    const auto number = [&](std::size_t part, std::uint32_t most) -> std::uint32_t {
        const auto value = text::parse_integer(parts[part]).value_or(0);
        return value < 0 || value > most ? 0 : static_cast<std::uint32_t>(value);
    };
    const PasswordHashOptions cost{
        .memory = number(2, most_memory), .passes = number(1, most_passes), .lanes = number(3, most_lanes)};
    if (cost.passes == 0 || cost.lanes == 0 || cost.memory < least_memory_of_a_lane * cost.lanes) return {};
    return cost;
}

std::string hash_password(std::string_view password, const PasswordHashOptions& options)
{
    before_blocking();
    const std::string salt = random_bytes(salt_size);
    return to_phc({options, salt, derive_key(options, password, salt, key_size)});
}

PasswordCheck verify_password(std::string_view stored, std::string_view password, const PasswordHashOptions& options)
{
    before_blocking();
    if (is_bcrypt(stored)) {
        const bool matches = bcrypt_matches(stored, password);
        return {.matches = matches, .needs_rehash = matches};
    }
    const auto hash = parse_phc(stored);
    if (!hash) return {};
    const std::string key = derive_key(hash->cost, password, hash->salt, hash->key.size());
    const bool matches = equal_in_constant_time(key, hash->key);
    const bool current =
        hash->cost == KeyCost(options) && hash->salt.size() == salt_size && hash->key.size() == key_size;
    return {.matches = matches, .needs_rehash = matches && !current};
}

bool is_password_hash(std::string_view stored) { return is_bcrypt(stored) || parse_phc(stored).has_value(); }

std::string unmatchable_password_hash(const PasswordHashOptions& options)
{
    return to_phc({options, random_bytes(salt_size), random_bytes(key_size)});
}

} // namespace cairn::crypto
