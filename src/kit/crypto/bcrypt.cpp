#include "crypto/bcrypt.hpp"

#include <crypt.h>
#include <openssl/crypto.h>

#include <algorithm>
#include <memory>
#include <string>

#include "crypto/digest.hpp"

namespace cairn::crypto {
namespace {

constexpr std::size_t text_size = 60;   // "$2b$10$", 22 characters of salt, 31 of hash
constexpr std::size_t prefix_size = 4;  // "$2b$"
constexpr std::size_t setting_size = 7; // "$2b$10$"

bool is_bcrypt_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '/';
}

// Passwords pass through these, so their memory is wiped before it is given back.
struct Wipe {
    void operator()(crypt_data* data) const
    {
        OPENSSL_cleanse(data, sizeof *data);
        delete data;
    }
};

} // namespace

bool is_bcrypt(std::string_view text)
{
    if (text.size() != text_size) return false;
    if (!text.starts_with("$2a$") && !text.starts_with("$2b$") && !text.starts_with("$2y$")) return false;
    const std::string_view rounds = text.substr(prefix_size, 2);
    return rounds >= "04" && rounds <= "15" && rounds[1] >= '0' && rounds[1] <= '9' && text[6] == '$'
        && std::ranges::all_of(text.substr(setting_size), is_bcrypt_letter);
}

bool bcrypt_matches(std::string_view stored, std::string_view password)
{
    // crypt(3) would take what stands before a zero byte for the whole password.
    if (!is_bcrypt(stored) || password.contains('\0')) return false;
    // libcrypt reads $2a$ as the output of a program that once had a bug and computes some of them differently on
    // purpose; those who still write $2a$ mean what $2b$ says.
    const std::string setting = "$2b$" + std::string(stored.substr(prefix_size));
    std::string phrase(password);
    const std::unique_ptr<crypt_data, Wipe> data(new crypt_data{});
    const char* computed = crypt_r(phrase.c_str(), setting.c_str(), data.get());
    OPENSSL_cleanse(phrase.data(), phrase.size());
    return computed != nullptr && equal_in_constant_time(computed, setting);
}

} // namespace cairn::crypto
