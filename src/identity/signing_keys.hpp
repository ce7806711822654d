// The site's own signing keys, in files beside each other:
//
//     private.pem          signs
//     private.pem.next     is published already and will sign soon, so that nobody meets a key that they have not seen
//     private.pem.old.KID  signed until lately, and stays published until what it signed is over
//
// With the HS algorithms there is one secret from the settings, which is never published.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/time.hpp"
#include "crypto/signing_key.hpp"
#include "identity/jwt.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::identity {

// One moment's keys; whoever holds it may go on using it.
struct KeyRing {
    std::shared_ptr<const crypto::SigningKey> current;
    std::vector<std::shared_ptr<const crypto::SigningKey>> published; // the current one among them
    std::shared_ptr<const std::string> document;                      // the public halves: a JWK Set (RFC 7517, 5)

    std::vector<const crypto::SigningKey*> verifiers() const;
};

// There is one for the whole site. Safe from any thread.
class SigningKeys {
public:
    // How long a new key is published before it signs, and how often the files are looked at again.
    static constexpr std::int64_t lead_seconds = 24 * 3600;
    static constexpr std::int64_t look_again_seconds = 60;

    explicit SigningKeys(const config::Settings& settings) : settings_(settings) { }

    // The first call reads the keys, and makes one where there is none; it throws std::runtime_error with words for the
    // operator when a file holds no key for the configured algorithm. So the server makes it before it listens.
    std::shared_ptr<const KeyRing> ring();

    // verify_jwt() with the keys of now. What was verified before is remembered for a while, because a client sends the
    // same token with each of its requests and an RSA signature takes longer to check than the rest of a request.
    std::optional<Jwt> verify(std::string_view token);

private:
    std::shared_ptr<const KeyRing> load() const;
    void turn(Time now) const;

    const config::Settings& settings_;
    std::mutex mutex_;
    std::shared_ptr<const KeyRing> ring_;
    Time looked_at_;
    std::mutex verified_mutex_;
    std::unordered_map<std::string, Jwt> verified_; // by the hash of the token
    std::shared_ptr<const KeyRing> verified_by_;
};

// For `cairn admin oauth rotate-key`: makes the next key; `at_once` puts it to use without a time of publication.
// The new key's id.
std::string rotate_key(const config::Settings&, bool at_once);

} // namespace cairn::identity
