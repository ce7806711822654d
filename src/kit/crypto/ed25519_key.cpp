#include "crypto/ed25519_key.hpp"

#include <fcntl.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "crypto/freer.hpp"

namespace cairn::crypto {

namespace {

constexpr std::size_t largest_file = 16 * 1024;

using Bio = std::unique_ptr<BIO, Freer<BIO_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Freer<EVP_MD_CTX_free>>;

EVP_PKEY* raw(const std::shared_ptr<void>& key) { return static_cast<EVP_PKEY*>(key.get()); }

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* bytes_of(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

std::unexpected<Error> cannot(const std::string& path, const std::string& why)
{
    return fail(Errc::unavailable, "the signing key " + path + " " + why);
}

// Whoever makes it at the same time makes one of the two: the file is there whole or not at all.
Result<> write_new(const std::string& path, const std::string& text)
{
    namespace fs = std::filesystem;
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
    const auto made = path + "." + std::to_string(getpid());
    const int file = open(made.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return cannot(path, "cannot be made");
    const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && fsync(file) == 0;
    close(file);
    const bool linked = written && (link(made.c_str(), path.c_str()) == 0 || errno == EEXIST);
    unlink(made.c_str());
    if (!linked) return cannot(path, "cannot be written");
    return {};
}

} // namespace

Ed25519Key::Ed25519Key(void* key) : key_(key, [](void* pkey) { EVP_PKEY_free(static_cast<EVP_PKEY*>(pkey)); }) { }

Ed25519Key Ed25519Key::generate()
{
    auto* key = EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
    if (key == nullptr) throw std::runtime_error("OpenSSL made no key");
    return Ed25519Key(key);
}

Result<Ed25519Key> Ed25519Key::from_pem(std::string_view pem)
{
    const Bio bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    // Without a passphrase there is nobody to be asked for one.
    const auto refuse = [](char*, int, int, void*) { return -1; };
    auto* key = bio ? PEM_read_bio_PrivateKey(bio.get(), nullptr, refuse, nullptr) : nullptr;
    if (key == nullptr) return fail(Errc::unprocessable, "this is no private key in PEM");
    Ed25519Key owned(key);
    if (EVP_PKEY_is_a(key, "ED25519") == 0) return fail(Errc::unprocessable, "this is no key of Ed25519");
    return owned;
}

Result<Ed25519Key> Ed25519Key::from_file(const std::string& path)
{
    if (!std::filesystem::exists(path)) TRY(write_new(path, generate().pem()));
    std::string text(largest_file, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    auto key = from_pem(text);
    if (!key) return cannot(path, "cannot be used: " + key.error().message);
    return key;
}

std::string Ed25519Key::pem() const
{
    const Bio bio(BIO_new(BIO_s_mem()));
    if (!bio || PEM_write_bio_PrivateKey(bio.get(), raw(key_), nullptr, nullptr, 0, nullptr, nullptr) != 1)
        throw std::runtime_error("OpenSSL did not write a key");
    char* text = nullptr;
    const auto size = BIO_get_mem_data(bio.get(), &text);
    return {text, static_cast<std::size_t>(size)};
}

std::string Ed25519Key::public_half() const
{
    std::string bytes(32, '\0');
    auto size = bytes.size();
    if (EVP_PKEY_get_raw_public_key(raw(key_), bytes_of(bytes), &size) != 1)
        throw std::runtime_error("OpenSSL did not tell a public key");
    return bytes;
}

std::string Ed25519Key::sign(std::string_view message) const
{
    const DigestContext context(EVP_MD_CTX_new());
    std::string signature(64, '\0');
    auto size = signature.size();
    if (!context || EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, raw(key_)) != 1
        || EVP_DigestSign(context.get(), bytes_of(signature), &size, bytes_of(message), message.size()) != 1)
        throw std::runtime_error("OpenSSL did not sign");
    return signature;
}

} // namespace cairn::crypto
