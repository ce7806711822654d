// The site's own signing keys, in files beside each other:
//
//     private.pem          signs
//     private.pem.next     is published already and will sign soon, so that nobody meets a key that they have not seen
//     private.pem.old.KID  signed until lately, and stays published until what it signed is over
//
// With the HS algorithms there is one secret from the settings instead, which is never published. Whatever the
// algorithm, there is a key for RS256, in private.pem.rs256 and its neighbors where another is configured: every client
// of OpenID Connect knows it, so that applications may choose it for their id tokens (Discovery, 3).
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
    std::shared_ptr<const crypto::SigningKey> current;                // of the configured algorithm
    std::shared_ptr<const crypto::SigningKey> rs256;                  // the same one where that is RS256
    std::vector<std::shared_ptr<const crypto::SigningKey>> published; // those two among them
    std::shared_ptr<const std::string> document;                      // the public halves: a JWK Set (RFC 7517, 5)

    std::vector<const crypto::SigningKey*> verifiers() const;

    // What signs that which an application is told, by its choice of id_token_signed_response_alg. Nothing: its own
    // secret does, as the HS algorithms have it (OpenID Connect Core, 10.1).
    const crypto::SigningKey* for_application(std::string_view chosen, bool confidential) const;
};

// There is one for the whole site. Safe from any thread.
class SigningKeys {
public:
    // How long a new key is published before it signs.
    static constexpr std::int64_t lead_seconds = 24 * 3600;
    // How often the files are read again. That the current key's file is another one is seen within milliseconds, so
    // that a key in the wrong hands is replaced at once (`rotate-key --now`).
    static constexpr std::int64_t look_again_seconds = 60;
    // How often they are read, at most, because of a token that none of the keys has signed: anybody can send one.
    static constexpr std::int64_t look_for_signer_seconds = 1;

    explicit SigningKeys(const config::Settings& settings) : settings_(settings) { }

    // The first call reads the keys, and makes one where there is none; it throws std::runtime_error with words for the
    // operator when a file holds no key for the configured algorithm. So the server makes it before it listens.
    std::shared_ptr<const KeyRing> ring() { return ring_read_within(look_again_seconds); }

    // verify_jwt() with the keys of now. What was verified before is remembered for a while, because a client sends the
    // same token with each of its requests and an RSA signature takes longer to check than the rest of a request.
    std::optional<Jwt> verify(std::string_view token);

private:
    // What tells a file from the one that had its name before, and from itself before it was written to.
    struct FileState {
        std::uint64_t device = 0;
        std::uint64_t inode = 0;
        std::int64_t changed_seconds = 0;
        std::int64_t changed_nanoseconds = 0;

        bool operator==(const FileState&) const = default;
    };
    using FileStates = std::vector<std::optional<FileState>>;

    std::shared_ptr<const KeyRing> ring_read_within(std::int64_t seconds);
    std::shared_ptr<const KeyRing> read(Time now);
    std::shared_ptr<const KeyRing> load() const;
    FileStates current_files() const;
    std::optional<Jwt> verify_with(const std::shared_ptr<const KeyRing>&, std::string_view token);

    const config::Settings& settings_;
    std::mutex mutex_;
    std::shared_ptr<const KeyRing> ring_;
    Time looked_at_;
    std::int64_t file_looked_at_ = 0; // in which tick of the clock
    FileStates seen_;                 // of the keys that sign, when they were last read
    std::mutex verified_mutex_;
    std::unordered_map<std::string, Jwt> verified_; // by the hash of the token
    std::shared_ptr<const KeyRing> verified_by_;
};

// For `cairn admin oauth rotate-key`: makes the next key of each algorithm; `at_once` puts them to use without a time
// of publication. The id of the new key of the configured algorithm; with the HS algorithms, which have a secret that
// this does not touch, of that for RS256.
std::string rotate_key(const config::Settings&, bool at_once);

// What id tokens can be signed with, by the names of RFC 7518: the configured algorithm, which is what applications get
// that choose nothing, and RS256.
std::vector<std::string> id_token_algorithms(const config::Settings&);

} // namespace cairn::identity
