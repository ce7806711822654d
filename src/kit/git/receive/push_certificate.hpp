// What a client signs that pushes with --signed: who pushes what to where. See gitprotocol-pack(5), "Push Certificate".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace cairn::git {

// Taken apart and not yet believed.
struct PushCertificate {
    std::string text;      // all of it
    std::string payload;   // what was signed
    std::string signature; // armored, OpenPGP's or SSH's
    std::string pusher;    // as the client calls itself
    std::string nonce;
    std::vector<std::string> options;
    std::vector<std::string> commands; // each as an unsigned push has them

    bool empty() const { return text.empty(); }
};

// Errc::bad_request for what is none.
Result<PushCertificate> parse_push_certificate(std::string text);

} // namespace cairn::git
