// What another provider says of a person (OpenID Connect Core, 2), held against everything that a client has to hold it
// against (3.1.3.7).
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/reflect.hpp"
#include "base/result.hpp"
#include "identity/client_metadata.hpp"

namespace cairn::identity {

using ForeignClaims = std::map<std::string, Json>;

struct ExpectedIdToken {
    std::string issuer;
    std::string client_id;
    std::string nonce;
    Time now;
    std::optional<Time> authenticated_since{}; // where the person had to show again who it is
};

// Errc::not_found where no key of that name is among `keys`, which may be old ones; Errc::unauthorized, with words for
// the operator, for everything else that is not right.
Result<ForeignClaims> read_id_token(std::string_view token, std::span<const ClientKey> keys, const ExpectedIdToken&);

// A claim that is text; empty for none, and for what is none.
std::string text_claim(const ForeignClaims&, const std::string& name);
// A claim that is true, or that word.
bool true_claim(const ForeignClaims&, const std::string& name);

} // namespace cairn::identity
