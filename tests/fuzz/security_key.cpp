// Any bytes as what an authenticator sends: as authenticator data, as an attestation, as a COSE key. What is read lies
// inside of the bytes, and nothing signs in without a signature.
#include <cstdint>
#include <string_view>

#include "crypto/cbor.hpp"
#include "crypto/cose_key.hpp"
#include "crypto/webauthn.hpp"
#include "demand.hpp"

namespace cairn::crypto {
namespace {

using fuzz::demand;

bool inside(std::string_view part, std::string_view whole)
{
    return part.empty() || (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

void feed(std::string_view bytes)
{
    CborReader reader(bytes);
    reader.skip();
    demand(inside(reader.rest(), bytes));
    if (const auto length = cose_key_length(bytes)) demand(*length > 0 && *length <= bytes.size());
    if (const auto data = read_authenticator_data(bytes)) {
        demand(data->rp_id_hash.size() == 32 && inside(data->rp_id_hash, bytes));
        demand(inside(data->credential_id, bytes) && inside(data->public_key, bytes));
        demand(data->credential_id.empty() == data->public_key.empty());
    }
    const RelyingParty party{.id = "example.org", .origin = "https://example.org"};
    const ClientData client{
        .json = bytes, .type = "webauthn.create", .challenge = "c", .origin = party.origin, .cross_origin = false};
    if (const auto made = verify_registration(party, "c", client, bytes))
        demand(cose_key_length(made->public_key) == made->public_key.size());
    demand(!verify_assertion(party, "c", client, {.authenticator_data = bytes, .signature = bytes}, bytes, 0));
}

} // namespace
} // namespace cairn::crypto

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    cairn::crypto::feed({reinterpret_cast<const char*>(data), size});
    return 0;
}
