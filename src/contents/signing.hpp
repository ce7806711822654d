// The site's own key, and the commits that it signs with it for people.
#pragma once

#include "api/call.hpp"
#include "git/objects.hpp"
#include "git/writing.hpp"

namespace cairn::contents {

// Writes the commit, and signs it where [repository.signing] wants that for the account.
Result<git::ObjectId> write_signed(const api::Site&, const git::Repository&, const git::NewCommit&,
                                   std::int64_t account_id);

// Who signs.
git::Person site_signer(const config::Settings&);
// What the key is known by.
std::string site_key_name(const api::Site&);

// Whether the site's key made the signature.
bool signed_by_site(const api::Site&, const git::Signature&);

} // namespace cairn::contents
