#include "crypto/ssh_signature.hpp"

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "crypto/digest.hpp"
#include "crypto/ssh_wire.hpp"

namespace cairn::crypto {

namespace {

constexpr std::string_view magic = "SSHSIG";
constexpr std::string_view end = "-----END SSH SIGNATURE-----";
constexpr std::size_t longest_text = 32 * 1024;

std::string hashed(std::string_view hash, std::string_view message)
{
    const auto text = [](const auto& digest) {
        return std::string(reinterpret_cast<const char*>(digest.data()), digest.size());
    };
    return hash == "sha256" ? text(sha256(message)) : text(sha512(message));
}

} // namespace

std::optional<SshSignature> SshSignature::from_armor(std::string_view text)
{
    text = text::trim(text);
    if (text.size() > longest_text || !text.starts_with(begin) || !text.ends_with(end)) return {};
    text = text.substr(begin.size(), text.size() - begin.size() - end.size());
    std::string base64;
    for (const char c : text)
        if (!text::is_space(c)) base64 += c;
    const auto blob = base64_decode(base64);
    if (!blob) return {};
    SshReader reader(*blob);
    if (reader.take(magic.size()) != magic || reader.uint32() != 1) return {};
    auto key = SshKey::from_blob(reader.string());
    if (!key) return {};
    SshSignature signature(*std::move(key));
    signature.purpose_ = reader.string();
    signature.reserved_ = reader.string();
    signature.hash_ = reader.string();
    signature.signature_ = reader.string();
    if (!reader.at_end() || (signature.hash_ != "sha256" && signature.hash_ != "sha512")) return {};
    return signature;
}

bool SshSignature::verifies(std::string_view message, std::string_view purpose) const
{
    if (purpose_ != purpose) return false;
    std::string signed_part(magic);
    append_ssh_string(signed_part, purpose_);
    append_ssh_string(signed_part, reserved_);
    append_ssh_string(signed_part, hash_);
    append_ssh_string(signed_part, hashed(hash_, message));
    return key_.verify(signed_part, signature_);
}

} // namespace cairn::crypto
