#include "crypto/password_hash.hpp"

#include "base/blocking_guard.hpp"
#include "crypto/bcrypt.hpp"
#include "crypto/digest.hpp"
#include "crypto/phc.hpp"
#include "crypto/random.hpp"

namespace cairn::crypto {
namespace {

constexpr std::size_t salt_size = 16;
constexpr std::size_t key_size = 32;

} // namespace

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
