#include "crypto/imported_password.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <optional>
#include <vector>

#include "base/encoding.hpp"
#include "crypto/bcrypt.hpp"
#include "crypto/phc.hpp"

namespace cairn::crypto {
namespace {

struct Alias {
    std::string_view name, meaning;
};

// What a bare name in a row stands for. "pbkdf2" keeps the parameters that it had before rows recorded any: the
// stronger ones that it stands for in a configuration file today are written out in full in the rows made with them.
constexpr std::array aliases{
    Alias{"", "pbkdf2$10000$50"},           Alias{"argon2", "argon2$2$65536$8$50"},
    Alias{"bcrypt", "bcrypt$10"},           Alias{"pbkdf2", "pbkdf2$10000$50"},
    Alias{"pbkdf2_hi", "pbkdf2$320000$50"}, Alias{"pbkdf2_v1", "pbkdf2$10000$50"},
    Alias{"pbkdf2_v2", "pbkdf2$50000$50"},  Alias{"scrypt", "scrypt$65536$16$2$50"},
};

struct Algorithm {
    std::string_view name;
    std::vector<std::uint32_t> numbers;
};

std::optional<Algorithm> parse_algorithm(std::string_view text)
{
    for (const Alias& alias : aliases)
        if (text == alias.name) text = alias.meaning;
    std::size_t end = text.find('$');
    Algorithm algorithm{text.substr(0, end), {}};
    while (end != std::string_view::npos) {
        text.remove_prefix(end + 1);
        end = text.find('$');
        const std::string_view digits = text.substr(0, end);
        std::uint32_t number = 0;
        const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (error != std::errc() || stop != digits.data() + digits.size()) return std::nullopt;
        algorithm.numbers.push_back(number);
    }
    return algorithm;
}

// The last number is the size of the key in all of them.
std::optional<KeyCost> cost_of(const Algorithm& algorithm)
{
    const std::vector<std::uint32_t>& numbers = algorithm.numbers;
    if (algorithm.name == "pbkdf2" && numbers.size() == 2) return Pbkdf2Cost{.iterations = numbers[0]};
    if (algorithm.name == "argon2" && numbers.size() == 4)
        return Argon2idCost{.memory = numbers[1], .passes = numbers[0], .lanes = numbers[2]};
    if (algorithm.name == "scrypt" && numbers.size() == 4 && std::has_single_bit(numbers[0]))
        return ScryptCost{
            .log_n = static_cast<std::uint32_t>(std::countr_zero(numbers[0])), .r = numbers[1], .p = numbers[2]};
    return std::nullopt;
}

// Salts were ten letters at first, used as they are. Since 2022 they are bytes, written in hexadecimal
// (go-gitea/gitea pull request 18179).
std::optional<std::string> salt_bytes(std::string_view salt)
{
    constexpr std::size_t old_salt_size = 10;
    if (salt.size() == old_salt_size) return std::string(salt);
    return hex_decode(salt);
}

} // namespace

Result<std::string> import_password_hash(std::string_view algorithm, std::string_view salt, std::string_view hash)
{
    const auto parsed = parse_algorithm(algorithm);
    if (parsed && parsed->name == "bcrypt" && parsed->numbers.size() == 1) {
        // Its text has its own salt and cost; the columns beside it are not used.
        if (!is_bcrypt(hash)) return fail(Errc::unprocessable, "the password's hash is no bcrypt hash");
        return std::string(hash);
    }
    const auto cost = parsed ? cost_of(*parsed) : std::nullopt;
    if (!cost) return fail(Errc::unprocessable, fmt::format("\"{}\" is no known password hash", algorithm));
    if (!within_bounds(*cost)) return fail(Errc::unprocessable, fmt::format("\"{}\" is too costly", algorithm));
    auto salted = salt_bytes(salt);
    if (!salted || salted->size() < min_salt_size || salted->size() > max_salt_size)
        return fail(Errc::unprocessable, "the password's salt is neither ten characters nor hexadecimal");
    auto key = hex_decode(hash);
    if (!key || key->size() != parsed->numbers.back() || key->size() < min_key_size || key->size() > max_key_size)
        return fail(Errc::unprocessable, "the password's hash does not have the length that its algorithm says");
    return to_phc({*cost, *std::move(salted), *std::move(key)});
}

} // namespace cairn::crypto
