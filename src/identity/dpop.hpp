// DPoP (RFC 9449): a client shows with each request that it has a key, and what is bound to the key is worth nothing to
// anybody else.
#pragma once

#include <mutex>
#include <string>
#include <unordered_map>

#include "http/message.hpp"
#include "identity/errors.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::identity {

bool sends_proof(const http::Request&);

// The thumbprint of the key that the request's proof shows (4.3). With an access token the proof must be about that
// one, too. invalid_dpop_proof, or use_dpop_nonce where the site wants a nonce of its own in each.
OAuth2Result<std::string> check_proof(const config::Settings&, const http::Request&, std::string_view access_token,
                                      Time now);

// 8: what the site wants to find in the next proofs; empty where it wants nothing.
std::string current_nonce(const config::Settings&, Time now);

// 7.1: for WWW-Authenticate.
std::string dpop_challenge(OAuth2Errc, std::string_view description);

// 10: whether it can be the thumbprint of a key.
bool is_thumbprint(std::string_view);

// Proofs that were seen, so that none is good twice (11.1). Its memory is fixed: where so many come within so short a
// time that it is full, the oldest are forgotten. Safe from any thread.
class SeenProofs {
public:
    static constexpr std::size_t most_kept = 1 << 18;

    // False: it was here before, and has not expired.
    bool add(std::string_view proof, Time now, Time expires);

private:
    // By when they expire, in two generations: the older one is dropped as a whole.
    using Marks = std::unordered_map<std::string, std::int64_t>;

    std::mutex mutex_;
    Marks young_, old_;
    std::int64_t young_until_ = 0; // when the last of the young ones expires
    std::int64_t old_until_ = 0;
};

} // namespace cairn::identity
