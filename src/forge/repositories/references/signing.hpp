// The site's own key, and the commits that it signs with it for people: [repository.signing].
#pragma once

#include <span>

#include "api/call.hpp"
#include "config/settings.hpp"
#include "crypto/ed25519_key.hpp"
#include "git/objects/objects.hpp"
#include "git/objects/writing.hpp"
#include "repositories/protection/ref_rules.hpp"

namespace cairn::repositories {

// A service of the site: what it signs its commits with, if it does.
class CommitKey {
public:
    // Reads the file that the settings name. Throws std::runtime_error with words for the operator.
    explicit CommitKey(const config::Settings&);

    const crypto::Ed25519Key* get() const { return key_ ? &*key_ : nullptr; } // null: it signs none

private:
    std::optional<crypto::Ed25519Key> key_;
};

// What decides whether a commit is signed.
struct SigningCase {
    std::span<const config::SigningCondition> conditions; // all have to hold; none: it is not signed
    std::int64_t account_id = 0;                          // whom the commit is made for
    Verifier verifies{};                                  // needed where commits before this one count
    git::ObjectId brought{};                              // the last of the commits that a merge brings
    bool approved = false;                                // the pull request that is merged
};

// Writes commits, and signs them where the case wants that. The site has to outlive it.
git::CommitWriter signing_writer(const api::Site&, SigningCase);

// Who signs.
git::Person site_signer(const config::Settings&);
// What the key is known by.
std::string site_key_name(const api::Site&);

// Whether the site's key made the signature.
bool signed_by_site(const api::Site&, const git::Signature&);

} // namespace cairn::repositories
