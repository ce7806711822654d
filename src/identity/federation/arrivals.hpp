// What becomes of people who come back from a provider.
#pragma once

#include "accounts/sources/source.hpp"
#include "api/call.hpp"
#include "identity/federation/id_token.hpp"
#include "identity/federation/passage.hpp"

namespace cairn::identity {

// The person as the claims have it.
accounts::Described described_by(const accounts::SourceSettings&, const ForeignClaims&);

// An account for it, linked. Errc::unprocessable and Errc::forbidden as accounts::make_account() says; Errc::conflict
// where somebody else was quicker.
Result<accounts::Account> make_linked_account(const api::Call&, const accounts::Source&, const Arrival&,
                                              const std::string& name);

// The caller's own account, which has signed in itself, is linked to it. Errc::forbidden for whoever acts as somebody
// else, Errc::conflict where somebody else has it already.
Result<void> link_own_account(const api::Call&, const accounts::Source&, const Arrival&);

// A session for an account that the source has recognized: with its cookie, and on to `redirect_to`, or to the second
// step; a page that says why not.
api::Raw let_in(api::Call&, const accounts::Source&, const accounts::Account&, const std::string& redirect_to);

// A page that says that this was no sign-in.
api::Raw not_let_in(api::Call&, std::string words, int status);

} // namespace cairn::identity
