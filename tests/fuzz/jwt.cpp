// Any bytes as a token that comes back: none that we did not make is believed, whichever kind it claims to be, and one
// that we made is believed only as long as not a bit of it is changed.
#include <cstdint>
#include <string>
#include <string_view>

#include "config/settings.hpp"
#include "demand.hpp"
#include "identity/jwt.hpp"
#include "identity/tokens.hpp"

using namespace cairn;
using fuzz::demand;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    static const auto key = crypto::SigningKey::generate(crypto::JwsAlgorithm::ES256);
    static const auto secret = crypto::SigningKey::from_secret(crypto::JwsAlgorithm::HS256, "a secret of ours");
    static const crypto::SigningKey* const keys[] = {&key, &secret};
    static const auto made = identity::make_jwt(key, "at+jwt", R"({"sub":"1"})");
    static config::Settings settings;

    demand(!identity::verify_jwt(input, keys));
    static_cast<void>(identity::claimed_type(input));
    static_cast<void>(identity::looks_like_jwt(input));
    demand(!identity::read_refresh_token(settings, input, Time{1}));

    // What is signed with our key, whatever it says, is read as it was written.
    const auto signed_text = identity::make_jwt(key, "JWT", input);
    const auto read = identity::verify_jwt(signed_text, keys);
    demand(signed_text.size() > 16384 || (read && read->claims == input));

    // The first two bytes say where another token of ours is changed, and to what.
    if (size >= 2) {
        auto changed = made;
        char& at = changed[data[0] % changed.size()];
        const bool same = at == static_cast<char>(data[1]);
        at = static_cast<char>(data[1]);
        demand(identity::verify_jwt(changed, keys).has_value() == same);
    }
    return 0;
}
