// Asking the person: the page that says what an application wants, and what becomes of the answer.
#pragma once

#include "accounts/account.hpp"
#include "identity/application.hpp"
#include "identity/authorization_answer.hpp"
#include "identity/consent_request.hpp"

namespace cairn::identity {

// `approved` is what the person has approved before, if anything. Nothing: the request no longer stands.
std::optional<api::Raw> ask_for_consent(api::Call&, const accounts::Account&, const Application&, const Consent&,
                                        const std::optional<Grant>& approved);

// Where the site does not let people change what they have approved ([oauth2] SCOPE_CHANGE).
OAuth2Error other_scopes_approved();

} // namespace cairn::identity
