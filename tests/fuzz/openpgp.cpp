// Any bytes as an armored OpenPGP key or signature, and as the packets inside of one.
#include <cstdint>
#include <string_view>

#include "base/encoding.hpp"
#include "crypto/openpgp.hpp"
#include "demand.hpp"

namespace {

using cairn::fuzz::demand;

std::string armored(std::string_view label, std::string_view bytes)
{
    const std::string name(label);
    return "-----BEGIN PGP " + name + "-----\n\n" + cairn::base64_encode(bytes) + "\n-----END PGP " + name + "-----\n";
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cairn::crypto::openpgp;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto signature = Signature::from_armor(armored("SIGNATURE", input));
    static_cast<void>(Signature::from_armor(input));
    for (const std::string& text : {std::string(input), armored("PUBLIC KEY BLOCK", input)}) {
        const auto certificate = Certificate::from_armor(text);
        if (!certificate) {
            demand(!certificate.error().message.empty());
            continue;
        }
        const auto again = Key::from_packet(certificate->primary.body());
        demand(again && again->id() == certificate->primary.id());
        if (signature) static_cast<void>(certificate->signed_data(*signature, "a message", {1'900'000'000}));
    }
    return 0;
}
