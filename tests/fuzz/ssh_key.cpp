// Any bytes as what somebody pasted, and as SSH's own encoding of a key, a certificate or a signature. What is taken
// for a key has one text, and that text is the key again.
#include <cstdint>
#include <string_view>

#include "crypto/ssh_certificate.hpp"
#include "crypto/ssh_key.hpp"
#include "demand.hpp"

namespace {

using cairn::fuzz::demand;

void try_key(const cairn::crypto::SshKey& key, std::string_view input)
{
    const auto again = cairn::crypto::read_ssh_key(key.content());
    demand(again && again->key.blob() == key.blob() && again->key.fingerprint() == key.fingerprint());
    demand(key.bits() <= cairn::crypto::VerifyingKey::max_rsa_bits);
    demand(!key.verify("a message", input) || input.size() > 32);
    static_cast<void>(key.verify_bare("a message", input));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cairn;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto pasted = crypto::read_ssh_key(input);
    if (pasted) try_key(pasted->key, input);
    else demand(!pasted.error().message.empty());
    if (const auto sent = crypto::SshKey::from_blob(input)) try_key(*sent, input);
    if (const auto certificate = crypto::SshCertificate::from_blob(input)) {
        static_cast<void>(certificate->is_signed());
        static_cast<void>(certificate->allows({1'800'000'000}, "10.0.0.1"));
    }
    static_cast<void>(crypto::address_in_list("10.0.0.1", input));
    return 0;
}
