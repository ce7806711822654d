#include "crypto/key_derivation.hpp"

#include <argon2.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <sys/mman.h>

#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

namespace cairn::crypto {
namespace {

constexpr std::uint64_t max_memory = std::uint64_t{256} << 20;

std::uint8_t* bytes_of(std::string& text) { return reinterpret_cast<std::uint8_t*>(text.data()); }

// The C interfaces below take pointers to mutable bytes that they only read.
std::uint8_t* bytes_of(std::string_view text)
{
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
    return reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
}

bool in_bounds(const Argon2idCost& cost)
{
    const std::uint64_t bytes = std::uint64_t{cost.memory} << 10;
    return cost.lanes >= 1 && cost.lanes <= 16 && cost.memory >= 8 * cost.lanes && bytes <= max_memory
        && cost.passes >= 1 && cost.passes <= 64 && bytes * cost.passes <= 4 * max_memory;
}

bool in_bounds(const Pbkdf2Cost& cost) { return cost.iterations >= 1 && cost.iterations <= 2'000'000; }

bool in_bounds(const ScryptCost& cost)
{
    if (cost.log_n < 1 || cost.log_n > 20 || cost.r < 1 || cost.r > 64 || cost.p < 1 || cost.p > 64) return false;
    const std::uint64_t bytes = (std::uint64_t{128} << cost.log_n) * cost.r;
    return bytes <= max_memory && bytes * cost.p <= 4 * max_memory;
}

// malloc keeps blocks of this size once it has seen one freed, as many as there were threads hashing at once. A
// mapping of its own goes back to the system after each hash, and with huge pages it is even the faster of the two.
int map_memory(std::uint8_t** memory, std::size_t size)
{
    void* mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) return ARGON2_MEMORY_ALLOCATION_ERROR;
    (void)madvise(mapped, size, MADV_HUGEPAGE); // a wish: a system without them is slower, nothing else
    *memory = static_cast<std::uint8_t*>(mapped);
    return ARGON2_OK;
}

void unmap_memory(std::uint8_t* memory, std::size_t size) { munmap(memory, size); }

void derive(const Argon2idCost& cost, std::string_view password, std::string_view salt, std::string& key)
{
    argon2_context context{};
    context.out = bytes_of(key);
    context.outlen = static_cast<std::uint32_t>(key.size());
    context.pwd = bytes_of(password);
    context.pwdlen = static_cast<std::uint32_t>(password.size());
    context.salt = bytes_of(salt);
    context.saltlen = static_cast<std::uint32_t>(salt.size());
    context.t_cost = cost.passes;
    context.m_cost = cost.memory;
    context.lanes = cost.lanes;
    context.threads = 1; // the lanes one after the other: who hashes has been given one core
    context.version = ARGON2_VERSION_13;
    context.allocate_cbk = map_memory;
    context.free_cbk = unmap_memory;
    const int failure = argon2id_ctx(&context);
    if (failure == ARGON2_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc();
    if (failure != ARGON2_OK) throw std::runtime_error(std::string("argon2: ") + argon2_error_message(failure));
}

void derive_with_openssl(const char* name, const std::vector<OSSL_PARAM>& parameters, std::string& key)
{
    struct Free {
        void operator()(EVP_KDF* kdf) const { EVP_KDF_free(kdf); }
        void operator()(EVP_KDF_CTX* context) const { EVP_KDF_CTX_free(context); }
    };
    const std::unique_ptr<EVP_KDF, Free> kdf(EVP_KDF_fetch(nullptr, name, nullptr));
    const std::unique_ptr<EVP_KDF_CTX, Free> context(kdf ? EVP_KDF_CTX_new(kdf.get()) : nullptr);
    if (!context || EVP_KDF_derive(context.get(), bytes_of(key), key.size(), parameters.data()) != 1)
        throw std::runtime_error(std::string("OpenSSL could not derive a key with ") + name);
}

OSSL_PARAM octets(const char* name, std::string_view value)
{
    return OSSL_PARAM_construct_octet_string(name, bytes_of(value), value.size());
}

void derive(const Pbkdf2Cost& cost, std::string_view password, std::string_view salt, std::string& key)
{
    std::string digest = "SHA256";
    std::uint64_t iterations = cost.iterations;
    derive_with_openssl("PBKDF2",
                        {octets(OSSL_KDF_PARAM_PASSWORD, password), octets(OSSL_KDF_PARAM_SALT, salt),
                         OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest.data(), digest.size()),
                         OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_ITER, &iterations), OSSL_PARAM_construct_end()},
                        key);
}

void derive(const ScryptCost& cost, std::string_view password, std::string_view salt, std::string& key)
{
    std::uint64_t n = std::uint64_t{1} << cost.log_n;
    std::uint32_t r = cost.r;
    std::uint32_t p = cost.p;
    std::uint64_t memory = 2 * max_memory; // OpenSSL counts some working space in; the bounds are held above
    derive_with_openssl("SCRYPT",
                        {octets(OSSL_KDF_PARAM_PASSWORD, password), octets(OSSL_KDF_PARAM_SALT, salt),
                         OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_N, &n),
                         OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_R, &r),
                         OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_P, &p),
                         OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_MAXMEM, &memory),
                         OSSL_PARAM_construct_end()},
                        key);
}

} // namespace

bool within_bounds(const KeyCost& cost)
{
    return std::visit([](const auto& each) { return in_bounds(each); }, cost);
}

std::string derive_key(const KeyCost& cost, std::string_view password, std::string_view salt, std::size_t size)
{
    if (!within_bounds(cost) || size < min_key_size || size > max_key_size || salt.size() < min_salt_size
        || salt.size() > max_salt_size)
        throw std::invalid_argument("the cost of a password hash is out of bounds");
    std::string key(size, '\0');
    std::visit([&](const auto& each) { derive(each, password, salt, key); }, cost);
    return key;
}

} // namespace cairn::crypto
