// Where somebody may have a repository made.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::repositories {

// Errc::forbidden for a token that is limited to repositories: a new one could not be among them.
Result<void> check_credential_creates(const api::Caller&);

// The account of that name, if the caller may have repositories of it made: the own one, an organization in which the
// caller may do that, and for administrators of the site any. Errc::not_found, Errc::forbidden.
Result<accounts::Account> owner_for(const api::Call&, std::string_view name);

} // namespace cairn::repositories
