// Signed requests after draft-cavage-http-signatures: what the header Signature says, taken apart and not yet believed.
// Nothing here asks a database or checks a signature, so all of it can be tried with any bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.hpp"
#include "http/message.hpp"

namespace cairn::accounts {

struct RequestSignature {
    std::string key_id;
    std::string value;                // the signature itself, decoded
    std::vector<std::string> covered; // what it signs: names of headers, in lower case, each once
    std::optional<std::int64_t> created{};
    std::optional<std::int64_t> expires{};

    bool covers(std::string_view name) const;
};

// Nothing where the request has no Signature header, or one that cannot be read.
std::optional<RequestSignature> offered_signature(const http::Request&);

// True for what a key's fingerprint looks like: anything else need not be looked up.
bool looks_like_fingerprint(std::string_view);

// The text that was signed; nothing where a part of it is missing.
std::optional<std::string> signed_text(const RequestSignature&, const http::Request&);

// Whether the moment is one for which the signature was made: `created` and `expires` hold, and so does the Date if it
// is covered, so that what somebody overheard is worthless after five minutes.
bool is_timely(const RequestSignature&, const http::Request&, Time now);

// Whether the body is the one that was signed, where a Digest is covered. A body that is read while it arrives cannot
// be known yet, so it is not.
bool has_signed_body(const RequestSignature&, const http::Request&);

} // namespace cairn::accounts
