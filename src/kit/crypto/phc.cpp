#include "crypto/phc.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/encoding.hpp"

namespace cairn::crypto {
namespace {

std::string cost_text(const Argon2idCost& cost)
{
    return fmt::format("$argon2id$v=19$m={},t={},p={}", cost.memory, cost.passes, cost.lanes);
}

std::string cost_text(const Pbkdf2Cost& cost) { return fmt::format("$pbkdf2-sha256$i={}", cost.iterations); }

std::string cost_text(const ScryptCost& cost)
{
    return fmt::format("$scrypt$ln={},r={},p={}", cost.log_n, cost.r, cost.p);
}

// Reads a text from its front; whatever does not follow makes all of it unreadable.
class Reader {
public:
    explicit Reader(std::string_view text) : rest_(text) { }

    bool skip(std::string_view expected)
    {
        if (!rest_.starts_with(expected)) return false;
        rest_.remove_prefix(expected.size());
        return true;
    }

    bool number(std::string_view name, std::uint32_t& value)
    {
        if (!skip(name)) return false;
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        if (error != std::errc()) return false;
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return true;
    }

    std::optional<std::string> bytes(std::string_view before)
    {
        if (!skip(before)) return std::nullopt;
        const std::string_view encoded = rest_.substr(0, rest_.find('$'));
        rest_.remove_prefix(encoded.size());
        return base64_decode(encoded, Base64::standard_unpadded);
    }

private:
    std::string_view rest_;
};

std::optional<KeyCost> read_cost(Reader& text)
{
    if (text.skip("$argon2id$v=19$")) {
        Argon2idCost cost;
        if (text.number("m=", cost.memory) && text.number(",t=", cost.passes) && text.number(",p=", cost.lanes))
            return cost;
    } else if (text.skip("$pbkdf2-sha256$")) {
        Pbkdf2Cost cost;
        if (text.number("i=", cost.iterations)) return cost;
    } else if (text.skip("$scrypt$")) {
        ScryptCost cost;
        if (text.number("ln=", cost.log_n) && text.number(",r=", cost.r) && text.number(",p=", cost.p)) return cost;
    }
    return std::nullopt;
}

} // namespace

std::string to_phc(const PasswordKey& password)
{
    return fmt::format("{}${}${}", std::visit([](const auto& cost) { return cost_text(cost); }, password.cost),
                       base64_encode(password.salt, Base64::standard_unpadded),
                       base64_encode(password.key, Base64::standard_unpadded));
}

std::optional<PasswordKey> parse_phc(std::string_view text)
{
    Reader reader(text);
    const std::optional<KeyCost> cost = read_cost(reader);
    if (!cost || !within_bounds(*cost)) return std::nullopt;
    std::optional<std::string> salt = reader.bytes("$");
    if (!salt || salt->size() < min_salt_size || salt->size() > max_salt_size) return std::nullopt;
    std::optional<std::string> key = reader.bytes("$");
    if (!key || key->size() < min_key_size || key->size() > max_key_size) return std::nullopt;
    PasswordKey password{*cost, *std::move(salt), *std::move(key)};
    // A number may have other spellings (leading zeros); none of them is ours.
    if (to_phc(password) != text) return std::nullopt;
    return password;
}

} // namespace cairn::crypto
