// JSON Web Tokens in their compact form (RFC 7515, 7519): made by us, and believed only if one of our keys signed them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/signing_key.hpp"

namespace cairn::identity {

// What is signed with `key` says which kind of token it is (RFC 9068: "at+jwt"), so that none is taken for another.
std::string make_jwt(const crypto::SigningKey& key, std::string_view type, std::string_view claims);

struct Jwt {
    std::string type;   // as it was sent
    std::string claims; // JSON
};

// Nothing for whatever was not signed by one of `keys`: the algorithm is the key's own, never the token's choice
// (RFC 8725, 3.1), and `none` is no algorithm.
std::optional<Jwt> verify_jwt(std::string_view token, std::span<const crypto::SigningKey* const> keys);

// A token of somebody else's, taken apart and not believed yet.
struct ReceivedJwt {
    std::string algorithm;
    std::string type;
    std::string key_id;
    std::string key; // the header's jwk: JSON, "null" for none
    std::string claims;
    std::string signed_text;
    std::string signature;
};
std::optional<ReceivedJwt> take_apart(std::string_view token);

// A member of a token that is text, and one that is text or a list of it (RFC 7519, 4.1.3). Nothing for anything else.
std::optional<std::string> read_text(const Json&);
std::optional<std::vector<std::string>> read_texts(const Json&);

// What kind of token it says that it is (the header's typ), believed or not; empty for what is none.
std::string claimed_type(std::string_view token);

// Cheap: whether it could be one at all.
bool looks_like_jwt(std::string_view);

} // namespace cairn::identity
